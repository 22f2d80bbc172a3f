/** States that are rare in a site's content but possible for editors, derived from a use of the block. */
import type { Block } from "../site/api/payload.ts";
import { isRecord } from "../site/blocks/field-values.ts";
import type { BlockSchema, Field } from "../site/blocks/fields.ts";
import { copyWithIds, isImage } from "./block-states.ts";

export interface BlockState {
  /** Name of the state in URLs and captions. */
  name: string;
  block: Block;
}

export interface StateMaker {
  schemas: ReadonlyMap<string, BlockSchema>;
  /** The block as an editor has just added it. */
  empty: (schema: BlockSchema) => Block;
}

const MANY = 12;
/** A real word that is hard to break, and a sentence that is too long. */
const LONG_WORD = "telecommunications";
const LONG_TEXT = "Telecommunications and everything else that had to be mentioned here.";

/** Empty, long words, no picture, one item, many items: those that differ from the use itself. */
export function edgeCaseStates(used: Block, schema: BlockSchema, maker: StateMaker): BlockState[] {
  const states = [
    { name: "empty", block: maker.empty(schema) },
    { name: "long-text", block: withLongText(used, maker) },
    { name: "no-image", block: withoutImages(used) as Block },
    { name: "one-item", block: withItems(used, schema, 1) },
    { name: "many-items", block: withItems(used, schema, MANY) },
  ];
  const seen = new Set([JSON.stringify(used)]);
  return states.filter(({ block }) => {
    const text = JSON.stringify(block);
    return !seen.has(text) && seen.add(text);
  });
}

function withLongText(used: Block, { schemas }: StateMaker): Block {
  // Figures, units and years are not changed.
  const lengthen = (text: string) => (text.length < 5 ? text : `${text} ${text.length < 24 ? LONG_WORD : LONG_TEXT}`);
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    const texts = textsOf(value, schemas);
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [
        key,
        typeof child === "string" && texts.has(key) ? lengthen(child) : walk(child),
      ]),
    );
  };
  return walk(used) as Block;
}

/** Keys of a story's card, whose type is the site's own, that are not displayed as text. */
const NOT_WORDS = new Set(["uuid", "component", "href", "date", "dateText", "lang"]);
const NODE_TEXTS = new Set(["text"]);
const NO_TEXTS = new Set<string>();

/** Keys under which a block, a card or rich text stores text from editors. */
function textsOf(value: Record<string, unknown>, schemas: StateMaker["schemas"]): ReadonlySet<string> {
  if (value.type === "text") return NODE_TEXTS;
  if (isCard(value)) return new Set(Object.keys(value).filter((key) => !NOT_WORDS.has(key)));
  const fields = schemas.get(String(value.component))?.fields ?? {};
  const texts = Object.entries(fields).filter(([, field]) => field.translatable && /^text/.test(field.type));
  return texts.length > 0 ? new Set(texts.map(([name]) => name)) : NO_TEXTS;
}

function withoutImages(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((child) => !isImage(child)).map(withoutImages);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, isImage(child) ? null : withoutImages(child)]),
  );
}

/** Sets the length of lists: the block's own, and those of stories that its data function returned. */
function withItems(used: Block, schema: BlockSchema, count: number): Block {
  const lists = Object.entries(schema.fields).filter(([, field]) => isList(field));
  const resized = lists.map(([name]) => [name, resize(used[name] as unknown[], count)]);
  const data = "data" in used ? { data: withStories(used.data, count) } : {};
  return { ...used, ...Object.fromEntries(resized), ...data };
}

/** A page's body is not a list of items. */
function isList(field: Field): boolean {
  if (field.type === "blocks") return field.of !== "section";
  return field.type === "relations" || field.type === "multiasset";
}

function withStories(value: unknown, count: number): unknown {
  if (Array.isArray(value)) {
    const stories =
      value.length > 0 && value.every((child) => isCard(child) || (isRecord(child) && isCard(child.card)));
    return stories ? resize(value, count) : value.map((child) => withStories(child, count));
  }
  if (!isRecord(value) || isCard(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withStories(child, count)]));
}

/** Shortens a list to one item, or repeats it; copies get their own ids. */
function resize(list: readonly unknown[], count: number): unknown[] {
  if (count === 1) return list.slice(0, 1);
  const length = list.length === 0 ? 0 : Math.max(list.length, count);
  return Array.from({ length }, (_, at) => {
    const item = list[at % list.length];
    return at < list.length ? item : copyWithIds(item, `again-${at}`);
  });
}

/** A result of the site's `card` function: its type is the site's own, but it links to the story. */
function isCard(value: unknown): boolean {
  return isRecord(value) && "uuid" in value && "href" in value;
}
