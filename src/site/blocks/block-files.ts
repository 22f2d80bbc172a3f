/** Reads a site's blocks from the modules in its block folders. Pure: the caller finds and loads the files. */

import { sitegenError } from "../../problems/errors.ts";
import { appendTo } from "../../util/append-to.ts";
import { compareText } from "../../util/compare-text.ts";
import type { DataFunction } from "./catalogue.ts";
import type { BlockSchema, KeptFields } from "./fields.ts";
import { isStoryblokBlock, schemaOfBlock } from "./service-components.ts";
import { pascalCase } from "./type-names.ts";

/** The files of a block: `<stem>.schema.ts`, and `<stem>.tsx` and `<stem>.data.ts` if they exist. */
export interface BlockFiles {
  /** File name without extension. */
  stem: string;
  /** Absolute paths; null if the file does not exist. */
  schema: string;
  component: string | null;
  data: string | null;
}

type Exports = Readonly<Record<string, unknown>>;

/** The modules of a block's files. */
export interface BlockModules {
  schema: Exports;
  component: Exports | null;
  data: Exports | null;
}

export interface SiteBlock {
  /** The component's name in the content service. */
  name: string;
  files: BlockFiles;
  schema: BlockSchema;
  /** True if the module exports a block of @storyblok/schema. */
  isOfService: boolean;
  /** The component and the name of its export; null for a block that others render. */
  component: { value: unknown; exported: string } | null;
  data: DataFunction | null;
}

/** Blocks of these kinds are rendered by themselves, so they need a component. */
const SHOWN: readonly BlockSchema["kind"][] = ["page", "section", "part"];

/**
 * Pairs files with modules in the same order; `faultsOf` checks a schema. Throws CONFIG_INVALID (exit 2) that lists every
 * invalid file.
 */
export function readBlocks(
  files: readonly BlockFiles[],
  modules: readonly BlockModules[],
  faultsOf: (schema: BlockSchema) => readonly string[],
): SiteBlock[] {
  const faults: string[] = [];
  const blocks = files.flatMap((one, index) => {
    const found = readBlock(one, modules[index] ?? { schema: {}, component: null, data: null }, faultsOf);
    if (typeof found !== "string") return [found];
    faults.push(found);
    return [];
  });
  faults.push(...sharedNames(blocks));
  if (faults.length === 0) return blocks.sort((a, b) => compareText(a.name, b.name));
  throw sitegenError("CONFIG_INVALID", {
    message: faults.join("\n"),
    hint: "docs/writing-a-block.md shows the files of a block.",
  });
}

function readBlock(
  files: BlockFiles,
  modules: BlockModules,
  faultsOf: Parameters<typeof readBlocks>[2],
): SiteBlock | string {
  const exported = modules.schema.schema ?? modules.schema.default;
  if (!isSchema(exported)) return `${files.schema} exports no schema: \`export const schema = defineBlock({…})\`.`;
  const unusable = Object.entries(exported.fields).find(([, field]) => typeof field?.type !== "string");
  if (unusable) return `${files.schema}: ${notAField(unusable[0], unusable[1])}`;
  const given = isStoryblokBlock(exported) ? schemaOfBlock(exported) : exported;
  const wrong = faultsOf(given);
  if (wrong.length > 0) return wrong.map((text) => `${files.schema}: ${text}`).join("\n");
  // Other schemas refer to this object, so its name is set in place.
  if (given.name === "") Object.assign(given, { name: files.stem });
  const component = modules.component && componentOf(modules.component, files.stem);
  if (files.component && !component) {
    return `${files.component} exports no component: export a function named ${pascalCase(files.stem)}, or a default.`;
  }
  if (!component && SHOWN.includes(given.kind)) {
    const expected = files.schema.replace(/\.schema\.\w+$/, ".tsx");
    return `${files.schema} declares the block "${given.name}", but there is no component for it: ${expected} is missing.`;
  }
  const data = modules.data && (modules.data.data ?? modules.data.default);
  if (files.data && typeof data !== "function") {
    return `${files.data} exports no data function: \`export const data = (block, reader) => …\`.`;
  }
  const isOfService = given !== exported;
  return { name: given.name, files, schema: given, isOfService, component, data: data as DataFunction | null };
}

function isSchema(value: unknown): value is BlockSchema {
  return (
    typeof value === "object" &&
    value !== null &&
    "fields" in value &&
    typeof value.fields === "object" &&
    value.fields !== null
  );
}

/** A site in JavaScript, or files that import each other: the one that runs first gets undefined from the other. */
function notAField(name: string, value: unknown): string {
  const why =
    value === undefined
      ? "is undefined. Check the name it is imported by, and that the two files do not import each other."
      : "is none: it needs what one of the functions returns, such as `text()`.";
  return `the field "${name}" ${why}`;
}

/** The export with the file's name in any case style, else the default one. */
function componentOf(exports: Exports, stem: string): SiteBlock["component"] {
  for (const exported of [stem, pascalCase(stem), "default"]) {
    const value = Object.hasOwn(exports, exported) ? exports[exported] : undefined;
    if (isComponent(value)) return { value, exported };
  }
  return null;
}

/** True for a function or class, or the result of memo or forwardRef. */
function isComponent(value: unknown): boolean {
  return typeof value === "function" || (typeof value === "object" && value !== null && "$$typeof" in value);
}

function sharedNames(blocks: readonly SiteBlock[]): string[] {
  const files = new Map<string, string[]>();
  for (const { name, files: own } of blocks) appendTo(files, name, own.schema);
  return [...files]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `Two blocks are called "${name}": ${paths.join(" and ")}.`);
}

/** Fields that only kept parts of a block read (see `kept` in a schema). */
export function keptFieldsOf(blocks: readonly SiteBlock[]): Record<string, KeptFields> {
  return Object.fromEntries(blocks.flatMap(({ name, schema: { kept } }) => (kept ? [[name, kept] as const] : [])));
}

/** Interactive blocks, with the fields that make them so (see `hydrate` in a schema). */
export function interactiveBlocks(blocks: readonly SiteBlock[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    blocks.flatMap(({ name, schema: { hydrate = false } }) =>
      hydrate === false ? [] : [[name, hydrate === true ? [] : hydrate]],
    ),
  );
}
