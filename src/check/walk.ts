import type { Block, ImageData, LinkData, RichTextNode } from "../content/payload.ts";

/** Everything in a resolved block tree that checks look at, with its block path. */
export interface Found {
  links: { link: LinkData; path: string }[];
  images: { image: ImageData; path: string; field: string }[];
  /** Ids that an anchor may point to. */
  ids: Set<string>;
}

/** Fields whose pictures never need words: they stand beside a text that says the same, or are shown to no one. */
const DECORATIVE = new Set(["og_image", "icon", "poster", "data"]);

export function walkBlock(page: Block): Found {
  const found: Found = { links: [], images: [], ids: new Set() };
  visit(page, "", "", found);
  return found;
}

function visit(value: unknown, path: string, field: string, found: Found): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      visit(item, `${path}[${index}]`, field, found);
    });
    return;
  }
  if (typeof value !== "object" || value === null || isCard(value)) return;
  if (isLink(value)) found.links.push({ link: value, path });
  else if (isImage(value)) found.images.push({ image: value, path, field });
  else {
    noteIds(value as Record<string, unknown>, found.ids);
    for (const [key, item] of Object.entries(value)) {
      if (key === "data") continue; // what a block lists of other stories
      visit(item, path === "" ? key : `${path}/${key}`, key, found);
    }
  }
}

export function isDecorative(field: string): boolean {
  return DECORATIVE.has(field);
}

/** What a page shows of another story: that story's own page is checked. */
function isCard(value: object): boolean {
  return "uuid" in value && "href" in value && "dateText" in value;
}

function isLink(value: object): value is LinkData {
  return "href" in value && "kind" in value && "target" in value;
}

function isImage(value: object): value is ImageData {
  return "src" in value && "alt" in value && "sources" in value;
}

function noteIds(value: Record<string, unknown>, ids: Set<string>): void {
  for (const key of ["anchor_id", "id"]) {
    const id = value[key];
    if (typeof id === "string" && id !== "") ids.add(id);
  }
  const marks = (value as Partial<RichTextNode>).marks ?? [];
  for (const mark of marks) if (mark.type === "anchor") ids.add(mark.id);
}
