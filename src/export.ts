/** `sitegen export`: writes a whole space as a folder. */

import { assetSources } from "./assets/asset-sources.ts";
import type { BuildOptions } from "./build/build-options.ts";
import { openContentService } from "./build/content-service.ts";
import { mapSpace } from "./build/map-space.ts";
import { openSite } from "./build/open-site.ts";
import { pull } from "./build/start-pull.ts";
import { parseCrop } from "./content/crop.ts";
import { exportSpace } from "./export/export-space.ts";
import { openStorySummaryCache } from "./incremental/story-summary-cache.ts";
import type { Problem } from "./problem.ts";

export interface ExportReport {
  stories: number;
  assets: number;
  problems: Problem[];
}

export async function exportTo(dir: string, options: BuildOptions & { withAssets: boolean }): Promise<ExportReport> {
  const { config, reporter, stateDir, offline, signal, withAssets } = options;
  const { site } = await (await openSite(config, stateDir)).load();
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const summaries = openStorySummaryCache(stateDir, site);
    const pulled = await pull(options, service, { site, summaries });
    const { summarized } = await mapSpace({ definition: site, pulled, summaries, stateDir });
    const filenames = summarized.assets.filter((address) => parseCrop(address) === null);
    const origin = new URL(service.endpoint).origin;
    reporter.step(withAssets ? "Reading assets" : "Writing");
    const { assetHosts, storyblok } = config;
    const download = { origin, assetHosts, stateDir, timeoutMs: storyblok.timeoutMs, offline, signal };
    const assets = withAssets
      ? await assetSources({ filenames, ...download })
      : { find: () => undefined, problems: [] };
    const written = await exportSpace({
      space: pulled.space,
      site,
      dir,
      spaceId: service.spaceId,
      assets: { filenames, find: assets.find },
      origin,
    });
    return { ...written, problems: [...pulled.problems, ...assets.problems, ...written.problems] };
  } finally {
    await service.close();
  }
}
