/** How many pages are listed. */
const COUNT = 5;

/** Keeps the pages that took longest, not the times of all. */
export function createSlowestPages() {
  let slowest: { path: string; ms: number }[] = [];
  return {
    add(path: string, ms: number): void {
      if (slowest.length === COUNT && ms <= (slowest.at(-1)?.ms ?? 0)) return;
      slowest = [...slowest, { path, ms }].sort((a, b) => b.ms - a.ms).slice(0, COUNT);
    },
    tell: () => slowest.map(({ path, ms }) => `${path} ${Math.round(ms)} ms`).join(", "),
  };
}
