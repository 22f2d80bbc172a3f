export interface Span {
  start: number;
  end: number;
}

/** Gap in pixels below which two sections count as one: measured positions are rounded. */
const SEAM = 1.5;

/**
 * True if the scroll position is strictly inside a trigger. Adjacent sections count as one, so that the background does
 * not flicker between them, whichever trigger reports first.
 */
export function isInverted(position: number, spans: readonly Span[]): boolean {
  return merge(spans).some(({ start, end }) => position > start && position < end);
}

function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && span.start <= last.end + SEAM) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
