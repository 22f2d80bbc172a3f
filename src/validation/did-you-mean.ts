/** The known word closest to a mistyped one; undefined if none is close enough. */
export function closestMatch(word: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 2.5));
  return known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** " Did you mean …?", or "". */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = closestMatch(word, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** Levenshtein distance, computed row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
