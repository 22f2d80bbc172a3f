import { messageOf } from "../../problems/cause.ts";
import type { RawBlock } from "../../site/api/model.ts";
import type { Block } from "../../site/api/payload.ts";
import type { StoryField } from "../../site/api/reader.ts";
import { choiceValue } from "../../site/blocks/choice.ts";
import { isEmpty, isRecord, stringOf, uuidOf } from "../../site/blocks/field-values.ts";
import type { BlockRef, BlockSchema, Choice, Field } from "../../site/blocks/fields.ts";
import { isServiceAsset } from "../assets/asset.ts";
import { listingOf } from "../lists/listing.ts";
import { storyName } from "../map/site.ts";
import { requirePlain } from "../rules/plain-json.ts";
import { addCrops, resolveAsset, resolveAssets } from "./asset.ts";
import { makePageType, type ResolveContext } from "./context.ts";
import { resolveLink } from "./link.ts";
import { markdownNodes, plainNodes } from "./markdown.ts";
import { resolvePlugin } from "./plugin.ts";
import { resolveRichText } from "./rich-text.ts";
import { resolveTable } from "./table.ts";
import { valueShape } from "./value-shape.ts";

/**
 * Turns a stored block into its component's props: links built, images mirrored, relations replaced by cards, nested
 * blocks resolved. A block without a schema is reported and left out; a field with a wrong value is reported and empty.
 * Never throws because of content.
 */
export function resolveBlock(raw: RawBlock, context: ResolveContext, path: string): Block | null {
  const schema = context.catalogue.schema(raw.component);
  if (!schema) {
    report(context, path, {
      code: "CONTENT_UNKNOWN_COMPONENT",
      message: `There is no block "${raw.component}"; it is left out.`,
      hint: "Remove the block from the story, or add a block of this name to the site.",
    });
    return null;
  }
  if (context.catalogue.isShown(schema)) context.used.add(schema.name);
  const listing = takeListing(raw.component, context, path); // before the blocks inside
  const block = resolveFields(raw, schema, context, path);
  const data = context.catalogue.data(schema.name);
  if (data) block.data = namingBlock(block, context, path, () => dataOf(block, data(block, context.reader, listing)));
  return block;
}

/** The fields that a schema declares, with their values. */
export function resolveFields(raw: RawBlock, schema: BlockSchema, context: ResolveContext, path: string): Block {
  const block: Block = { component: schema.name, _uid: stringOf(raw._uid) };
  if (typeof raw._editable === "string" && !context.isOther) block._editable = raw._editable;
  for (const name in schema.fields) {
    const field = schema.fields[name];
    if (!field || field.type === "section" || field.type === "tab") continue;
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    const ref = { block: raw.component, name, field };
    block[name] = resolveField(value, ref, context, path === "" ? name : `${path}/${name}`);
  }
  addCrops(block, raw, context);
  return block;
}

/** What is no JSON would reach the browser as something else, a promise as `{}`. */
function dataOf({ component }: Block, data: unknown): unknown {
  if (isRecord(data) && typeof data.then === "function") {
    throw new Error(`The data file of "${component}" returns a promise, but a page is rendered in one go.`);
  }
  requirePlain(data, `The data file of "${component}"`);
  return data;
}

/** An error of a data file, with its block before the message, and its story if that is not the page's. */
function namingBlock<T>({ component }: Block, { isOther, reader }: ResolveContext, path: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    const story = isOther ? `${storyName(reader.self())}: ` : "";
    const where = path === "" ? component : `${path} (${component})`;
    const error = new Error(`${story}${where}: ${messageOf(cause)}`, { cause });
    error.stack = (cause instanceof Error && cause.stack) || ""; // leads to the line that threw
    throw error;
  }
}

