import { dirname, join, resolve } from "node:path";
import type { ClientSource, LayoutPart } from "../bundle/site-modules.ts";
import type { OnDamaged } from "../checksum-file.ts";
import type { Config } from "../config/config.ts";
import { createCatalogue } from "../content/catalogue.ts";
import type { App, Layout } from "../kit/create-app.tsx";
import type { Components } from "../kit/site.tsx";
import { PACKAGE_ROOT } from "../package-root.ts";
import { type BlockModules, interactiveBlocks, readBlocks } from "../site/block-files.ts";
import { checkBlocks } from "../site/check-blocks.ts";
import { checkDefinition } from "../site/check-definition.ts";
import { checkDomains } from "../site/domains.ts";
import { resolveSite } from "../site/resolve-site.ts";
import { definitionFile, namedFile } from "./definition-file.ts";
import { withOrigins } from "./environment-origins.ts";
import type { LoadedModules, LoadedSite } from "./loaded-site.ts";
import { type BundledSite, hashOf, importBundledSite, readBundledSite, writeBundledSite } from "./site-cache.ts";

export interface OpenedSite {
  /** Changes with every byte of the site's code and schemas. */
  hash: string;
  /** The definition's folder. */
  root: string;
  /** Folders of blocks, whose stylesheets all count. */
  folders: readonly string[];
  /** Absolute paths of the icons, where the site has them. */
  icons: { readonly favicon?: string; readonly touchIcon?: string };
  load(): Promise<LoadedSite>;
  /** What the browser's code is made from. */
  client(): Promise<ClientSource>;
}

type SiteConfig = Pick<Config, "definition" | "root" | "file" | "site"> &
  Partial<Pick<Config, "origins" | "environment">>;

/**
 * Finds a site's definition and bundles its code, where no earlier run has done so; `stateDir` null keeps nothing.
 * Throws CONFIG_INVALID and CONFIG_NOT_FOUND (exit 2), BUNDLE_FAILED with file and line.
 */
export async function openSite(
  config: SiteConfig,
  stateDir: string | null,
  onDamaged?: OnDamaged,
): Promise<OpenedSite> {
  const file = definitionFile(config);
  const folder = stateDir === null ? null : join(stateDir, "cache");
  const kept = folder === null ? null : await keptSite(folder, file, onDamaged);
  const bundled = kept ?? (await bundle(file, folder));
  let loading: Promise<LoadedModules> | undefined;
  const load = () => {
    loading ??= loadSite(bundled, folder, config);
    return loading;
  };
  return {
    hash: hashOf(bundled.code),
    root: dirname(bundled.file),
    folders: bundled.folders,
    icons: bundled.icons,
    load,
    client: async () => (await import("./client-source.ts")).clientSource(bundled, await load()),
  };
}

/** Also a block that was added or removed makes another site. */
async function keptSite(folder: string, file: string, onDamaged?: OnDamaged): Promise<BundledSite | null> {
  const kept = readBundledSite(folder, file, onDamaged);
  if (!kept) return null;
  const { findBlocks } = await import("../bundle/find-blocks.ts");
  return JSON.stringify(await findBlocks(kept.folders)) === JSON.stringify(kept.blocks) ? kept : null;
}

/** The definition names the folders of the blocks, so it is read before they are bundled with it. */
async function bundle(file: string, folder: string | null): Promise<BundledSite> {
  const [{ bundleSite }, { findBlocks }] = await Promise.all([
    import("../bundle/bundle-site.ts"),
    import("../bundle/find-blocks.ts"),
  ]);
  const options = { packageRoot: PACKAGE_ROOT, file };
  const first = await bundleSite({ ...options, blocks: [], imported: [] });
  const { module } = await importBundledSite(null, first.code);
  const { blocks: names, icons: given } = resolveSite(checkDefinition(definitionOf(module), file));
  const folders = names.map((name) => resolve(dirname(file), name));
  const blocks = await findBlocks(folders);
  const code = await bundleSite({ ...options, blocks, imported: first.imported });
  const icons = Object.fromEntries(
    Object.entries(given).map(([name, path]) => [name, namedFile({ key: `icons.${name}`, path, file })]),
  );
  const bundled = { ...code, imported: first.imported, file, folders, blocks, icons };
  if (folder !== null) writeBundledSite(folder, bundled);
  return bundled;
}

async function loadSite(bundled: BundledSite, folder: string | null, config: SiteConfig): Promise<LoadedModules> {
  // Our own bundle: its exports are those of src/bundle/site-modules.ts.
  const {
    module,
    imported,
    createApp,
    blocks: modules,
  } = (await importBundledSite(folder, bundled.code)) as {
    module: Record<string, unknown>;
    imported: Record<string, unknown>[];
    createApp: (layout: Layout) => App;
    blocks: BlockModules[];
  };
  const site = resolveSite(withOrigins(checkDefinition(definitionOf(module), bundled.file), config));
  checkDomains(site.languages, { origin: config.site.origin, file: bundled.file });
  const blocks = readBlocks(bundled.blocks, modules);
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
    // A layout's components are whatever React renders; nothing is known of their props but `children`.
    App: createApp(site.layout as Layout),
    components: Object.fromEntries(shown) as Components,
    catalogue,
    interactive: interactiveBlocks(blocks),
    layout: layoutParts(site.layout as Record<string, unknown>, bundled, imported),
  };
}

function definitionOf(module: unknown): unknown {
  const { default: named, site } = module as { default?: unknown; site?: unknown };
  return named ?? site;
}

/** Where each component of the layout comes from: so that the browser need not load the whole definition. */
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
