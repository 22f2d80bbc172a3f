/** `sitegen export`: writes a whole space as a folder. */
import { join } from "node:path";
import pLimit from "p-limit";
import { type AssetCacheOptions, openAssetCache } from "../assets/asset-cache.ts";
import { assetFailed } from "../assets/asset-problems.ts";
import { parseCrop } from "../content/assets/crop.ts";
import { exportSpace } from "../export/export-space.ts";
import { variableOf } from "../fetch/pull-spaces.ts";
import { diskFullError, isDiskFull } from "../files/full-disk.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { inSpace, MAIN_SPACE, spacesOf } from "../site/spaces.ts";
import type { BuildOptions } from "./build-options.ts";
import { openContentService } from "./content-service.ts";
import { mapSpace } from "./map-space.ts";
import { openSite } from "./open-site.ts";
import { openProject } from "./project.ts";
import { pull } from "./start-pull.ts";

export async function exportTo(dir: string, options: BuildOptions & { withAssets: boolean }) {
  const { config, reporter, stateDir, offline, signal, withAssets } = options;
  const opened = await openSite(config, stateDir);
  const { site: shown } = await opened.load();
  const [first, ...others] = shown.languages.map(({ fallback: _, ...language }) => language);
  // What another language's text stands in for is not a translation.
  const whole = first ? { ...shown, languages: [first, ...others] as const } : shown;
  const site = inSpace(whole, MAIN_SPACE);
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const known = { stateDir, definition: site, siteHash: opened.hash };
    const stories = await openProject().stories(known);
    const pulled = await pull(options, service, { site, stories });
    await mapSpace({ ...known, pulled, stories });
    const filenames = stories.assets(pulled.space).filter((address) => parseCrop(address) === null);
    const origin = new URL(service.endpoint).origin;
    reporter.step(withAssets ? "Reading assets" : "Writing");
    const { assetHosts, storyblok } = config;
    const download = { origin, assetHosts, timeoutMs: storyblok.timeoutMs, offline, signal };
    const assets = withAssets
      ? await findAssets(filenames, { ...download, cacheDir: join(stateDir, "assets") })
      : { found: new Map(), problems: [] };
    const { spaceId } = service;
    const given = { space: pulled.space, site, dir, spaceId, assets: assets.found, origin };
    const written = await exportSpace(given).catch((cause) => {
      throw isDiskFull(cause) ? diskFullError({ folder: dir, cause }) : cause;
    });
    const left = spacesOf(whole.languages).slice(1).map(leftOut);
    return { ...written, problems: [...left, ...pulled.problems, ...assets.problems, ...written.problems] };
  } finally {
    await service.close();
  }
}

/** Downloads assets, without variants. */
async function findAssets(filenames: readonly string[], options: AssetCacheOptions) {
  const cache = await openAssetCache(options);
  const problems: Problem[] = [];
  const found = await pLimit(8).map(filenames, async (filename) => {
    try {
      return [[filename, await cache.get(filename)] as const];
    } catch (cause) {
      problems.push(assetFailed(filename, cause).problem);
      return [];
    }
  });
  return { found: new Map(found.flat()), problems };
}

/** A folder is one space. */
function leftOut(space: string): Problem {
  const token = variableOf("STORYBLOK_TOKEN", space);
  return createProblem("warning", "EXPORT_LEFT_OUT", {
    message: `The space "${space}" is not in the export, which is of the main one.`,
    hint: `Export it into a folder of its own, from a site whose only languages are its own, with the value of ${token} as STORYBLOK_TOKEN.`,
  });
}
