import { joinSheets, type PageSheets, sheetPath } from "../bundle/page-sheets.ts";
import { appendTo } from "../content/append-to.ts";

/** A stylesheet of pages beyond the common one. */
export interface PageSheet {
  /** Path below the output folder. */
  path: string;
  text(): string;
}

/** The stylesheets of pages beyond the common one. */
export interface PageStyles {
  /** Those that a page with these blocks links, in the order of the cascade. */
  sheetsOf(blocks: readonly string[]): readonly PageSheet[];
  /** Path of what is needed once something is opened. */
  readonly late: string;
  /** True where the page's blocks show what is in it. */
  needsLate(blocks: readonly string[]): boolean;
}

/**
 * So many parts that follow each other in the cascade are one group, of which a page links a file with those that it
 * uses. A group has at most 2^13 - 1 files, so how many there are is bounded by the code, however many pages there are.
 * A larger group means fewer requests before the first paint and fewer bytes, since a file compresses by what it holds,
 * but more files on disk; one file for all that a page uses grows with every new set of blocks (docs/performance.md has
 * the figures). A site with no more parts than this has one file a page.
 */
const GROUP = 13;

/** `isWhole` gives every page all there is. */
export function createPageStyles({ units, uses, early, late, whole }: PageSheets, isWhole = false): PageStyles {
  const known = new Map<string, PageSheet>();
  const wholeSheet = { path: whole, text: () => joinSheets(units) };
  const sheetOf = (group: number, places: readonly number[]): PageSheet => {
    const key = places.join();
    const texts = places.map((place) => units[place] ?? "");
    const sheet = known.get(key) ?? { path: sheetPath(`page-${group}`, texts), text: () => joinSheets(texts) };
    known.set(key, sheet);
    return sheet;
  };
  return {
    late,
    needsLate: (blocks) => isWhole || blocks.some((name) => early.includes(name)),
    sheetsOf(blocks) {
      if (isWhole) return [wholeSheet];
      const used = blocks.flatMap((name) => (Object.hasOwn(uses, name) ? (uses[name] ?? []) : []));
      const groups = new Map<number, number[]>();
      for (const place of [...new Set(used)].sort((a, b) => a - b)) {
        const group = Math.floor(place / GROUP);
        appendTo(groups, group, place);
      }
      return [...groups].map(([group, places]) => sheetOf(group, places));
    },
  };
}
