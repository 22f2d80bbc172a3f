import { type BlockCatalogue, componentName } from "../catalogue.ts";
import type { BlockSchema, Field } from "./fields.ts";

type Json = Record<string, unknown>;

/** A component as Storyblok's CLI pulls and pushes it (Storyblok facts §7.2). */
export interface StoryblokComponent extends Json {
  name: string;
  display_name: string;
  description: string;
  is_root: boolean;
  is_nestable: boolean;
  schema: Record<string, Json>;
}

/** All block schemas as Storyblok components under their real names: what `sitegen schema` prints. */
export function toStoryblok(catalogue: BlockCatalogue, platformName: string): StoryblokComponent[] {
  const name = (schema: BlockSchema) => componentName(schema.name, platformName);
  const all = catalogue.all();
  const sections = all
    .filter(({ schema }) => schema.kind === "section" || schema.kind === "part")
    .map(({ component }) => component);
  return all.map(({ component, schema }) => {
    const isRoot = schema.kind === "page" || schema.kind === "global";
    const fields = Object.entries(schema.fields).map(
      ([key, field], pos) => [key, { pos, ...fieldDefinition(field, sections, name) }] as const,
    );
    return {
      name: component,
      display_name: component,
      description: schema.description,
      is_root: isRoot,
      is_nestable: !isRoot,
      schema: Object.fromEntries(fields),
    };
  });
}

function fieldDefinition(field: Field, sections: readonly string[], name: (schema: BlockSchema) => string): Json {
  const common = {
    ...(field.required && { required: true }),
    ...(field.translatable && { translatable: true }),
    ...(field.description && { description: field.description }),
  };
  return { ...typeDefinition(field, sections, name), ...common };
}

function typeDefinition(field: Field, sections: readonly string[], name: (schema: BlockSchema) => string): Json {
  switch (field.type) {
    case "asset":
    case "multiasset":
      return { type: field.type, filetypes: [...field.filetypes] };
    case "option":
      return { type: "option", options: field.values.map((value) => ({ name: value, value })) };
    case "datasource":
    case "datasources":
      return {
        type: field.type === "datasource" ? "option" : "options",
        source: "internal",
        datasource_slug: field.source,
      };
    case "relation":
    case "relations":
      return {
        type: field.type === "relation" ? "option" : "options",
        source: "internal_stories",
        filter_content_type: [field.to],
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
