import { type BlockCatalogue, componentName } from "./catalogue.ts";
import { choiceName, choiceValue } from "./choice.ts";
import type { BlockRef, Field } from "./fields.ts";

type Json = Record<string, unknown>;

/** A component in the format of Storyblok's CLI. */
export interface StoryblokComponent extends Json {
  name: string;
  display_name: string;
  description: string;
  is_root: boolean;
  is_nestable: boolean;
  schema: Record<string, Json>;
}

/** All block schemas as Storyblok components with their actual names: what `sitegen schema` prints. */
export function toStoryblok(catalogue: BlockCatalogue, platformName: string): StoryblokComponent[] {
  const name = (ref: BlockRef) => (typeof ref === "string" ? ref : componentName(ref.name, platformName));
  const all = catalogue.all();
  const sections = all
    .filter(({ schema }) => schema.kind === "section" || schema.kind === "part")
    .map(({ component }) => component);
  return all.map(({ component, schema }) => {
    const isRoot = schema.kind === "page" || schema.kind === "global";
    const fields = Object.entries(schema.fields).map(
      ([key, field], pos) => [key, { pos, ...storyblokField(field, sections, name) }] as const,
    );
    return {
      name: component,
      display_name: component,
      description: schema.description,
      is_root: isRoot,
      is_nestable: !isRoot,
      ...schema.editor,
      schema: Object.fromEntries(fields),
    };
  });
}

/** A field as the service has it. `sections` are the names of the blocks of a page's body. */
export function storyblokField(field: Field, sections: readonly string[], name: (ref: BlockRef) => string): Json {
  const common = {
    ...(field.required && { required: true }),
    ...(field.translatable && { translatable: true }),
    ...(field.description && { description: field.description }),
    ...(field.displayName && { display_name: field.displayName }),
  };
  return { ...typeDefinition(field, sections, name), ...common, ...field.editor };
}

function typeDefinition(field: Field, sections: readonly string[], name: (ref: BlockRef) => string): Json {
  switch (field.type) {
    case "asset":
    case "multiasset":
      return { type: field.type, ...(field.filetypes.length > 0 && { filetypes: [...field.filetypes] }) };
    case "option":
    case "options":
      return {
        type: field.type,
        options: field.values.map((choice) => ({ name: choiceName(choice), value: choiceValue(choice) })),
      };
    case "language":
    case "languages":
      return { type: field.type === "language" ? "option" : "options", source: "internal_languages" };
    case "plugin":
      return { type: "custom", field_type: field.fieldType };
    case "section":
    case "tab":
      return { type: field.type, keys: [...field.keys] };
    case "datasource":
    case "datasources":
      return {
        type: field.type === "datasource" ? "option" : "options",
        source: "internal",
        datasource_slug: field.source,
      };
    case "relation":
    case "story":
    case "relations":
    case "stories":
      return {
        type: field.type === "relations" || field.type === "stories" ? "options" : "option",
        source: "internal_stories",
        ...(field.to !== "" && { filter_content_type: [field.to] }),
      };
    case "blocks":
      return {
        type: "bloks",
        restrict_components: true,
        component_whitelist: field.of === "section" ? [...sections] : field.of.map(name),
      };
    default:
      return { type: field.type };
  }
}
