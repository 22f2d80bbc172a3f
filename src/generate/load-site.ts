import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SiteCode } from "../bundle/bundle-site.ts";
import type { LayoutPart, RoutePart } from "../bundle/site-modules.ts";
import type { Config } from "../config/config.ts";
import { fileStamp } from "../files/file-hashes.ts";
import { contentHash } from "../files/hash.ts";
import type { App, Layout } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import { sitegenError } from "../problems/errors.ts";
import type { SiteBlock } from "../site/blocks/block-files.ts";
import { type BlockModules, interactiveBlocks, keptFieldsOf, readBlocks } from "../site/blocks/block-files.ts";
import type { BlockCatalogue } from "../site/blocks/catalogue.ts";
import { createCatalogue } from "../site/blocks/catalogue.ts";
import type { KeptFields } from "../site/blocks/fields.ts";
import { checkBlocks } from "../site/check-blocks.ts";
import { checkDefinition } from "../site/check-definition.ts";
import type { SiteDefinition } from "../site/definition.ts";
import { checkDomains } from "../site/domains.ts";
import { type ResolvedSite, resolveForBuild, resolveSite } from "../site/resolve-site.ts";
import { routeComponent, routeName } from "../site/routes.ts";
import { blockFaults } from "../site/schema-blocks.ts";
import { resolveNamedFile } from "./definition-file.ts";
import { type BundledSite, codeFile } from "./site-code-cache.ts";
import { withLocation } from "./source-location.ts";

/** The part of the configuration needed to load a site's code. */
export type SiteConfig = Pick<Config, "definition" | "root" | "file" | "site"> &
  Partial<Pick<Config, "origins" | "environment" | "bundler" | "public" | "publicVariables">>;

/** What the module of a bundled site exports: see serverModule in src/bundle/site-modules.ts. */
interface SiteExports {
  module: Record<string, unknown>;
  imported: Record<string, unknown>[];
  createApp: (layout: Layout) => App;
  blocks: BlockModules[];
}

/**
 * Loads the module of a bundled site, from its file if the state folder holds it, so that errors have a file and line.
 * Throws CONFIG_INVALID (exit 2), with the place in the site, if its code throws.
 */
