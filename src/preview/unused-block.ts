import type { CardData } from "../blocks/card.ts";
import type { Block, ImageData, LinkData, RichTextNode } from "../content/payload.ts";
import { choiceValue } from "../content/resolve/choice.ts";
import type { BlockRef, BlockSchema, Field } from "../content/schema/fields.ts";

/** Items of each list. */
const SEVERAL = 3;

/** A block that the site's content does not use, filled from its schema: fields say their own names. */
export function unusedBlock(schema: BlockSchema, picture: ImageData | null, at = 0): Block {
  const block: Block = { component: schema.name, _uid: `${schema.name}-${at}` };
  for (const [name, field] of Object.entries(schema.fields)) {
    block[name] = exampleOf(field, { name, schema, picture });
  }
  return block;
}

interface Place {
  name: string;
  schema: BlockSchema;
  picture: ImageData | null;
}

function exampleOf(field: Field, { name, schema, picture }: Place): unknown {
  switch (field.type) {
    case "text":
      return /embed_url|anchor_id/.test(name) ? "" : wordsOf(name);
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
      return "";
    case "languages":
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
      return card(field.to, picture, 0);
    case "relations":
      return Array.from({ length: SEVERAL }, (_, at) => card(field.to, picture, at));
    case "blocks":
      return field.of === "section" ? [] : items(field.of, picture);
  }
}

function items(of: readonly BlockRef[], picture: ImageData | null): Block[] {
  const [first] = of;
  // A block that is only named may hold itself.
  if (!first || typeof first === "string") return [];
  const count = first.name === "Link" ? 1 : SEVERAL;
  return Array.from({ length: count }, (_, at) => unusedBlock(first, picture, at));
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

function card(type: string, image: ImageData | null, at: number): CardData {
  const none = { icon: null, authorImage: null, customerLogo: null, category: OPTION, industry: null, solution: null };
  const result = { prefix: "", number: 42, decimals: 0, suffix: "", label: type };
  const words = { name: type, title: `${type} ${at + 1}`, text: "", author: "", customer: "" };
  const job = { department: "", location: "", employmentType: "", salary: "" };
  const date = { date: "2026-01-01", dateText: "1.1.2026", readingMinutes: 1 };
  const lists = { industries: [], solutions: [] };
  return {
    id: at,
    uuid: `${type}-${at}`,
    component: type,
    href: "/",
    image,
    result,
    ...none,
    ...words,
    ...job,
    ...date,
    ...lists,
  };
}
