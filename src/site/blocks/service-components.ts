/** Components as the content service has them, and the same as fields of a schema. Pure. */

import { isEmpty, listOf } from "./field-values.ts";
import type { BlockDefinition, BlockSchema, Choice, Field, Filetype } from "./fields.ts";
import { type StoryblokComponent, storyblokField } from "./storyblok.ts";
import type { FieldsOfList } from "./storyblok-types.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ServiceComponent extends Json {
  readonly name: string;
  readonly schema: Readonly<Record<string, Json>>;
}

/** Only the service's own record-keeping, or what is the same on every component. */
const RECORDS = new Set(
  "id created_at updated_at real_name all_presets preset_id internal_tags_list metadata content_type_asset_preview schema fields name folder".split(
    " ",
  ),
);
/** Of a field: where it stands, and its number in the service. */
const PLACE = new Set(["id", "pos", "name"]);

/** What a component's field can refer to. */
export interface FieldTargets {
  /** Names of the blocks that it takes. */
  allowed: readonly string[];
  /** Slugs of the space's datasources; without them every name counts. A component keeps that of a deleted one. */
  datasources?: readonly string[];
}

/** A component's field as a schema has it; null for one of a type that does not exist there. */
export function fieldOfService(raw: Json, targets: FieldTargets): Field | null {
  const plain = plainField(raw, targets);
  if (plain === null) return null;
  const common = {
    ...(raw.required === true && { required: true }),
    ...(raw.translatable === true && { translatable: true }),
    ...(isText(raw.description) && { description: raw.description }),
    ...(isText(raw.display_name) && { displayName: raw.display_name }),
  };
  const field = { ...plain, ...common };
  const editor = differences(storyblokField(field, [], String), raw, PLACE);
  return Object.keys(editor).length > 0 ? { ...field, editor } : field;
}

/** What a schema must say besides, so that the component it gives is the service's: other keys, and other values. */
export function editorOf(component: ServiceComponent, made: Json): Record<string, unknown> {
  return differences(made, component, RECORDS);
}

function differences(made: Json, raw: Json, left: ReadonlySet<string>): Record<string, unknown> {
  const keys = [...new Set([...Object.keys(made), ...Object.keys(raw)])].filter((key) => !left.has(key));
  return Object.fromEntries(
    keys.flatMap((key) =>
      sameValue(made[key], raw[key]) ? [] : [[key, isUnset(raw[key]) ? emptyLike(made[key]) : raw[key]]],
    ),
  );
}

/** The service leaves out, or stores as null, what an editor has not set. The order of names in a list says nothing. */
function sameValue(one: unknown, other: unknown): boolean {
  if (isUnset(one) || isUnset(other)) return isUnset(one) && isUnset(other);
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.every((entry) => typeof entry === "string") ? [...value].sort() : value.map(ordered);
  }
  if (typeof value !== "object" || value === null) return value;
  const rows = Object.entries(value).filter(([key, inner]) => !/^_?u?id$/.test(key) && !isUnset(inner));
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]));
}

function isUnset(value: unknown): boolean {
  return value === false || isEmpty(value);
}

function emptyLike(value: unknown): unknown {
  if (typeof value === "boolean") return false;
  return Array.isArray(value) ? [] : null;
}

const SIMPLE = [
  "text",
  "textarea",
  "richtext",
  "markdown",
  "number",
  "boolean",
  "datetime",
  "multilink",
  "table",
] as const;
const FILETYPES: readonly Filetype[] = ["images", "videos", "audios", "texts"];

function plainField(raw: Json, { allowed, datasources }: FieldTargets): Field | null {
  const simple = SIMPLE.find((type) => type === raw.type);
  if (simple) return { type: simple };
  switch (raw.type) {
    case "asset":
    case "multiasset":
      return { type: raw.type, filetypes: FILETYPES.filter((type) => listOf(raw.filetypes).includes(type)) };
    case "image":
      return { type: "asset", filetypes: ["images"] };
    case "file":
      return { type: "asset", filetypes: [] };
    case "option":
    case "options":
      return choiceField(raw, raw.type, datasources);
    case "bloks":
      return { type: "blocks", of: [...allowed] };
    case "custom":
      return { type: "plugin", fieldType: isText(raw.field_type) ? raw.field_type : "" };
    case "section":
    case "tab":
      return { type: raw.type, keys: listOf(raw.keys).filter(isText) };
    default:
      return null;
  }
}

function choiceField(raw: Json, type: "option" | "options", datasources: readonly string[] | undefined): Field {
  const slug = raw.datasource_slug;
  if (raw.source === "internal" && isText(slug) && (datasources?.includes(slug) ?? true)) {
    return { type: type === "option" ? "datasource" : "datasources", source: slug };
  }
  if (raw.source === "internal_stories") {
    const types = [raw.filter_content_type].flat().filter(isText);
    return { type: type === "option" ? "relation" : "relations", to: types.length === 1 ? (types[0] ?? "") : "" };
  }
  if (raw.source === "internal_languages") return { type: type === "option" ? "language" : "languages" };
  return { type, values: listOf(raw.options).flatMap(choiceOf) };
}

function choiceOf(raw: unknown): Choice[] {
  const { name, value } = (raw ?? {}) as { name?: unknown; value?: unknown };
  if (typeof value !== "string") return [];
  return [typeof name === "string" && name !== value ? { name, value } : value];
}

