/** A site's blocks from the modules of its block folders. Pure: who finds and loads the files hands them in. */

import { appendTo } from "../content/append-to.ts";
import type { DataFunction } from "../content/catalogue.ts";
import type { BlockSchema, KeptFields } from "../content/schema/fields.ts";
import { pascalCase } from "../content/schema/type-names.ts";
import { sitegenError } from "../errors.ts";

/** The files of one block: `<stem>.schema.ts`, and beside it `<stem>.tsx` and `<stem>.data.ts` where there are any. */
export interface BlockFiles {
  /** Name of the files without their endings. */
  stem: string;
  /** Absolute paths; null where there is no such file. */
  schema: string;
  component: string | null;
  data: string | null;
}

type Exports = Readonly<Record<string, unknown>>;

/** The same files, loaded. */
export interface BlockModules {
  schema: Exports;
  component: Exports | null;
  data: Exports | null;
}

export interface SiteBlock {
  /** Name of the component in the content service. */
  name: string;
  files: BlockFiles;
  schema: BlockSchema;
  /** The component and the name of its export; null for a block that others draw. */
  component: { value: unknown; exported: string } | null;
  data: DataFunction | null;
}

/** Blocks of these kinds are shown by themselves, so they need a component. */
const SHOWN: readonly BlockSchema["kind"][] = ["page", "section", "part"];

/** Pairs files and modules, in the same order. Throws CONFIG_INVALID (exit 2) naming every file that is wrong. */
export function readBlocks(files: readonly BlockFiles[], modules: readonly BlockModules[]): SiteBlock[] {
  const faults: string[] = [];
  const blocks = files.flatMap((one, index) => {
    const found = readBlock(one, modules[index] ?? { schema: {}, component: null, data: null });
    if (typeof found !== "string") return [found];
    faults.push(found);
    return [];
  });
  faults.push(...sharedNames(blocks));
  if (faults.length === 0) return blocks.sort((a, b) => (a.name < b.name ? -1 : 1));
  throw sitegenError("CONFIG_INVALID", {
    message: faults.join("\n"),
    hint: "docs/writing-a-block.md shows the files of a block.",
  });
}

function readBlock(files: BlockFiles, modules: BlockModules): SiteBlock | string {
  const given = modules.schema.schema ?? modules.schema.default;
  if (!isSchema(given)) return `${files.schema} exports no schema: \`export const schema = defineBlock({…})\`.`;
  // Others refer to the schema by this very object, so it must know its name.
  if (given.name === "") Object.assign(given, { name: files.stem });
  const component = modules.component && componentOf(modules.component, files.stem);
  if (files.component && !component) {
    return `${files.component} exports no component: export a function named ${pascalCase(files.stem)}, or a default.`;
  }
  if (!component && SHOWN.includes(given.kind)) {
    const place = files.schema.replace(/\.schema\.\w+$/, ".tsx");
    return `${files.schema} declares the block "${given.name}", but there is no component for it: ${place} is missing.`;
  }
  const data = modules.data && (modules.data.data ?? modules.data.default);
  if (files.data && typeof data !== "function") {
    return `${files.data} exports no data function: \`export const data = (block, reader) => …\`.`;
  }
  return { name: given.name, files, schema: given, component, data: data as DataFunction | null };
}

function isSchema(value: unknown): value is BlockSchema {
  return typeof value === "object" && value !== null && "fields" in value && typeof value.fields === "object";
}

/** The export named like the file, in any spelling that is a name, else the default one. */
function componentOf(exports: Exports, stem: string): SiteBlock["component"] {
  for (const exported of [stem, pascalCase(stem), "default"]) {
    const value = Object.hasOwn(exports, exported) ? exports[exported] : undefined;
    if (isComponent(value)) return { value, exported };
  }
  return null;
}

/** A function or class, or what memo and forwardRef make. */
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

/** Fields of blocks that only their kept parts read (see `kept` of a schema). */
export function keptFieldsOf(blocks: readonly SiteBlock[]): Record<string, KeptFields> {
  return Object.fromEntries(blocks.flatMap(({ name, schema: { kept } }) => (kept ? [[name, kept] as const] : [])));
}

/** Which blocks do something in the browser, and the fields that make them (see `hydrate` of a schema). */
export function interactiveBlocks(blocks: readonly SiteBlock[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    blocks.flatMap(({ name, schema: { hydrate = false } }) =>
      hydrate === false ? [] : [[name, hydrate === true ? [] : hydrate]],
    ),
  );
}
