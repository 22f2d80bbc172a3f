/** A site's code for Node during development: rebuilt incrementally, and run again when it changed. */

import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { nothingFound, type SiteCode, siteBuild, siteCode } from "../../bundle/bundle-site.ts";
import { findBlocks } from "../../bundle/find-blocks.ts";
import type { SiteBundler } from "../../bundle/site-bundler.ts";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { definitionFile } from "../../generate/definition-file.ts";
import type { LoadedModules } from "../../generate/load-site.ts";
import { definitionPaths, loadSite, readDefinition, type SiteConfig } from "../../generate/load-site.ts";
import type { BundledSite } from "../../generate/site-code-cache.ts";
import { sitegenError } from "../../problems/errors.ts";
import type { BlockFiles } from "../../site/blocks/block-files.ts";
import { spacesOf } from "../../site/spaces.ts";
import type { ModuleVersions } from "./module-versions.ts";
import { type WarmBuild, warmBuild } from "./warm-bundler.ts";

/** Ends the rounds if a definition names other folders each time it is read. */
const MAX_ROUNDS = 4;

/** What a bundle of the site's code depends on. */
interface Parts {
  file: string;
  blocks: BlockFiles[];
  imported: string[];
}

export function createNodeCode(
  config: SiteConfig,
  { modules, bundler }: { modules: ModuleVersions; bundler: () => Promise<SiteBundler> },
) {
  let parts: Parts | undefined;
  let places: Pick<BundledSite, "folders" | "icons"> = { folders: [], icons: {} };
  let inputs: string[] = [];
  /** What the last bundle was of, as JSON. */
  let tried = "";
  /** One for the definition alone, and one for all, which stays warm while there is an error in it. */
  const warm = new Map<"alone" | "all", { key: string; build: WarmBuild; found: ReturnType<typeof nothingFound> }>();

  const bundle = async (wanted: Parts): Promise<SiteCode> => {
    tried = JSON.stringify(wanted);
    const options = { packageRoot: PACKAGE_ROOT, ...wanted, bundler: await bundler() };
    const scope = wanted.blocks.length + wanted.imported.length === 0 ? "alone" : "all";
    let known = warm.get(scope);
    if (known?.key !== tried) {
      await known?.build.dispose();
      const found = nothingFound();
      known = { key: tried, found, build: warmBuild(siteBuild(options, found)) };
      warm.set(scope, known);
    }
    const { build, found } = known;
    found.styles.clear();
    found.inputs.clear();
    return siteCode(await build.run(), found, options);
  };

  /**
   * Bundles until the bundle has the folders that its definition names, and that definition's imports. Throws the error
   * of `failed` instead of bundling the same once more.
   */
  const buildFrom = async (known: Parts, failed?: { key: string; error: unknown }) => {
    const { file } = known;
    let wanted = known;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (failed?.key === JSON.stringify(wanted)) throw failed.error;
      const code = await bundle(wanted);
      // What has the error is still watched, though the definition alone does not import it.
      inputs = failed ? [...new Set([...inputs, ...code.inputs])] : code.inputs;
      const exports = await modules.load(code, dirname(realpathSync(file)));
      const definition = readDefinition(exports, file);
      places = definitionPaths(definition, file);
      const found: Parts = { file, blocks: await findBlocks(places.folders), imported: code.imported };
      if (JSON.stringify(found) === JSON.stringify(wanted)) {
        parts = wanted;
        const bundledWith = { key: "", base: config.site.base }; // nothing is cached, so the key is not compared
        const blockCode = { common: "", modules: {} }; // no page is compared with an earlier one
        const named = { sources: Object.keys(definition.sources), spaces: spacesOf(definition.languages) };
        const bundled = { ...code, ...places, ...wanted, ...named, blockCode, bundledWith };
        return { bundled, loaded: loadSite(bundled, exports, config) };
      }
      wanted = found;
    }
    throw sitegenError("CONFIG_INVALID", {
      message: "The definition changes each time it is read.",
      where: file,
    });
  };

  return {
    /** Throws the bundler's errors, errors thrown while the code loads, and CONFIG_INVALID. */
    async build(): Promise<{ bundled: BundledSite; loaded: LoadedModules }> {
      const file = definitionFile(config);
      tried = "";
      try {
        return await buildFrom({ file, blocks: await findBlocks(places.folders), imported: parts?.imported ?? [] });
      } catch (error) {
        // The fault may be in a file that the definition used to name: it is read alone first, as in a build.
        return buildFrom({ file, blocks: [], imported: [] }, { key: tried, error });
      }
    },
    /** Absolute paths of the last bundle's inputs. */
    inputs: () => inputs,
    /** The blocks' folders and the icons' files, according to the last version. */
    places: () => places,
    async close() {
      for (const { build } of warm.values()) await build.dispose();
    },
  };
}