/** Names of the components that a field with blocks takes. */
export function allowedIn(raw: Json, all: readonly ServiceComponent[]): string[] {
  const nestable = all.filter(({ is_nestable }) => is_nestable !== false);
  const named = listOf(raw.component_whitelist).filter(isText);
  const groups = listOf(raw.component_group_whitelist);
  const tags = listOf(raw.component_tag_whitelist).map(String);
  const denied = listOf(raw.component_denylist);
  const fits = ({ name, component_group_uuid, internal_tag_ids }: ServiceComponent) => {
    if (denied.includes(name)) return false;
    if (raw.restrict_components !== true) return true;
    if (raw.restrict_type === "groups") return groups.includes(component_group_uuid);
    if (raw.restrict_type === "tags") return listOf(internal_tag_ids).some((id) => tags.includes(String(id)));
    return named.length === 0 || named.includes(name);
  };
  return nestable
    .filter(fits)
    .map(({ name }) => name)
    .sort();
}

/** A block that `defineBlock` of @storyblok/schema made: its fields are a list. */
export interface StoryblokBlock {
  readonly name: string;
  readonly is_root?: boolean;
  readonly is_nestable?: boolean;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

export function isStoryblokBlock(value: unknown): value is StoryblokBlock {
  return typeof value === "object" && value !== null && "fields" in value && Array.isArray(value.fields);
}

/** Such a block as a component of the service. */
export function componentOfBlock({ fields, ...block }: StoryblokBlock): ServiceComponent {
  const rows = fields.map((field) => [field.name, fieldOfDefinition({ ...field })] as const);
  return { is_root: false, is_nestable: true, ...block, schema: Object.fromEntries(rows) };
}

/** The package's words for what a field refers to, by the service's. */
function fieldOfDefinition({ allow, deny, datasource, ...field }: Json): Json {
  return {
    ...(allow !== undefined && { restrict_components: true, component_whitelist: allow }),
    ...(deny !== undefined && { restrict_components: true, component_denylist: deny }),
    ...(datasource !== undefined && { datasource_slug: datasource }),
    ...field,
  };
}

/** Such a block as a schema; `more` is what the service knows nothing of: whether the browser gets its code, say. */
export function schemaOfBlock(block: StoryblokBlock, more: Omit<BlockDefinition, "fields" | "name"> = {}): BlockSchema {
  const component = componentOfBlock(block);
  const { schema, name } = component;
  const isPage = component.is_root === true && component.is_nestable !== true;
  const description = isText(component.description) ? component.description : "";
  const made = { display_name: null, description, is_root: isPage, is_nestable: !isPage };
  const fields = Object.entries(schema).flatMap(([key, raw]) => {
    const named = listOf(raw.component_whitelist).filter(isText);
    const field = fieldOfService(raw, { allowed: named });
    return field === null ? [] : [[key, field] as const];
  });
  return {
    name,
    kind: isPage ? "page" : "section",
    description,
    editor: editorOf(component, made),
    ...more,
    fields: Object.fromEntries(fields),
  };
}

/** The same, with the types of its fields: `export const schema = fromStoryblok(heroBlock, { hydrate: true })`. */
export function fromStoryblok<const B extends StoryblokBlock>(
  block: B,
  more?: Omit<BlockDefinition, "fields" | "name">,
): TypedSchema<B>;
export function fromStoryblok(block: StoryblokBlock, more = {}): BlockSchema {
  return schemaOfBlock(block, more);
}

type TypedSchema<B extends StoryblokBlock> = Omit<BlockSchema, "name" | "fields"> & {
  readonly name: B["name"];
  readonly fields: FieldsOfList<B["fields"][number]>;
};

/** Lines of what differs, as `sitegen schema --diff` prints them; empty if both are the same. */
export function componentDifferences(
  code: readonly StoryblokComponent[],
  space: readonly ServiceComponent[],
): string[] {
  const inSpace = new Map(space.map((component) => [component.name, component]));
  const inCode = new Set(code.map(({ name }) => name));
  return [
    ...code.flatMap((component) => {
      const other = inSpace.get(component.name);
      return other ? changes(component, other) : [`${component.name}: only in the code`];
    }),
    ...space.filter(({ name }) => !inCode.has(name)).map(({ name }) => `${name}: only in the space`),
  ].sort();
}

function changes(code: StoryblokComponent, space: ServiceComponent): string[] {
  const { name } = code;
  const fields = [...new Set([...Object.keys(code.schema), ...Object.keys(space.schema)])];
  return [
    ...keyChanges(name, { ...code, ...nestable(code, space) }, space, RECORDS),
    ...fields.flatMap((field) => {
      const [own, other] = [code.schema[field], space.schema[field]];
      if (!own) return [`${name}.${field}: only in the space`];
      return other ? keyChanges(`${name}.${field}`, own, other, PLACE) : [`${name}.${field}: only in the code`];
    }),
  ];
}

/** A component without its own display name is called by its name. */
function nestable({ name }: Json, space: Json): Json {
  return isUnset(space.display_name) ? { display_name: null, name } : {};
}

function keyChanges(place: string, code: Json, space: Json, left: ReadonlySet<string>): string[] {
  const keys = [...new Set([...Object.keys(code), ...Object.keys(space)])].filter((key) => !left.has(key));
  return keys
    .filter((key) => !sameValue(code[key], space[key]))
    .map((key) => `${place}: ${key} is ${shown(code[key])} in the code, ${shown(space[key])} in the space`);
}

function shown(value: unknown): string {
  return isUnset(value) ? "not set" : JSON.stringify(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
