/** `sitegen export`: a whole space as a folder. */

import { assetSources } from "./assets/asset-sources.ts";
import { openContentService } from "./build/content-service.ts";
import { mapSpace } from "./build/map-space.ts";
import { openSite } from "./build/open-site.ts";
import type { BuildOptions } from "./build/options.ts";
import { pull } from "./build/pull.ts";
import { exportSpace } from "./export/export-space.ts";
import { openDigestBook } from "./incremental/digests.ts";
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
    const digests = openDigestBook(stateDir, site);
    const pulled = await pull(options, service, { site, digests });
    const { digested } = await mapSpace({ definition: site, pulled, digests, stateDir });
    const filenames = digested.assets;
    const origin = new URL(service.endpoint).origin;
    reporter.step(withAssets ? "Reading assets" : "Writing");
    const assets = withAssets
      ? await assetSources({ filenames, origin, stateDir, timeoutMs: config.storyblok.timeoutMs, offline, signal })
      : { find: () => undefined, problems: [] };
    const written = await exportSpace({
      space: pulled.space,
      site,
      dir,
      spaceId: service.spaceId,
      assets: { filenames, find: assets.find },
      origin,
    });
    return { ...written, problems: [...pulled.problems, ...assets.problems] };
  } finally {
    await service.close();
  }
}
