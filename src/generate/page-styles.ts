import { joinSheets, type PageSheets, sheetPath } from "../bundle/page-sheets.ts";
import { appendTo } from "../util/append-to.ts";
import { getOrInsert } from "../util/get-or-insert.ts";

/** A page's stylesheet besides the common one. */
export interface PageSheet {
  /** Path below the output folder. */
  path: string;
  text(): string;
}

export type PageStyles = ReturnType<typeof createPageStyles>;

/**
 * This many neighbours in the cascade are one group; a page links one file per group, with the stylesheets it uses. A
 * group has at most 2^13 - 1 files, so their number is bounded by the code and not by the number of pages. A larger
 * group means fewer requests before the first paint and fewer bytes, since one file compresses better, but more files
 * on disk; one file for everything a page uses would grow with every new set of blocks (docs/performance-tried.md has the
 * figures). A site with no more stylesheets than this has one file per page, and so has one that is configured for it.
 */
const GROUP = 13;

export interface PageStyleOptions {
  /** Every page gets all stylesheets. */
  isWhole?: boolean | undefined;
  /** Every page gets one file with the stylesheets it uses. */
  isSingle?: boolean;
}

/** The stylesheets of all pages besides the common one. */
export function createPageStyles(
  { units, uses, lateUses, late, whole }: PageSheets,
  { isWhole = false, isSingle = false }: PageStyleOptions = {},
) {
  const groupSize = isSingle ? units.length : GROUP;
  const known = new Map<string, PageSheet>();
  const [placesOf, latePlacesOf] = [uses, lateUses].map((all) => new Map(Object.entries(all)));
  const wholeSheets = whole === "" ? [] : [{ path: whole, text: () => joinSheets(units) }];
  const sheetOf = (group: number, places: readonly number[]): PageSheet =>
    getOrInsert(known, places.join(), () => {
      const texts = places.map((place) => units[place] ?? "");
      return { path: sheetPath(`page-${group}`, texts), text: () => joinSheets(texts) };
    });
  return {
    /** Path of the stylesheet for what is opened later, such as dialogs. */
    late,
    /** Stylesheets for a page with these blocks, in cascade order; `own` are those that are not in header and footer. */
    sheetsOf(blocks: readonly string[], own = blocks): readonly PageSheet[] {
      if (isWhole) return wholeSheets;
      const isUsed = units.map(() => false);
      for (const name of blocks) for (const place of placesOf?.get(name) ?? []) isUsed[place] = true;
      for (const name of own) for (const place of latePlacesOf?.get(name) ?? []) isUsed[place] = true;
      const groups = new Map<number, number[]>();
      isUsed.forEach((used, place) => {
        // As of the whole (src/bundle/page-sheets.ts): no file without rules.
        if (used && units[place]) appendTo(groups, Math.floor(place / groupSize), place);
      });
      return [...groups].map(([group, places]) => sheetOf(group, places));
    },
  };
}
