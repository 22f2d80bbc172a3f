/** Checks a definition against its blocks. Node only. */

import { sitegenError } from "../problems/errors.ts";
import { didYouMean } from "../validation/did-you-mean.ts";
import type { SiteBlock } from "./blocks/block-files.ts";
import type { BlockCatalogue } from "./blocks/catalogue.ts";
import type { BlockSchema, Field } from "./blocks/fields.ts";
import { fieldOf } from "./blocks/head-text.ts";
import { DEFAULT_HEAD, type PageType, type ResolvedSite } from "./resolve-site.ts";

type CheckedSite = Pick<ResolvedSite, "pageTypes" | "blocks" | "crops" | "datasources" | "themes">;

/** Throws CONFIG_INVALID (exit 2) if a page type, a listing or a field names something that does not exist. */
export function checkBlocks(
  site: CheckedSite,
  { catalogue, blocks, file }: { catalogue: BlockCatalogue; blocks: readonly SiteBlock[]; file: string },
): void {
  const known = catalogue.all().map(({ component }) => component);
  const faults = [
    ...Object.entries(site.pageTypes).flatMap(([name, type]) => pageTypeFaults(name, type, { site, catalogue, known })),
    ...themeFaults(site, blocks),
    ...cropFaults(site, catalogue),
  ];
  const named = {
    blocks: new Set([...known, ...blocks.map(({ schema }) => schema.name)]),
    pageTypes: Object.keys(site.pageTypes),
    datasources: site.datasources,
  };
  const inSchemas = blocks.flatMap(({ schema, files }) =>
    schemaFieldErrors(schema, named).map((text) => ({ file: files.schema, text })),
  );
  if (faults.length + inSchemas.length === 0) return;
  throw sitegenError("CONFIG_INVALID", {
    message: [...faults, ...inSchemas.map((one) => `${one.file}: ${one.text}`)].join("\n"),
    where: faults.length > 0 ? file : (inSchemas[0]?.file ?? file),
    hint: `The site has the blocks ${known.join(", ") || "none"}. docs/writing-a-block.md shows how to add one.`,
  });
}

/** Fields in the crop rules that are not image fields of their blocks. */
function cropFaults({ crops }: CheckedSite, catalogue: BlockCatalogue): string[] {
  return Object.entries(crops).flatMap(([component, fields]) =>
    Object.entries(fields).flatMap(([name, rules]) => {
      const own = catalogue.schema(component)?.fields ?? {};
      return [name, ...rules.flatMap(({ unless }) => unless ?? [])]
        .filter((field) => !isPicture(own[field]))
        .map(
          (field) =>
            `The key "crops.${component}" names "${field}", which is no picture field of such a block.${didYouMean(field, Object.keys(own))}`,
        );
    }),
  );
}

function isPicture(field: Field | undefined): boolean {
  return field?.type === "asset" && field.filetypes.includes("images");
}

interface CheckInput {
  site: CheckedSite;
  catalogue: BlockCatalogue;
  /** Component names of the site's blocks. */
  known: readonly string[];
}

function pageTypeFaults(
  name: string,
  { listing, ...type }: PageType,
  { site, catalogue, known }: CheckInput,
): string[] {
  const [folder = "blocks"] = site.blocks;
  const noBlock = (key: string, block: string, what: string) =>
    `The key "${key}" names ${what} without a block in ${folder}.${didYouMean(block, known)}`;
  const key = `pageTypes.${name}`;
  const own = catalogue.schema(name);
  // Page types may share one list of fields, each having only some of them.
  const ofSomePage = (field: string) =>
    Object.keys(site.pageTypes).some((one) => Object.hasOwn(catalogue.schema(one)?.fields ?? {}, field));
  const lister = listing && catalogue.schema(listing.block);
  return [
    ...(own
      ? [
          ...unknownField(`${key}.date`, type.date, { schema: own, fallback: "date" }),
          ...unknownField(`${key}.category.field`, type.category?.field, { schema: own }),
          ...HEAD_PARTS.flatMap((part) =>
            type.head[part]
              .filter((field) => !DEFAULT_HEAD[part].includes(field) && (field.includes(".") || !ofSomePage(field)))
              .flatMap((field) => unknownPath(`${key}.head.${part}`, field, own)),
          ),
          ...unknownPath(`${key}.head.noindex`, type.head.noindex, own, "noindex"),
        ]
      : [noBlock(key, name, "a component")]),
    ...(listing && !lister ? [noBlock(`${key}.listing.block`, listing.block, `"${listing.block}", a component`)] : []),
    ...(listing && lister
      ? (["perPage", "folder", "featured"] as const).flatMap((part) =>
          unknownField(`${key}.listing.${part}`, listing[part], { schema: lister, fallback: DEFAULTS[part] }),
        )
      : []),
  ];
}

const HEAD_PARTS = ["title", "description", "image"] as const;

/** Default field names, used if the block has such fields: see resolveSite. */
const DEFAULTS = { perPage: "per_page", folder: "starts_with", featured: "featured" };

function unknownField(
  key: string,
  field: string | undefined,
  { schema, fallback }: { schema: BlockSchema; fallback?: string },
): string[] {
  if (field === undefined || field === fallback || Object.hasOwn(schema.fields, field)) return [];
  return [
    `The key "${key}" names "${field}", which is no field of the block "${schema.name}".${didYouMean(field, Object.keys(schema.fields))}`,
  ];
}

/** A path may lead into a plugin field: "seo.title". */
function unknownPath(key: string, path: string, schema: BlockSchema, fallback?: string): string[] {
  const field = fieldOf(path);
  const known = schema.fields[field];
  if (field === path || known === undefined)
    return unknownField(key, field, { schema, ...(fallback !== undefined && { fallback }) });
  return known.type === "plugin"
    ? []
    : [`The key "${key}" names "${path}", but "${field}" is no plugin field, which alone has parts.`];
}

function themeFaults({ themes }: CheckedSite, blocks: readonly SiteBlock[]): string[] {
  if (themes === null || blocks.some(({ schema }) => Object.hasOwn(schema.fields, themes.field))) return [];
  return [`The key "themes.field" names "${themes.field}", which no block has.`];
}

/** What fields may refer to. */
interface NamedBySite {
  /** Names of blocks. */
  blocks: ReadonlySet<string>;
  pageTypes: readonly string[];
  datasources: readonly string[];
}

function schemaFieldErrors({ fields, hydrate, kept, late = [] }: BlockSchema, site: NamedBySite): string[] {
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
      if (field.of === "section") return [];
      // A site in JavaScript may leave the list out.
      if (!Array.isArray(field.of)) return [`the field "${key}" does not say which blocks it takes: blocks(["name"])`];
      return field.of
        .map((one) => (typeof one === "string" ? one : one.name))
        .filter((name) => !blocks.has(name))
        .map(
          (name) =>
            `the field "${key}" takes the block "${name}", which is not defined.${didYouMean(name, [...blocks])}`,
        );
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
    case "stories":
      return field.to === "" || pageTypes.includes(field.to) || blocks.has(field.to)
        ? []
        : [
            `the field "${key}" takes stories of the component "${field.to}", which is not defined.${didYouMean(field.to, pageTypes)}`,
          ];
    default:
      return [];
  }
}
