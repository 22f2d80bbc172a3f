/** Types only: the fields of a block of @storyblok/schema, as those of a schema. */

/** By name, from the list that `defineBlock` of @storyblok/schema is given. */
export type FieldsOfList<F> = {
  [K in F extends { name: infer N extends string } ? N : never]: FieldOf<Extract<F, { name: K }>>;
};

type FieldOf<F> = F extends { type: "bloks" }
  ? { type: "blocks"; of: readonly string[] }
  : F extends { type: "custom" }
    ? { type: "plugin"; fieldType: string }
    : F extends { type: "option" | "options" }
      ? ChoiceOf<F>
      : F extends { type: "asset" | "multiasset"; filetypes: infer K }
        ? { type: F["type"]; filetypes: K }
        : F extends { type: "asset" | "multiasset" }
          ? { type: F["type"]; filetypes: readonly [] }
          : F extends { type: infer T }
            ? { type: T }
            : never;

type ChoiceOf<F extends { type: "option" | "options" }> = F extends { source: "internal" }
  ? { type: F["type"] extends "option" ? "datasource" : "datasources"; source: string }
  : F extends { source: "internal_stories" }
    ? { type: F["type"] extends "option" ? "relation" : "relations"; to: string }
    : F extends { source: "internal_languages" }
      ? { type: F["type"] extends "option" ? "language" : "languages" }
      : { type: F["type"]; values: readonly string[] };