/** Listing routes are made from a story's first listing block (../listing.ts), so only that block gets the route. */
function takeListing(component: string, context: ResolveContext, path: string): ResolveContext["listing"] {
  if (!/^([^/[]+\[\d+\])?$/.test(path) || !listingOf(component, context.pageTypes)) return null;
  const { listing } = context;
  context.listing = null;
  return listing;
}

/** A field and the component that has it. */
interface FieldRef {
  block: string;
  name: string;
  field: Field;
}

/** Resolves a list of blocks; blocks that cannot be resolved are left out. */
function resolveBlocks(raw: unknown, context: ResolveContext, path: string, ref: FieldRef): Block[] {
  const of = ref.field.type === "blocks" && ref.field.of !== "section" ? ref.field.of : undefined;
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((item: unknown, index) => {
    const where = `${path}[${index}]`;
    if (!isRecord(item) || typeof item.component !== "string") {
      report(context, where, wrongShape(ref, `${valueShape(item)} in place of a block`));
      return [];
    }
    const block = resolveBlock(item as RawBlock, context, where);
    if (!block || !accepts(item.component, block, context, of)) {
      if (block) report(context, where, misplaced(item.component, ref));
      return [];
    }
    return [block];
  });
}

/** The blocks in a field of another story that its component's schema allows. */
export function resolveBlockList({ component, value }: StoryField, name: string, context: ResolveContext): Block[] {
  const own = context.catalogue.schema(component)?.fields[name];
  const field: Field = own?.type === "blocks" ? own : { type: "blocks", of: "section" };
  return resolveBlocks(value, context, name, { block: component, name, field });
}

/** By default any block allowed in a page's body; an item has no component to render it alone. */
function accepts(component: string, block: Block, { catalogue }: ResolveContext, of?: readonly BlockRef[]): boolean {
  if (of) return of.some((ref) => (typeof ref === "string" ? ref === component : ref.name === block.component));
  const kind = catalogue.schema(component)?.kind;
  return kind === "section" || kind === "part";
}

function resolveField(raw: unknown, ref: FieldRef, context: ResolveContext, path: string): unknown {
  const { field } = ref;
  if (field.required && isEmpty(raw)) {
    report(context, path, {
      code: "CONTENT_REQUIRED_MISSING",
      message: `The field "${path.split("/").at(-1)}" is empty, but the block cannot be shown without it.`,
      hint: "Fill the field in the content service.",
    });
  }
  const { reader } = context;
  switch (field.type) {
    case "text":
    case "textarea":
    case "datetime":
    case "language":
      return textValue(raw, ref, context, path);
    case "number":
      return numberValue(raw, ref, context, path);
    case "boolean":
      return raw === true || raw === "true" || raw === 1;
    case "richtext":
      return richTextValue(raw, ref, context, path);
    case "markdown":
      return markdownValue(raw, ref, context, path);
    case "table":
      if (!isEmpty(raw) && !isRecord(raw)) report(context, path, wrongShape(ref, valueShape(raw)));
      return resolveTable(raw);
    case "plugin":
      return resolvePlugin(raw, field, context, path);
    case "multilink":
      if (!isEmpty(raw) && !isRecord(raw) && typeof raw !== "string")
        report(context, path, wrongShape(ref, valueShape(raw)));
      return resolveLink(raw, reader, path);
    case "asset":
      if (!isEmpty(raw) && !isRecord(raw) && !isServiceAsset(stringOf(raw)))
        report(context, path, wrongShape(ref, valueShape(raw)));
      return resolveAsset(raw, field.filetypes, reader);
    case "multiasset":
      return resolveAssets(raw, field.filetypes, reader);
    case "option":
      return choice(raw, field.values, context, path);
    case "options":
      return choicesIn(raw)
        .map((item, index) => choice(item, field.values, context, `${path}[${index}]`))
        .filter(Boolean);
    case "languages":
      return choicesIn(raw).map(stringOf).filter(Boolean);
    case "datasource":
      return isEmpty(raw) ? null : reader.option(field.source, stringOf(raw));
    case "datasources":
      return choicesIn(raw).flatMap((item) => reader.option(field.source, stringOf(item)) ?? []);
    case "relation":
      return relation(raw, context, path);
    case "relations":
      return choicesIn(raw).flatMap((item, index) => relation(item, context, `${path}[${index}]`) ?? []);
    case "story":
      return uuidOf(raw);
    case "stories":
      return choicesIn(raw).map(uuidOf).filter(Boolean);
    case "blocks":
      if (!isEmpty(raw) && !Array.isArray(raw)) report(context, path, wrongShape(ref, valueShape(raw)));
      return resolveBlocks(raw, context, path, ref);
    case "section":
    case "tab":
      return undefined;
  }
}

function textValue(raw: unknown, ref: FieldRef, context: ResolveContext, path: string): string {
  if (isEmpty(raw)) return "";
  if (typeof raw !== "string" && typeof raw !== "number") report(context, path, wrongShape(ref, valueShape(raw)));
  return stringOf(raw);
}

/** Text stored before the field became rich text is shown line by line. */
function richTextValue(raw: unknown, ref: FieldRef, context: ResolveContext, path: string): unknown {
  const text = stringOf(raw);
  if (!isEmpty(raw) && !isRecord(raw))
    report(context, path, wrongShape(ref, valueShape(raw), text === "" ? EMPTY : SHOWN));
  const nodes = isRecord(raw) ? raw : plainNodes(text);
  return resolveRichText(nodes, context, path, (body, where) => resolveBlocks(body, context, where, ref));
}

function markdownValue(raw: unknown, ref: FieldRef, context: ResolveContext, path: string): unknown {
  const isRich = isRecord(raw);
  if (!isEmpty(raw) && typeof raw !== "string")
    report(context, path, wrongShape(ref, valueShape(raw), isRich ? SHOWN : EMPTY));
  const { doc, exceedsLimits } = markdownNodes(stringOf(raw));
  if (exceedsLimits) report(context, path, UNREADABLE_MARKDOWN);
  return resolveRichText(isRich ? raw : doc, context, path, () => []);
}

/** Numbers are stored as strings. */
function numberValue(raw: unknown, ref: FieldRef, context: ResolveContext, path: string): number | null {
  if (isEmpty(raw)) return null;
  const value = typeof raw === "string" ? Number(raw.trim().replace(",", ".")) : raw;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0; // turns -0, which JSON does not have, into 0
  report(context, path, wrongShape(ref, valueShape(raw)));
  return null;
}

/** A field that allowed one choice before it allowed several does not hold a list. */
function choicesIn(raw: unknown): unknown[] {
  return Array.isArray(raw) ? raw : isEmpty(raw) ? [] : [raw];
}

/** A field without options allows every value. */
function choice(raw: unknown, values: readonly Choice[], context: ResolveContext, path: string): string {
  const value = stringOf(raw);
  if (value === "" || values.length === 0 || values.some((one) => choiceValue(one) === value)) return value;
  report(context, path, {
    code: "CONTENT_UNKNOWN_CHOICE",
    message: `The chosen value "${value}" is none of the field's options; it is left out.`,
    hint: "Choose another one, or add it to the field's options in the schema.",
  });
  return "";
}

function relation(raw: unknown, context: ResolveContext, path: string): unknown {
  const uuid = uuidOf(raw);
  if (uuid === "") return null;
  const card = context.reader.card(uuid);
  if (!card) {
    const component = context.reader.componentOf(uuid);
    const [why, remedy] =
      component === undefined
        ? ["is not published in this language", "publish that story"]
        : [
            `has no page, since its component "${component}" is no page type`,
            `${makePageType(component)}, or let the field be a \`story\`, whose fields \`reader.fields\` gives`,
          ];
    report(context, path, {
      code: "CONTENT_UNRESOLVED_RELATION",
      message: `The chosen story (${uuid}) ${why}; it is left out.`,
      hint: `Choose another story or ${remedy}.`,
    });
  }
  return card;
}

const UNREADABLE_MARKDOWN = {
  code: "CONTENT_MARKDOWN_LIMIT",
  message: "The Markdown is too long, nested too deeply or has too many marks; it is shown as it was typed.",
  hint: "Split the text into shorter paragraphs or several blocks, or close its brackets and asterisks.",
};
const EMPTY = "it is treated as empty";
const SHOWN = "its text is shown";

function wrongShape({ block, name, field }: FieldRef, found: string, effect = EMPTY): ReturnType<typeof misplaced> {
  return {
    code: "CONTENT_WRONG_SHAPE",
    message: `The field "${name}" is of the kind "${field.type}" in the schema of "${block}", but the story has ${found}; ${effect}.`,
    hint: "If the story is right, correct the kind in the schema; if the component changed since, open the story and save it again.",
  };
}

function misplaced(component: string, { block, name }: FieldRef): { code: string; message: string; hint: string } {
  return {
    code: "CONTENT_MISPLACED_BLOCK",
    message: `A "${component}" is not allowed here; it is left out.`,
    hint: `Move the block to a field that allows it, or allow it in the field "${name}" of the schema of "${block}".`,
  };
}

function report(context: ResolveContext, path: string, text: { code: string; message: string; hint: string }): void {
  context.reader.problem({ severity: "warning", path, ...text });
}
