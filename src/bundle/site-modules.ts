/** Generates the virtual modules through which sitegen's code imports a site's. */
import { createHash } from "node:crypto";
import type { BlockFiles } from "../site/blocks/block-files.ts";
import type { ResolvedConsent } from "../site/consent.ts";

/** The module and export of a layout component, or of the parts of rich text. */
export interface LayoutPart {
  name: "Document" | "Layout" | "ErrorPage" | "NotFound" | "richText";
  file: string;
  /** Null: no module exports it, so it is taken from the definition. */
  exported: string | null;
}

/** The module and export of a page without a story, by the name of its component. */
export interface RoutePart {
  name: string;
  file: string;
  exported: string;
}

/** Sources of a site's browser code. Paths are absolute. */
export interface ClientSource {
  /** The definition's file. */
  file: string;
  blocks: readonly { name: string; exported: string; isOfService: boolean; files: BlockFiles }[];
  /** Pages without a story, each a script of its own like a block. */
  routes: readonly RoutePart[];
  interactive: Readonly<Record<string, readonly string[]>>;
  layout: readonly LayoutPart[];
  styles: SiteStyles;
  /** Fonts to preload. */
  fonts: readonly string[];
  /** Modules that many blocks use and that are therefore bundled into one file. */
  common: readonly string[];
  /** Modules that import the kit. */
  kitUsers: readonly string[];
  /** Modules that may declare sources or a definition. */
  definers: readonly string[];
  /** Null: the consent dialog is not bundled. */
  consent: ResolvedConsent | null;
  /** Files of the site's parts. */
  parts: readonly { effect: string; styles: string | null }[];
  /** Browsers prerender and follow links themselves, where they can. */
  speculation: boolean;
  viewTransitions: boolean;
  /** Whether pages may have the search, which an address with a query asks at once. */
  search: boolean;
  cachePage: boolean;
}

/** Stands for the error pages among the blocks of `lateUses`; no block is called that. */
export const ERROR_PAGE = "";

/** Which page needs which stylesheets. Paths are absolute, all lists in cascade order. */
export interface SiteStyles {
  /** On every page. */
  base: string[];
  /** On every page, but not needed for the first paint. */
  late: string[];
  /** On pages with blocks that need them. */
  units: string[];
  /** By block: indexes into `units`. */
  uses: Record<string, number[]>;
  /** Those of `late` that a block or an error page shows at once: a page needs them before the markup if it is its own. */
  lateUses: Record<string, number[]>;
}

export const VIRTUAL_MODULES = "virtual:sitegen/";

/** The virtual modules for the browser, by name. */
export function clientModules(source: ClientSource, app: string): Record<string, string> {
  return {
    app: appModule(source, app),
    ...Object.fromEntries(shownBlocks(source).map((block) => [blockModule(block.name), moduleOfBlock(block)])),
    loaders: loadersModule(source),
    interactive: interactiveModule(source),
    consent: consentModule(source.consent),
    parts: partsModule(source),
    preview: previewModule(source),
  };
}

/** Imports the layout's components directly if they are exports, so that the rest of the definition is not bundled. */
function appModule({ layout, file: definition }: ClientSource, app: string): string {
  const names = layout.map(({ name }) => name);
  const loose = layout.filter(({ exported }) => exported === null).map(({ name }) => name);
  return [
    `import { createApp } from ${text(app)};`,
    ...layout.flatMap(({ name, file, exported }) =>
      exported === null ? [] : [`import { ${exported} as ${name} } from ${text(file)};`],
    ),
    ...(loose.length === 0
      ? []
      : [
          `import * as module from ${text(definition)};`,
          `const { ${loose.join(", ")} } = (module.default ?? module.site).layout;`,
        ]),
    `export const App = createApp({ ${names.filter((name) => name !== "Document").join(", ")} });`,
    names.includes("Document") ? "export { Document };" : "export const Document = undefined;",
  ].join("\n");
}

/** The blocks with a component, and the pages without a story: each is a script of its own. */
export function shownBlocks({ blocks, routes }: Pick<ClientSource, "blocks" | "routes">): RoutePart[] {
  const shown = blocks.flatMap(({ name, exported, files: { component } }) =>
    component === null ? [] : [{ name, exported, file: component }],
  );
  return [...shown, ...routes];
}

const BLOCK = "block/";

/** Name of the module that is a block's script. */
export function blockModule(name: string): string {
  return BLOCK + name;
}

/** The block whose script has this entry point; null for another entry point. */
export function blockOfEntry(entry: string): string | null {
  const start = `sitegen:${BLOCK}`;
  return entry.startsWith(start) ? entry.slice(start.length) : null;
}

function moduleOfBlock({ exported, file }: RoutePart): string {
  return `export { ${exported} as default } from ${text(file)};`;
}

