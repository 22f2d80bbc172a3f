import type { BlockCatalogue } from "../../site/blocks/catalogue.ts";

/** Relation fields as `component.field`, which the editor resolves in the stories it sends. */
export function relationFields(catalogue: BlockCatalogue): string[] {
  return catalogue.all().flatMap(({ component, schema }) =>
    Object.entries(schema.fields)
      .filter(([, field]) => ["relation", "relations", "story", "stories"].includes(field.type))
      .map(([name]) => `${component}.${name}`),
  );
}
