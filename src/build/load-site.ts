import { dirname, resolve } from "node:path";
import type { LayoutPart, RoutePart } from "../bundle/site-modules.ts";
import type { Config } from "../config/config.ts";
import { createCatalogue } from "../content/catalogue.ts";
import { sitegenError } from "../errors.ts";
import type { App, Layout } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import { type BlockModules, interactiveBlocks, keptFieldsOf, readBlocks } from "../site/block-files.ts";
import { checkBlocks } from "../site/check-blocks.ts";
import { checkDefinition } from "../site/check-definition.ts";
import type { SiteDefinition } from "../site/definition.ts";
import { checkDomains } from "../site/domains.ts";
import { type ResolvedSite, resolveForBuild, resolveSite } from "../site/resolve-site.ts";
import { routeComponent } from "../site/routes.ts";
import { resolveNamedFile } from "./definition-file.ts";
import { withOrigins } from "./environment-origins.ts";
import type { LoadedModules } from "./loaded-site.ts";
import { refuseAsyncBlocks } from "./refuse-async-blocks.ts";
import type { BundledSite } from "./site-code-cache.ts";

/** The part of the configuration needed to load a site's code. */
export type SiteConfig = Pick<Config, "definition" | "root" | "file" | "site"> &
  Partial<Pick<Config, "origins" | "environment">>;

/** What the module of a bundled site exports: see serverModule in src/bundle/site-modules.ts. */
interface SiteExports {
  module: Record<string, unknown>;
  imported: Record<string, unknown>[];
  createApp: (layout: Layout) => App;
  blocks: BlockModules[];
}

/** Throws CONFIG_INVALID (exit 2) for an invalid definition or block. */
export function loadSite(bundled: BundledSite, exports: Record<string, unknown>, config: SiteConfig): LoadedModules {
  const { imported, createApp, blocks: modules } = exports as Record<string, unknown> & SiteExports; // our own bundle
  const site = resolveForBuild(withOrigins(checkedDefinition(exports, bundled.file), config));
  checkDomains(site.languages, { origin: config.site.origin, file: bundled.file });
  const blocks = readBlocks(bundled.blocks, modules);
  refuseAsyncBlocks(blocks);
  const shown = blocks.flatMap(({ name, component }) => (component ? [[name, component.value] as const] : []));
  const data = blocks.flatMap(({ name, data }) => (data ? [[name, data] as const] : []));
  const catalogue = createCatalogue({
    schemas: blocks.map(({ schema }) => schema),
    data: Object.fromEntries(data),
    platformName: config.site.platformName ?? "",
  });
  checkBlocks(site, { catalogue, blocks, file: bundled.file });
  const pages = (site.routes ?? []).map(({ page }, place) => [routeComponent(place), page] as const);
  const routes = routeParts(site, bundled, imported);
  return {
    site,
    blocks,
    // A layout's components can be any React components; only `children` is known of their props.
    App: createApp(site.layout as Layout),
    components: Object.fromEntries([...shown, ...pages]) as Components,
    catalogue,
    interactive: { ...interactiveBlocks(blocks), ...hydratedRoutes(site) },
    keptFields: keptFieldsOf(blocks),
    layout: layoutParts(site.layout as Record<string, unknown>, bundled, imported),
    routes,
  };
}

/** The definition alone, with its defaults. Throws CONFIG_INVALID (exit 2). */
export function readDefinition(exports: Record<string, unknown>, file: string): ResolvedSite {
  return resolveSite(checkedDefinition(exports, file));
}

function checkedDefinition({ module }: Record<string, unknown>, file: string): SiteDefinition {
  const { default: named, site } = module as { default?: unknown; site?: unknown };
  return checkDefinition(named ?? site, file);
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
  return (["Document", "Layout", "ErrorPage", "NotFound"] as const).flatMap((name): LayoutPart[] => {
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