export async function runSite(
  folder: string | null,
  { code, map }: Pick<SiteCode, "code" | "map">,
): Promise<Record<string, unknown>> {
  const path = folder === null ? "" : codeFile(folder, contentHash(code));
  const isInFile = path !== "" && fileStamp(path) !== "";
  const url = isInFile
    ? pathToFileURL(path).href
    : `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  try {
    return (await import(url)) as Record<string, unknown>;
  } catch (cause) {
    throw sitegenError("CONFIG_INVALID", {
      message: withLocation(cause, "The site's code failed while it was loaded: ", map).message,
      hint: "Fix the named line. Of files that import each other, the one that runs first gets undefined from the other: put what both need into a third file.",
      cause,
    });
  }
}

/** Throws CONFIG_INVALID (exit 2) for an invalid definition or block, unless another thread has checked them. */
export function loadSite(
  bundled: BundledSite,
  exports: Record<string, unknown>,
  config: SiteConfig,
  isChecked = false,
): LoadedModules {
  const { imported, createApp, blocks: modules } = exports as Record<string, unknown> & SiteExports; // written by serverModule
  const definition = isChecked ? definitionIn(exports) : checkDefinition(definitionIn(exports), bundled.file);
  const site = resolveForBuild(withOrigins(definition, config));
  checkDomains(site.languages, { origin: config.site.origin, file: bundled.file });
  const blocks = readBlocks(bundled.blocks, modules, isChecked ? () => [] : blockFaults);
  refuseAsync(blocks, site, bundled.file);
  const shown = blocks.flatMap(({ name, component }) => (component ? [[name, component.value] as const] : []));
  const data = blocks.flatMap(({ name, data }) => (data ? [[name, data] as const] : []));
  const catalogue = createCatalogue({
    schemas: blocks.map(({ schema }) => schema),
    data: Object.fromEntries(data),
    platformName: config.site.platformName ?? "",
    shown: new Set(shown.map(([name]) => name)),
    files: {
      definition: relative(dirname(bundled.file), bundled.file),
      blocks: Object.fromEntries(
        blocks.map(({ name, files }) => [name, relative(dirname(bundled.file), files.schema)]),
      ),
    },
  });
  if (!isChecked) checkBlocks(site, { catalogue, blocks, file: bundled.file });
  const pages = (site.routes ?? []).map(({ page }, place) => [routeComponent(place), page] as const);
  const routes = routeParts(site, bundled, imported);
  return {
    site: { ...site, chosen: chosenComponents(blocks) },
    blocks,
    // A layout's components can be any React components; only `children` is known of their props.
    App: createApp(site.layout as Layout),
    components: Object.fromEntries([...shown, ...pages]) as Components,
    catalogue,
    interactive: { ...interactiveBlocks(blocks), ...hydratedRoutes(site) },
    keptFields: keptFieldsOf(blocks),
    layout: layoutParts(site.layout as Record<string, unknown>, bundled, imported),
    routes,
    blockCode: new Map(blocks.map(({ name, files }) => [name, codeOf(files, bundled)])),
  };
}

function chosenComponents(blocks: readonly SiteBlock[]): string[] {
  const fields = blocks.flatMap(({ schema }) => Object.values(schema.fields));
  return fields.flatMap((field) =>
    (field.type === "story" || field.type === "stories") && field.to !== "" ? field.to : [],
  );
}

function codeOf({ component, data }: SiteBlock["files"], { blockCode: { modules } }: BundledSite): BlockCodeHashes {
  const at = (file: string | null) => (file === null ? "" : (modules[file] ?? ""));
  return { shown: at(component), data: at(data) };
}

/** The definition alone, with its defaults. Throws CONFIG_INVALID (exit 2). */
export function readDefinition(exports: Record<string, unknown>, file: string): ResolvedSite {
  return resolveSite(checkDefinition(definitionIn(exports), file));
}

function definitionIn({ module }: Record<string, unknown>): SiteDefinition {
  const { default: named, site } = module as { default?: SiteDefinition; site?: SiteDefinition };
  return (named ?? site) as SiteDefinition; // as `checkDefinition` makes sure
}

/** Absolute paths of the other files a definition names. Throws CONFIG_INVALID (exit 2) if one does not exist. */
export function definitionPaths({ blocks, icons }: ResolvedSite, file: string): Pick<BundledSite, "folders" | "icons"> {
  const found = Object.entries(icons).map(([name, path]) => [
    name,
    resolveNamedFile({ key: `icons.${name}`, path, file }),
  ]);
  for (const path of blocks) resolveNamedFile({ key: "blocks", path, file });
  return { folders: blocks.map((name) => resolve(dirname(file), name)), icons: Object.fromEntries(found) };
}

/** The module of each layout component, so that the browser need not load the whole definition. */
function layoutParts(
  layout: Readonly<Record<string, unknown>>,
  { imported: files, file }: BundledSite,
  modules: readonly Readonly<Record<string, unknown>>[],
): LayoutPart[] {
  return (["Document", "Layout", "ErrorPage", "NotFound", "richText"] as const).flatMap((name): LayoutPart[] => {
    const value = layout[name];
    if (value === undefined) return [];
    return [{ name, ...(exportOf(value, files, modules) ?? { file, exported: null }) }];
  });
}

/** The file that exports a value. */
function exportOf(
  value: unknown,
  files: readonly string[],
  modules: readonly Readonly<Record<string, unknown>>[],
): { file: string; exported: string } | undefined {
  for (const [index, module] of modules.entries()) {
    const exported = Object.keys(module).find((key) => module[key] === value);
    if (exported !== undefined) return { file: files[index] ?? "", exported };
  }
  return undefined;
}

/** The modules of pages without a story. Throws CONFIG_INVALID for one that no file exports. */
function routeParts(
  { routes = [] }: ResolvedSite,
  { imported, file }: BundledSite,
  modules: readonly Readonly<Record<string, unknown>>[],
): RoutePart[] {
  return routes.map(({ page }, place) => {
    const found = exportOf(page, imported, modules);
    if (found) return { name: routeComponent(place), ...found };
    throw sitegenError("CONFIG_INVALID", {
      message: `The key "routes.${place}.page" is a component that no file exports.`,
      where: file,
      hint: "Put the page into a file of its own, export it, and import it in the definition: browsers get that file alone.",
    });
  });
}

/** Pages without a story that browsers get the code of. */
function hydratedRoutes({ routes = [] }: ResolvedSite): Record<string, readonly string[]> {
  return Object.fromEntries(
    routes.flatMap(({ hydrate = true }, place) => (hydrate ? [[routeComponent(place), []] as const] : [])),
  );
}

/**
 * The definition with the environment's origins for its languages. Throws CONFIG_INVALID (exit 2) for a language
 * without a domain of its own: an environment can change a domain but not add one.
 */
function withOrigins(
  definition: SiteDefinition,
  { origins = {}, environment, file }: Partial<Pick<Config, "origins" | "environment" | "file">>,
): SiteDefinition {
  const own = definition.languages.filter(({ origin }) => origin !== undefined).map(({ code }) => code);
  const foreign = Object.keys(origins).filter((code) => !own.includes(code));
  if (foreign.length > 0) {
    const there = own.length === 0 ? "no language has an `origin`" : `those with an \`origin\` are ${own.join(", ")}`;
    throw sitegenError("CONFIG_INVALID", {
      message: foreign
        .map((code) => `The key "environments.${environment}.origins.${code}" has no effect: ${there}.`)
        .join("\n"),
      where: file,
    });
  }
  const languages = definition.languages.map((one) => {
    const origin = origins[one.code];
    return origin === undefined ? one : { ...one, origin };
  });
  return { ...definition, languages };
}

