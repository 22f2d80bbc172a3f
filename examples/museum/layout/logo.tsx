/** The name with the tide in it: letters of one stroke, cut by three waves in the colour of the ground. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 596 128" role="img" aria-label="MAREA">
      <g fill="none" stroke="currentColor" strokeWidth="27" strokeLinejoin="bevel">
        <path d="M14 128V10l52 74 52-74v118" />
        <path d="M151 128 201 8l50 120M168 92h66" />
        <path d="M288 128V14h50a31 31 0 0 1 0 62h-50M328 76l44 52" strokeLinejoin="miter" />
        <path d="M468 14h-66v100h70M402 63h56" strokeLinejoin="miter" />
        <path d="M486 128 533 8l50 120M503 92h66" />
      </g>
      <g fill="none" stroke="var(--ground)" strokeWidth="5">
        <path d={wave(84)} />
        <path d={wave(100)} />
        <path d={wave(116)} />
      </g>
    </svg>
  );
}

const wave = (y: number) => `M-10 ${y}${"q14 -9 28 0t28 0".repeat(11)}`;
