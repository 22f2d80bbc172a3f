import type { Block, ImageData, LinkData, RichTextNode } from "../site/api/payload.ts";
import { choiceValue } from "../site/blocks/choice.ts";
import type { BlockRef, BlockSchema, Field } from "../site/blocks/fields.ts";

/** Items per list. */
const SEVERAL = 3;

/** Values for fields that the site's content has no example of. */
export interface ExampleValues {
  picture: ImageData | null;
  /** The site's card for a made-up story of a type; null if it cannot be built. */
  card: (type: string, at: number) => unknown;
}

/** An example of a block that the content does not use, from its schema: text fields show their names. */
export function exampleBlock(schema: BlockSchema, examples: ExampleValues, at = 0): Block {
  const block: Block = { component: schema.name, _uid: `${schema.name}-${at}` };
  for (const [name, field] of Object.entries(schema.fields)) {
    block[name] = exampleOf(field, { name, schema, ...examples });
  }
  return block;
}

interface ExampleContext extends ExampleValues {
  name: string;
  schema: BlockSchema;
}

/** Text fields with a URL or id, which must not be filled with words. */
const NO_WORDS = /url|link|href|anchor|(^|_)id$/i;

function exampleOf(field: Field, { name, schema, ...examples }: ExampleContext): unknown {
  const { picture, card } = examples;
  switch (field.type) {
    case "text":
      return NO_WORDS.test(name) ? "" : wordsOf(name);
    case "textarea":
      return schema.description;
    case "richtext":
    case "markdown":
      return paragraph(schema.description);
    case "datetime":
      return "2026-01-01 12:00";
    case "number":
      return SEVERAL;
    case "boolean":
      return false;
    case "option":
      return field.values[0] === undefined ? "" : choiceValue(field.values[0]);
    case "options":
      return field.values.slice(0, SEVERAL).map(choiceValue);
    case "language":
    case "story":
      return "";
    case "languages":
    case "stories":
      return [];
    case "table":
      return { head: ["1", "2"], rows: [[wordsOf(name), ""]] };
    case "plugin":
      return null;
    case "section":
    case "tab":
      return undefined;
    case "multilink":
      return LINK;
    case "asset":
      return field.filetypes.includes("images") ? picture : null;
    case "multiasset":
      return field.filetypes.includes("images") && picture ? [picture, picture, picture] : [];
    case "datasource":
      return OPTION;
    case "datasources":
      return [OPTION];
    case "relation":
      return card(field.to, 0);
    case "relations":
      return Array.from({ length: SEVERAL }, (_, at) => card(field.to, at)).filter((one) => one !== null);
    case "blocks":
      return field.of === "section" ? [] : items(field.of, examples);
  }
}

function items(of: readonly BlockRef[], examples: ExampleValues): Block[] {
  const [first] = of;
  // A block given only by name may contain itself.
  if (!first || typeof first === "string") return [];
  return Array.from({ length: SEVERAL }, (_, at) => exampleBlock(first, examples, at));
}

const LINK: LinkData = { href: "/", kind: "internal", target: "", name: "" };
const OPTION = { value: "option", label: "Option" };

/** `person_name` -> `Person name` */
function wordsOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}

function paragraph(text: string): RichTextNode {
  return { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
}
