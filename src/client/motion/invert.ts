export interface Span {
  start: number;
  end: number;
}

/** How close two sections must be to count as one: positions are rounded when they are measured. */
const SEAM = 1.5;

/**
 * True while the scroll position is strictly inside a trigger. Sections that touch count as one, so at the seam the
 * background neither flickers nor depends on which trigger reports first.
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
