import type { Block, ImageData, LinkData } from "../content/payload.ts";
import type { BlockSchema, Field } from "../content/schema/fields.ts";

/** Everything to check in a resolved block tree, with block paths. */
export interface ContentToCheck {
  links: { link: LinkData; path: string }[];
  images: { image: ImageData; path: string; isDecorative: boolean }[];
}

/** Data of other stories is skipped: their own pages are checked. */
export function walkBlock(page: Block, schemaOf: (component: string) => BlockSchema | undefined): ContentToCheck {
  const found: ContentToCheck = { links: [], images: [] };
  const visit = (value: unknown, path: string, field: Field | undefined): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        visit(item, `${path}[${index}]`, field);
      });
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (isLink(value)) found.links.push({ link: value, path });
    else if (isImage(value)) found.images.push({ image: value, path, isDecorative: isDecorative(field) });
    else
      for (const { key, item, field: own } of ownContent(value, schemaOf))
        visit(item, path === "" ? key : `${path}/${key}`, own ?? field);
  };
  visit(page, "", undefined);
  return found;
}

interface OwnContent {
  key: string;
  item: unknown;
  field: Field | undefined;
}

/** For a block the fields with the story's own content, for rich text and tables everything. */
function ownContent(value: object, schemaOf: (component: string) => BlockSchema | undefined): OwnContent[] {
  const schema = "component" in value ? schemaOf(String(value.component)) : undefined;
  const all = Object.entries(value).map(([key, item]) => {
    const field = schema && Object.hasOwn(schema.fields, key) ? schema.fields[key] : undefined;
    return { key, item, field };
  });
  return schema ? all.filter(({ field }) => field && field.type !== "relation" && field.type !== "relations") : all;
}

/** True if the schema says that the field's pictures need no alternative text. */
function isDecorative(field: Field | undefined): boolean {
  return field !== undefined && "decorative" in field && field.decorative === true;
}

function isLink(value: object): value is LinkData {
  return "href" in value && "kind" in value && "target" in value;
}

function isImage(value: object): value is ImageData {
  return "src" in value && "alt" in value && "sources" in value;
}
