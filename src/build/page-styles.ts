import { joinSheets, type PageSheets, sheetPath } from "../bundle/page-sheets.ts";

/** The stylesheets of pages beyond the common one. Paths are below the output folder. */
export interface PageStyles {
  /** Of a page by its blocks: the one file with all they need, "" where they need nothing. */
  pathOf(blocks: readonly string[]): string;
  /** Text of that file. */
  textOf(blocks: readonly string[]): string;
  /** What is needed once something is opened. */
  readonly late: string;
  /** True where the page's blocks show what is in it. */
  needsLate(blocks: readonly string[]): boolean;
}

/**
 * One file for each set of blocks that some page has: it is loaded beside the common stylesheet, and compresses to half
 * of what a file for each block does (docs/performance.md). `whole` gives every page all there is.
 */
export function createPageStyles({ units, uses, early, late, whole }: PageSheets, isWhole = false): PageStyles {
  const known = new Map<string, string>();
  const placesOf = (blocks: readonly string[]) => {
    const places = blocks.flatMap((name) => (Object.hasOwn(uses, name) ? (uses[name] ?? []) : []));
    return [...new Set(places)].sort((a, b) => a - b);
  };
  const textsOf = (places: readonly number[]) => places.map((place) => units[place] ?? "");
  return {
    late,
    needsLate: (blocks) => isWhole || blocks.some((name) => early.includes(name)),
    textOf: (blocks) => joinSheets(textsOf(placesOf(blocks))),
    pathOf(blocks) {
      if (isWhole) return whole;
      const places = placesOf(blocks);
      if (places.length === 0) return "";
      const key = places.join();
      const path = known.get(key) ?? sheetPath("page", textsOf(places));
      known.set(key, path);
      return path;
    },
  };
}
