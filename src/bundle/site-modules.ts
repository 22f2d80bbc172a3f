/** The modules that stand for a site in sitegen's own code: their text, made from what the site consists of. */
import { createHash } from "node:crypto";
import type { BlockFiles } from "../site/block-files.ts";
import type { ResolvedConsent } from "../site/consent.ts";

/** Where a component of the layout comes from: a module's export. */
export interface LayoutPart {
  name: "Document" | "Layout" | "ErrorPage" | "NotFound";
  file: string;
  /** Null: no module exports it, so it is taken out of the definition. */
  exported: string | null;
}

/** What the browser's code of a site is made from. Paths are absolute. */
export interface ClientSource {
  /** The definition's file. */
  file: string;
  blocks: readonly { name: string; exported: string; files: BlockFiles }[];
  interactive: Readonly<Record<string, readonly string[]>>;
  layout: readonly LayoutPart[];
  styles: SiteStyles;
  /** Fonts worth preloading. */
  fonts: readonly string[];
  /** Modules that many blocks use, which therefore come in one file. */
  common: readonly string[];
  /** Modules that import the kit. */
  kitUsers: readonly string[];
  /** Null: no code of the consent dialog is in the bundle. */
  consent: ResolvedConsent | null;
}

/** Which page needs which stylesheet. Paths are absolute, all lists in the order of the cascade. */
export interface SiteStyles {
  /** On every page. */
  base: string[];
  /** On every page too, but nothing that is seen at first needs them. */
  late: string[];
  /** On pages whose blocks need them. */
  units: string[];
  /** By block: places in `units`. */
  uses: Record<string, number[]>;
  /** Blocks that show what is in `late`: their own pages have it before anything is painted. */
  early: string[];
}

export const MODULES = "virtual:sitegen/";

/** A site in the browser, by name of the module. */
export function clientModules(source: ClientSource, app: string): Record<string, string> {
  return {
    app: appModule(source, app),
    loaders: loadersModule(source),
    interactive: `export const interactive = ${JSON.stringify(source.interactive)};`,
    consent: consentModule(source.consent),
    preview: previewModule(source),
  };
}

/** The layout's components alone where they are exports, so that nothing else of the definition reaches the visitor. */
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

/** One chunk a block. */
function loadersModule({ blocks }: ClientSource): string {
  const rows = blocks.flatMap(({ name, exported, files: { component } }) =>
    component === null
      ? []
      : [`  ${text(name)}: () => import(${text(component)}).then((module) => module[${text(exported)}]),`],
  );
  return `export const loaders = {\n${rows.join("\n")}\n};`;
}

/** Loaded on demand, named from sitegen's own folder. */
export const DIALOG = "./src/client/consent/adapter.ts";

/**
 * What the visitor may decide on, and the dialog where there is something. Its revision changes with the choices that
 * are asked for, so that a visitor who decided on others is asked again.
 */
function consentModule(consent: ResolvedConsent | null): string {
  const { categories = [], ask = false } = consent ?? {};
  const optional = categories.filter(({ required }) => !required).map(({ code }) => code);
  return [
    `export const categories = ${JSON.stringify(categories)};`,
    `export const ask = ${ask};`,
    `export const revision = ${ask ? revisionOf(optional) : 0};`,
    `export const loadDialog = ${consent ? `() => import(${text(DIALOG)})` : "null"};`,
  ].join("\n");
}

/** A positive number of 31 bits. */
function revisionOf(codes: readonly string[]): number {
  const bytes = createHash("sha256")
    .update([...codes].sort().join(" "))
    .digest();
  return (bytes.readUInt32BE(0) >>> 1) + 1;
}

/** Only the visual editor loads it: the definition, schemas and data files. */
function previewModule({ file, blocks }: ClientSource): string {
  const withData = blocks.filter(({ files }) => files.data !== null);
  return [
    `import * as module from ${text(file)};`,
    ...blocks.map(({ files }, index) => `import * as s${index} from ${text(files.schema)};`),
    ...withData.map(({ files }, index) => `import * as d${index} from ${text(files.data ?? "")};`),
    "const named = (exports, name) => {",
    "  const schema = exports.schema ?? exports.default;",
    '  return schema.name === "" ? Object.assign(schema, { name }) : schema;',
    "};",
    "export const definition = module.default ?? module.site;",
    `export const schemas = [${blocks.map(({ name }, index) => `named(s${index}, ${text(name)})`).join(", ")}];`,
    `export const data = { ${withData.map(({ name }, index) => `${text(name)}: d${index}.data ?? d${index}.default`).join(", ")} };`,
  ].join("\n");
}

/** A site in Node: its definition, the modules that this imports, its blocks' modules, and what renders a page. */
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