const AsyncFunction = (async () => undefined).constructor;
const ASYNC_EXPORT = /^[^\S\n]*export\s+(?:default\s+|const\s+\w+[^=\n]*=\s*)?async\b/m;

/** An async function as the value of a key, or a method. */
const asyncKey = (key: string, after = "") => new RegExp(`${after}[^]*?\\b(?:${key}\\s*:\\s*async|async\\s+${key})\\b`);

/**
 * A page is rendered synchronously: React would fail on an async component with a message that does not name it, the
 * promise of async data would be published as `{}`, and that of a head as nothing. Throws CONFIG_INVALID (exit 2) with
 * `file:line`.
 */
function refuseAsync(blocks: readonly SiteBlock[], { pageTypes, routes = [] }: ResolvedSite, site: string): void {
  const asked = [
    ...blocks.flatMap(({ name, component, data, schema, files }) => [
      { value: component?.value, file: files.component, what: `component of "${name}"`, at: ASYNC_EXPORT },
      { value: data, file: files.data, what: `data function of "${name}"`, at: ASYNC_EXPORT },
      { value: schema.head, file: files.schema, what: `head of "${name}"`, at: asyncKey("head") },
    ]),
    ...Object.entries(pageTypes).map(([name, { headTags }]) => ({
      value: headTags,
      file: site,
      what: `head of the page type "${name}"`,
      at: asyncKey("head", `(?<![\\w-])${name.replace(/\W/g, "\\$&")}(?![\\w-])`),
    })),
    ...routes.flatMap((route, place) =>
      (["data", "head"] as const).map((key) => ({
        value: route[key],
        file: site,
        what: `${key} of the route ${routeName(route, place)}`,
        at: asyncKey(key, "\\broutes\\b"),
      })),
    ),
  ];
  const faults = asked.flatMap(({ value, file, what, at }) =>
    value instanceof AsyncFunction ? [`${placeOf(file, at)}: The ${what}`] : [],
  );
  if (faults.length === 0) return;
  throw sitegenError("CONFIG_INVALID", {
    message: faults.map((fault) => `${fault} is async, but a page is rendered in one go.`).join("\n"),
    hint: "Remove `async`: what comes from elsewhere is a source (docs/your-own-data.md), what changes into an effect (`hydrate`).",
  });
}

/** The file without a line if the export is written in another way. */
function placeOf(file: string | null, pattern: RegExp): string {
  const text = file === null ? "" : readFileSync(file, "utf8");
  const found = pattern.exec(text);
  return found ? `${file}:${text.slice(0, found.index + found[0].length).split("\n").length}` : `${file}`;
}

/** Hashes of what only pages with the block depend on, "" for what it does not have (src/bundle/block-code.ts). */
export interface BlockCodeHashes {
  shown: string;
  data: string;
}

export interface LoadedSite {
  site: ResolvedSite;
  catalogue: BlockCatalogue;
  components: Components;
  /** Blocks whose code the browser needs for hydration, with the fields that make them interactive. */
  interactive: Readonly<Record<string, readonly string[]>>;
  /** Fields of these that only kept parts read, with what remains of them in a document. */
  keptFields: Readonly<Record<string, KeptFields>>;
  /** By block. */
  blockCode: ReadonlyMap<string, BlockCodeHashes>;
  /** The root component of all pages, from the same bundle as the blocks, so that they share React context. */
  App: App;
}

/** The same, with the source modules for the browser's bundle. */
export interface LoadedModules extends LoadedSite {
  blocks: SiteBlock[];
  layout: LayoutPart[];
  routes: RoutePart[];
}
