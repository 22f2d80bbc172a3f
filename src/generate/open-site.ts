import { dirname, join } from "node:path";
import type { ClientSource } from "../bundle/site-modules.ts";
import type { OnDamaged } from "../files/checksum-file.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { spacesOf } from "../site/spaces.ts";
import { once } from "../util/once.ts";
import { definitionFile } from "./definition-file.ts";
import type { LoadedModules, LoadedSite, SiteConfig } from "./load-site.ts";
import { bundlerKey, openBundler, siteVariables } from "./site-bundler.ts";
import { type BundledSite, readBundledSite, writeBundledSite } from "./site-code-cache.ts";

export interface OpenedSite
  extends Pick<BundledSite, "hash" | "file" | "sources" | "spaces" | "folders" | "imported" | "icons" | "siteFiles"> {
  /** The hash without what only pages of some blocks depend on. */
  commonHash: string;
  root: string;
  load(): Promise<LoadedSite>;
  client(): Promise<ClientSource>;
}

export interface OpenSiteOptions {
  onDamaged?: OnDamaged;
  /** Called once the bundler is at work, if it has to be. */
  meanwhile?: () => unknown;
  /** Another thread has checked the definition and the blocks, which takes 20 MB of memory. */
  isChecked?: boolean;
}

/**
 * Finds a site's definition and bundles its code, unless an earlier run's bundle is current. With `stateDir` null
 * nothing is cached. Throws CONFIG_INVALID and CONFIG_NOT_FOUND (exit 2), and BUNDLE_FAILED with file and line.
 */
export async function openSite(
  config: SiteConfig,
  stateDir: string | null,
  { onDamaged, meanwhile, isChecked }: OpenSiteOptions = {},
): Promise<OpenedSite> {
  const file = definitionFile(config);
  const folder = stateDir === null ? null : join(stateDir, "cache");
  const kept = folder === null ? null : await keptSite(folder, file, config, onDamaged);
  const bundled = kept ?? (await bundle(file, folder, config, meanwhile));
  // What runs and checks a site's code is loaded with it: a build without changes needs neither.
  const load = once(async () => {
    const { loadSite, runSite } = await import("./load-site.ts");
    return loadSite(bundled, await runSite(folder, bundled), config, isChecked);
  });
  return createOpenedSite(bundled, load, config);
}

/** A bundled site whose code is loaded on first use. */
export function createOpenedSite(
  bundled: BundledSite,
  load: () => Promise<LoadedModules>,
  config: SiteConfig,
): OpenedSite {
  return {
    ...bundled,
    commonHash: bundled.blockCode.common,
    root: dirname(bundled.file),
    load,
    async client() {
      const { clientSource } = await import("./client-source.ts");
      return clientSource(bundled, await load(), { postcss: (await openBundler(config)).postcss });
    },
  };
}

/** The cached bundle, if it is current; an added or removed block makes it outdated. */
async function keptSite(
  folder: string,
  file: string,
  config: SiteConfig,
  onDamaged?: OnDamaged,
): Promise<BundledSite | null> {
  const kept = readBundledSite(folder, file, onDamaged);
  if (!kept || !isBundledFor(kept, config)) return null;
  const { findBlocks } = await import("../bundle/find-blocks.ts");
  return JSON.stringify(await findBlocks(kept.folders)) === JSON.stringify(kept.blocks) ? kept : null;
}

/** The code refers to this program's own modules, so another copy of the program bundles it again. */
function keyOf(config: SiteConfig): string {
  return `${PACKAGE_ROOT}\n${bundlerKey(config)}`;
}

/** Whether the code would be the same; the base path matters only if the code imports addresses of files. */
function isBundledFor({ bundledWith, siteFiles, env }: BundledSite, config: SiteConfig): boolean {
  if (bundledWith.key !== keyOf(config)) return false;
  if (siteFiles.length > 0 && bundledWith.base !== config.site.base) return false;
  const values = siteVariables(config);
  return Object.entries(env).every(([name, value]) => values[name] === value);
}

/** Bundles the site; the definition is read first, since it names the blocks' folders. */
async function bundle(
  file: string,
  folder: string | null,
  config: SiteConfig,
  meanwhile?: () => unknown,
): Promise<BundledSite> {
  const begun = Date.now();
  const [{ bundleSite }, { findBlocks }, bundler] = await Promise.all([
    import("../bundle/bundle-site.ts"),
    import("../bundle/find-blocks.ts"),
    openBundler(config),
  ]);
  const options = { packageRoot: PACKAGE_ROOT, file, bundler };
  const bundledWith = { key: keyOf(config), base: config.site.base };
  const bundling = bundleSite({ ...options, blocks: [], imported: [] });
  const loading = import("./load-site.ts");
  const first = await bundling;
  const { definitionPaths, readDefinition, runSite } = await loading;
  const definition = readDefinition(await runSite(null, first), file);
  const { folders, icons } = definitionPaths(definition, file);
  const blocks = await findBlocks(folders);
  const whole = bundleSite({ ...options, blocks, imported: first.imported });
  meanwhile?.();
  const code = await whole;
  const named = { sources: Object.keys(definition.sources), spaces: spacesOf(definition.languages) };
  const bundled = { ...code, ...named, imported: first.imported, file, folders, blocks, icons, bundledWith };
  if (folder !== null) writeBundledSite(folder, bundled, begun);
  return bundled;
}
