/** Infers a component's fields from all values in a space. */

import { isServiceAsset } from "../content/assets/asset.ts";
import { isPicture } from "../content/resolve/asset.ts";
import { isRecord } from "../site/blocks/field-values.ts";

/** A field to declare in a schema file; `isEmpty`: no story has a value, so the kind is the likeliest one. */
export type InferredField = { isEmpty?: true } & (
  | { kind: "text" | "textarea" | "markdown" | "richtext" | "boolean" | "datetime" | "multilink" | "table" }
  | { kind: "image" | "asset" | "images" | "assets" | "option" | "options" | "relation" | "relations" }
  /** Only a component's own definition tells these. */
  | { kind: "number" | "file" }
  | { kind: "datasource" | "datasources"; source: string }
  /** `head`: texts for the page's head that its values hold. */
  | { kind: "plugin"; fieldType: string; head: ("title" | "description")[] }
  | { kind: "blocks"; of: string[] }
);

/** What values may refer to. */
export interface ReferenceTargets {
  uuids: ReadonlySet<string>;
  datasources: readonly { slug: string; values: readonly string[] }[];
}

/** Common names of headline fields in several languages. */
export const HEADLINE = /^(headline|heading|title|name|titel|überschrift|ueberschrift|titre|t[ií]tulo|titolo)$/i;

const UNKNOWN = "unknown";
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const DATE = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}.*)?$/;
const MARKDOWN = /^#{1,6} |\*\*\S|\]\(|^[-*] .+\n[-*] |^\d+\. .+\n\d+\. /m;
/** What editors choose from a list for a block's look: nobody writes it to be read. */
const LOOK =
  /^(left|right|cent(er|re)|top|middle|bottom|light|dark|primary|secondary|small|medium|large|full|wide|h[1-6])$/i;
/** Longer texts get a textarea. */
const LONG = 90;

/** Infers a field from stored values, ignoring empty ones. An empty list is one of blocks; without any list it is a text. */
export function inferField(values: readonly unknown[], known: ReferenceTargets): InferredField {
  const filled = values.filter((value) => !isEmpty(value));
  const objects = filled.filter(isRecord);
  const texts = filled.filter((value) => typeof value === "string");
  const lists = filled.filter((value) => Array.isArray(value));
  const ofObject = objects.length > 0 ? ofObjects(objects) : undefined;
  // An object of unknown form among texts or lists is invalid content, not a plugin.
  const isOdd = ofObject?.kind === "plugin" && ofObject.fieldType === UNKNOWN && texts.length + lists.length > 0;
  if (ofObject && !isOdd) return ofObject;
  if (lists.length > 0) return ofLists(lists.flat(), known);
  if (filled.length > 0 && filled.every((value) => typeof value === "boolean")) return { kind: "boolean" };
  if (texts.length > 0) return ofTexts(texts, known);
  if (filled.length > 0) return { kind: "text" };
  if (values.some(Array.isArray)) return { kind: "blocks", of: [], isEmpty: true };
  // An asset field that is still empty exists with an empty filename.
  const isAsset = values.some((value) => isRecord(value) && value.fieldtype === "asset");
  return { kind: isAsset ? "image" : "text", isEmpty: true };
}

function ofObjects(values: readonly Record<string, unknown>[]): InferredField {
  const some = (test: (value: Record<string, unknown>) => boolean) => values.some(test);
  if (some((value) => value.type === "doc")) return { kind: "richtext" };
  if (some((value) => value.fieldtype === "table" || Array.isArray(value.tbody))) return { kind: "table" };
  if (some((value) => value.fieldtype === "multilink" || "linktype" in value)) return { kind: "multilink" };
  if (some((value) => value.fieldtype === "asset" || "filename" in value)) {
    return { kind: values.every(isPictureAsset) ? "image" : "asset" };
  }
  const plugin = values
    .map((value) => value.plugin)
    .find((name): name is string => typeof name === "string" && isUsableName(name));
  const head = (["title", "description"] as const).filter((part) => some((value) => typeof value[part] === "string"));
  return { kind: "plugin", fieldType: plugin ?? UNKNOWN, head };
}

function ofLists(items: readonly unknown[], known: ReferenceTargets): InferredField {
  const objects = items.filter(isRecord);
  const components = objects.flatMap(({ component }) => (typeof component === "string" ? [component] : []));
  if (components.length > 0) return { kind: "blocks", of: [...new Set(components)].filter(isUsableName).sort() };
  if (objects.some((value) => "filename" in value))
    return { kind: objects.every(isPictureAsset) ? "images" : "assets" };
  const texts = items.filter((item) => typeof item === "string");
  if (texts.length > 0 && texts.every((text) => isStory(text, known))) return { kind: "relations" };
  const source = sourceOf(texts, known);
  return source === undefined ? { kind: "options" } : { kind: "datasources", source };
}

function ofTexts(texts: readonly string[], known: ReferenceTargets): InferredField {
  if (texts.every((text) => isStory(text, known))) return { kind: "relation" };
  if (texts.every((text) => DATE.test(text))) return { kind: "datetime" };
  if (texts.every(isServiceAsset))
    return { kind: texts.every((filename) => filename === "" || isPicture(filename)) ? "image" : "asset" };
  const source = sourceOf(texts, known);
  if (source !== undefined) return { kind: "datasource", source };
  if (texts.every((text) => LOOK.test(text))) return { kind: "option" };
  if (texts.some((text) => text.includes("\n") && MARKDOWN.test(text))) return { kind: "markdown" };
  return { kind: texts.some((text) => text.includes("\n") || text.length > LONG) ? "textarea" : "text" };
}

/** The datasource that contains all values, unless they could be there by coincidence. */
function sourceOf(texts: readonly string[], { datasources }: ReferenceTargets): string | undefined {
  if (texts.length === 0 || texts.every((text) => /^\d*$/.test(text))) return undefined;
  return datasources.find(({ values }) => texts.every((text) => values.includes(text)))?.slug;
}

/** True even for a story that is not published any more, since no other text looks like that. */
function isStory(text: string, { uuids }: ReferenceTargets): boolean {
  return uuids.has(text) || UUID.test(text);
}

function isPictureAsset({ filename }: Record<string, unknown>): boolean {
  return typeof filename !== "string" || filename === "" || isPicture(filename);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && "filename" in value && !value.filename;
}

/**
 * Whether code may be written with a name found in content. The service's interface gives components and fields names of
 * letters, digits, `_`, `-` and, in older spaces, blanks; only an import can make others, such as `x*` + `/}{alert()}`.
 * Two leading underscores are the language's own (`__proto__`).
 */
export function isUsableName(name: string): boolean {
  return /^(?!__)[\p{L}\p{M}\p{N}_ -]+$/u.test(name) && /[\p{L}\p{N}]/u.test(name);
}
