/** The content of the first stories: what the site's own space folder has of it, or the least that the schema asks for. */
import type { StoryblokComponent } from "../../content/schema/storyblok.ts";
import { ASSET_ORIGIN, type StoredContent } from "../../space/model.ts";

type Json = Readonly<Record<string, unknown>>;
type Components = ReadonlyMap<string, StoryblokComponent>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A story's content without what another space does not have: links to stories, chosen stories, files of the folder. A
 * block that needs one of them is left out.
 */
export function ownContent(content: StoredContent, components: Components): Json | null {
  if (!components.has(content.component)) return null;
  return { ...fieldsOf(content, components).fields, component: content.component };
}

function fieldsOf(block: Json, components: Components): { fields: Record<string, unknown>; lacks: boolean } {
  const schema = components.get(String(block.component))?.schema ?? {};
  const fields: Record<string, unknown> = {};
  let [lacks, lost] = [false, false];
  for (const [key, value] of Object.entries(block)) {
    const field = schema[key.split("__i18n__")[0] ?? ""];
    if (!field && key !== "component" && key !== "_uid") continue;
    const kept = keep(value, components);
    if (kept !== undefined) fields[key] = kept;
    lost ||= kept === undefined;
    lacks ||= kept === undefined && field?.required === true;
  }
  // Nothing is left of a block that only chose a story.
  const isEmpty = Object.keys(fields).every((key) => key === "component" || key === "_uid");
  return { fields, lacks: lacks || (lost && isEmpty) };
}

/** Undefined for what has to go. */
function keep(value: unknown, components: Components): unknown {
  if (typeof value === "string") return UUID.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map((one) => keep(one, components)).filter((one) => one !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const object: Json = { ...value };
  if (typeof object.component === "string") {
    const { fields, lacks } = fieldsOf(object, components);
    return lacks || !components.has(object.component) ? undefined : fields;
  }
  if (isElsewhere(object)) return undefined;
  const rows = Object.entries(object).map(([key, inner]) => [key, keep(inner, components)] as const);
  return Object.fromEntries(rows.filter(([, inner]) => inner !== undefined));
}

/** Links to stories, as a field or in rich text; files of the space folder. */
function isElsewhere(value: Json): boolean {
  const attributes = typeof value.attrs === "object" && value.attrs !== null ? { ...value.attrs } : {};
  const { linktype, filename, src } = { ...value, ...attributes } as Json;
  if (linktype === "story") return true;
  return [filename, src].some((address) => typeof address === "string" && address.startsWith(ASSET_ORIGIN));
}

/** A story of a component with a value in each field that is required and can be made up. */
export function leastContent(component: StoryblokComponent, title: string): Json {
  const rows = Object.entries(component.schema).flatMap(([key, { type, required }]) => {
    const value = required === true ? PLACEHOLDERS[String(type)]?.(title) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return { component: component.name, ...Object.fromEntries(rows) };
}

const PLACEHOLDERS: Readonly<Record<string, (title: string) => unknown>> = {
  text: (title) => title,
  textarea: (title) => title,
  markdown: (title) => title,
  number: () => "1",
  datetime: () => "2026-01-01 00:00",
  bloks: () => [],
  richtext: (text) => ({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] }),
};
