import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import type { ReadSite, SitePage } from "./read-site.ts";

/** One page of every kind in both languages, preferring the one with the most kinds of blocks. */
export function onePerType({ pages, errorPages }: ReadSite): SitePage[] {
  const kinds = new Map<string, SitePage>();
  const richest = [...pages].sort((a, b) => b.payload.blocks.length - a.payload.blocks.length);
  for (const page of [...richest, ...errorPages]) {
    const kind = `${page.lang} ${kindOf(page)}`;
    if (!kinds.has(kind)) kinds.set(kind, page);
  }
  return [...kinds.values()];
}

/** One page of every kind, with the language alternating from kind to kind, starting with the given one. */
export function kindsByTurns(read: ReadSite, begin: "en" | "de" = "en"): SitePage[] {
  const all = onePerType(read);
  const kinds = [...new Set(all.map(kindOf))];
  const languages = begin === "en" ? ["en", "de"] : ["de", "en"];
  return kinds.flatMap((kind, at) => {
    const pages = all.filter((page) => kindOf(page) === kind);
    return pages.filter(({ lang }) => lang === languages[at % 2] || pages.length === 1);
  });
}

/** Every page except error pages; by default one of every kind, and for each block a page that has it. */
export function casesOfPages(read: ReadSite): SitePage[] {
  if (IS_EXHAUSTIVE) return read.pages;
  const cases = kindsByTurns(read).filter(({ payload }) => payload.kind === "page");
  const shown = new Set(cases.flatMap(({ payload }) => payload.blocks));
  const richest = [...read.pages].sort((a, b) => b.payload.blocks.length - a.payload.blocks.length);
  for (const page of richest) {
    const { blocks } = page.payload;
    if (blocks.every((block) => shown.has(block))) continue;
    for (const block of blocks) shown.add(block);
    cases.push(page);
  }
  return cases;
}

function kindOf({ path, payload }: SitePage): string {
  if (payload.kind === "error") return "error";
  if (path === "/" || path === "/de/") return "home";
  if (payload.listing?.category) return "category";
  if (payload.listing) return payload.listing.page > 1 ? "further list" : "list";
  return payload.page?.component ?? "";
}