/**
 * All blocks' scripts, for the preview alone: whoever names them changes with each of them, so a page names only those
 * of its own blocks.
 */
function loadersModule(source: ClientSource): string {
  const rows = shownBlocks(source).map(
    ({ name }) =>
      `  ${text(name)}: () => import(${text(VIRTUAL_MODULES + blockModule(name))}).then((module) => module.default),`,
  );
  return `export const loaders = {\n${rows.join("\n")}\n};`;
}

function interactiveModule(source: ClientSource): string {
  return [
    `export const known = new Set(${JSON.stringify(shownBlocks(source).map(({ name }) => name))});`,
    `export const interactive = ${JSON.stringify(source.interactive)};`,
  ].join("\n");
}

/** Loaded on demand; relative to sitegen's folder. */
export const CONSENT_DIALOG = "./src/parts/consent/adapter.ts";

/**
 * The consent categories, and the dialog if there are any to choose. The revision changes with the choices, so that
 * visitors who decided about others are asked again.
 */
function consentModule(consent: ResolvedConsent | null): string {
  const { categories = [], ask = false } = consent ?? {};
  const optional = categories.filter(({ required }) => !required).map(({ code }) => code);
  return [
    `export const categories = ${JSON.stringify(categories)};`,
    `export const ask = ${ask};`,
    `export const revision = ${ask ? revisionOf(optional) : 0};`,
    `export const loadDialog = ${consent ? `() => import(${text(CONSENT_DIALOG)})` : "null"};`,
  ].join("\n");
}

/** What runs in an open page, and only what the site has. */
function partsModule({ parts, consent }: ClientSource): string {
  return [
    ...(parts.length === 0 ? [] : [`import { createEffects } from "./src/client/effects.ts";`]),
    ...parts.map(({ effect }, index) => `import { effect as effect${index} } from ${text(effect)};`),
    `export const effects = ${parts.length === 0 ? "null" : `createEffects([${parts.map((_, index) => `effect${index}`).join(", ")}])`};`,
    consent
      ? `export { createConsentService } from "./src/parts/consent/serve-consent.ts";`
      : "export const createConsentService = null;",
  ].join("\n");
}

/** A positive 31-bit number. */
function revisionOf(codes: readonly string[]): number {
  const bytes = createHash("sha256")
    .update([...codes].sort().join(" "))
    .digest();
  return (bytes.readUInt32BE(0) >>> 1) + 1;
}

/**
 * Definition, schemas and data files, which only the visual editor loads. Each data file is a script of its own, so that
 * one that fails while it is loaded costs only its block.
 */
function previewModule({ file, blocks }: ClientSource): string {
  const converts = blocks.some(({ isOfService }) => isOfService);
  const withData = blocks.filter(({ files }) => files.data !== null);
  const loaders = withData.map(
    ({ name, files }) =>
      `  ${text(name)}: () => import(${text(files.data ?? "")}).then((module) => module.data ?? module.default),`,
  );
  return [
    `import * as module from ${text(file)};`,
    ...blocks.map(({ files }, index) => `import * as s${index} from ${text(files.schema)};`),
    ...(converts ? [`import { schemaOfBlock } from "./src/site/blocks/service-components.ts";`] : []),
    "const named = (exports, name) => {",
    `  const ${converts ? "given" : "schema"} = exports.schema ?? exports.default;`,
    ...(converts ? ["  const schema = Array.isArray(given.fields) ? schemaOfBlock(given) : given;"] : []),
    '  return schema.name === "" ? Object.assign(schema, { name }) : schema;',
    "};",
    "export const definition = module.default ?? module.site;",
    `export const schemas = [${blocks.map(({ name }, index) => `named(s${index}, ${text(name)})`).join(", ")}];`,
    `export const dataLoaders = {\n${loaders.join("\n")}\n};`,
  ].join("\n");
}

/** The virtual module for Node: definition, its imports, the blocks' modules, and the renderer. */
export function serverModule(options: {
  file: string;
  imported: readonly string[];
  blocks: readonly BlockFiles[];
  app: string;
}): string {
  const { file, imported, blocks, app } = options;
  const lines: string[] = [];
  const load = (path: string | null) => {
    if (path === null) return "null";
    lines.push(`import * as m${lines.length} from ${text(path)};`);
    return `m${lines.length - 1}`;
  };
  const definition = load(file);
  const modules = blocks.map(
    ({ schema, component, data }) =>
      `  { schema: ${load(schema)}, component: ${load(component)}, data: ${load(data)} },`,
  );
  const others = imported.map(load);
  return [
    ...lines,
    `export { createApp } from ${text(app)};`,
    `export const module = ${definition};`,
    `export const imported = [${others.join(", ")}];`,
    `export const blocks = [\n${modules.join("\n")}\n];`,
  ].join("\n");
}

function text(value: string): string {
  return JSON.stringify(value);
}
