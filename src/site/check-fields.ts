/** Checks a block's schema against the rest of the site; messages start after the file's name. */
import type { BlockSchema, Field } from "../content/schema/fields.ts";
import { closestMatch } from "../validation/did-you-mean.ts";

/** What fields may refer to. */
export interface NamedBySite {
  /** Names of blocks. */
  blocks: ReadonlySet<string>;
  pageTypes: readonly string[];
  datasources: readonly string[];
}

export function schemaFieldErrors({ fields, hydrate, kept, late = [] }: BlockSchema, site: NamedBySite): string[] {
  const names = Object.keys(fields);
  const noField = (where: string, key: string) =>
    Object.hasOwn(fields, key)
      ? []
      : [`${where} names "${key}", which is no field of the block.${didYouMean(key, names)}`];
  return [
    ...Object.entries(fields).flatMap(([key, field]) => fieldFaults(key, field, site)),
    ...(Array.isArray(hydrate) ? hydrate.flatMap((key) => noField('"hydrate"', key)) : []),
    ...late.flatMap((key) => noField('"late"', key)),
    ...Object.keys(kept ?? {}).flatMap((path) =>
      path === "_uid" || path.startsWith("data.") ? [] : noField('"kept"', path.split(".")[0] ?? ""),
    ),
    ...Object.entries(fields).flatMap(([name, field]) =>
      field.type === "section" || field.type === "tab"
        ? field.keys.flatMap((key) => noField(`the ${field.type} "${name}"`, key))
        : [],
    ),
  ];
}

function fieldFaults(key: string, field: Field, { blocks, pageTypes, datasources }: NamedBySite): string[] {
  switch (field.type) {
    case "blocks":
      return field.of === "section" ? [] : field.of.flatMap((one) => unknownBlock(key, one, blocks));
    case "datasource":
    case "datasources":
      return datasources.includes(field.source)
        ? []
        : [
            `the field "${key}" has its values from the datasource "${field.source}", which is not among "datasources" of the site definition.${didYouMean(field.source, datasources)}`,
          ];
    case "relation":
    case "story":
    case "relations":
      return field.to === "" || pageTypes.includes(field.to) || blocks.has(field.to)
        ? []
        : [
            `the field "${key}" takes stories of the component "${field.to}", which is not defined.${didYouMean(field.to, pageTypes)}`,
          ];
    default:
      return [];
  }
}

function unknownBlock(key: string, one: BlockSchema | string, blocks: ReadonlySet<string>): string[] {
  const name = typeof one === "string" ? one : one.name;
  return blocks.has(name)
    ? []
    : [`the field "${key}" takes the block "${name}", which is not defined.${didYouMean(name, [...blocks])}`];
}

/** " Did you mean …?", or "". */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = closestMatch(word, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
