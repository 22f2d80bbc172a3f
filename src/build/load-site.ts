import { dirname, resolve } from "node:path";
import type { LayoutPart } from "../bundle/site-modules.ts";
import type { Config } from "../config/config.ts";
import { createCatalogue } from "../content/catalogue.ts";
import type { App, Layout } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import { type BlockModules, interactiveBlocks, keptFieldsOf, readBlocks } from "../site/block-files.ts";
import { checkBlocks } from "../site/check-blocks.ts";
import { checkDefinition } from "../site/check-definition.ts";
import type { SiteDefinition } from "../site/definition.ts";
import { checkDomains } from "../site/domains.ts";
import { type ResolvedSite, resolveSite } from "../site/resolve-site.ts";
import { resolveNamedFile } from "./definition-file.ts";
import { withOrigins } from "./environment-origins.ts";
import type { LoadedModules } from "./loaded-site.ts";
import { refuseAsyncBlocks } from "./refuse-async-blocks.ts";
import type { BundledSite } from "./site-code-cache.ts";

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

/** Throws CONFIG_INVALID (exit 2) for an invalid definition or block. */
export function loadSite(bundled: BundledSite, exports: Record<string, unknown>, config: SiteConfig): LoadedModules {
  const { imported, createApp, blocks: modules } = exports as Record<string, unknown> & SiteExports; // our own bundle
  const site = resolveSite(withOrigins(checkedDefinition(exports, bundled.file), config));
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
  return {
    site,
    blocks,
    // A layout's components can be any React components; only `children` is known of their props.
    App: createApp(site.layout as Layout),
    components: Object.fromEntries(shown) as Components,
    catalogue,
    interactive: interactiveBlocks(blocks),
    keptFields: keptFieldsOf(blocks),
    layout: layoutParts(site.layout as Record<string, unknown>, bundled, imported),
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
    for (const [index, module] of modules.entries()) {
      const exported = Object.keys(module).find((key) => module[key] === value);
      if (exported !== undefined) return [{ name, file: files[index] ?? "", exported }];
    }
    return [{ name, file, exported: null }];
  });
}
