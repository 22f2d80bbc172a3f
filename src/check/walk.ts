import type { Block, ImageData, LinkData } from "../content/payload.ts";
import type { BlockSchema } from "../content/schema/fields.ts";

/** Everything in a resolved block tree that checks look at, with its block path. */
export interface Found {
  links: { link: LinkData; path: string }[];
  images: { image: ImageData; path: string; field: string }[];
}

/** Fields whose pictures never need words: they stand beside a text that says the same, or are shown to no one. */
const DECORATIVE = new Set(["og_image", "icon", "poster", "data"]);

/** What a page shows of other stories is left out: those stories' own pages are checked. */
export function walkBlock(page: Block, schemaOf: (component: string) => BlockSchema | undefined): Found {
  const found: Found = { links: [], images: [] };
  const visit = (value: unknown, path: string, field: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, `${path}[${index}]`, field);
      });
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (isLink(value)) found.links.push({ link: value, path });
    else if (isImage(value)) found.images.push({ image: value, path, field });
    else for (const [key, item] of ownContent(value, schemaOf)) visit(item, path === "" ? key : `${path}/${key}`, key);
  };
  visit(page, "", "");
  return found;
}

/** Of a block the fields that hold the story's own content, of rich text and tables everything. */
function ownContent(value: object, schemaOf: (component: string) => BlockSchema | undefined): [string, unknown][] {
  const schema = "component" in value ? schemaOf(String(value.component)) : undefined;
  const isOwn = (key: string) => {
    const type = schema && Object.hasOwn(schema.fields, key) ? schema.fields[key]?.type : undefined;
    return type !== undefined && type !== "relation" && type !== "relations";
  };
  return Object.entries(value).filter(([key]) => !schema || isOwn(key));
}

export function isDecorative(field: string): boolean {
  return DECORATIVE.has(field);
}

function isLink(value: object): value is LinkData {
  return "href" in value && "kind" in value && "target" in value;
}

function isImage(value: object): value is ImageData {
  return "src" in value && "alt" in value && "sources" in value;
}
