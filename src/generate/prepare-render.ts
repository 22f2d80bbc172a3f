import type { AssetProblem } from "../assets/asset-problems.ts";
import { parseCrop } from "../content/crop.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { LoadedSources } from "../sources/load-sources.ts";
import type { BuildOptions } from "./build-options.ts";
import type { ContentService } from "./content-service.ts";
import { type GatheredAssets, gatherAssets } from "./gather-assets.ts";
import type { MappedSpace } from "./map-space.ts";
import type { OpenedSite } from "./open-site.ts";
import { withOwnRoutes } from "./own-routes.ts";
import type { PreparedClient } from "./prepare-client.ts";
import type { RenderContext } from "./render-context.ts";
import { siteSettings } from "./site-settings.ts";
import type { Stopwatch } from "./stopwatch.ts";

export interface RenderInputs {
  assets: GatheredAssets;
  client: PreparedClient;
  context: RenderContext;
  /** Every URL of an asset. */
  filenames: readonly string[];
}

/** Collects what pages are rendered from: content, assets, client files, blocks and settings. */
export async function prepareRender(options: {
  build: BuildOptions;
  service: ContentService;
  /** The output, for commands that publish. */
  output?: OutputTransaction;
  mapped: MappedSpace;
  /** Started before the pull. */
  client: Promise<PreparedClient>;
  opened: OpenedSite;
  sources: Pick<LoadedSources, "values">;
  watch: Stopwatch;
  /** Missing assets that are not requested now. */
  skipped?: readonly AssetProblem[];
}): Promise<RenderInputs> {
  const { build, service, output, mapped, opened, watch, skipped = [] } = options;
  const { config, reporter } = build;
  const { site, stories, definition } = mapped;
  const { space } = mapped.pulled;
  const filenames = stories.assets(space);
  const left = new Set(skipped.flatMap((problem) => problem.filenames));
  const wanted = left.size === 0 ? filenames : filenames.filter((name) => !left.has(parseCrop(name)?.filename ?? name));
  const gathered = await watch.time("fetch", () =>
    gatherAssets({ ...build, ...(output && { output }), filenames: wanted, endpoint: service.endpoint }),
  );
  const used = new Set(filenames);
  const missing = skipped.filter((problem) => problem.filenames.some((name) => used.has(name)));
  const assets = { ...gathered, problems: [...gathered.problems, ...missing] };
  reporter.step("Bundling the client");
  const client = await options.client;
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const { site: _, ...blocks } = await opened.load();
  const input = {
    config,
    space,
    site,
    definition,
    settings,
    ...blocks,
    assets: assets.lookup,
    ...client,
    values: options.sources.values,
    testHooks: build.testHooks,
  };
  return { assets, client, context: withOwnRoutes(input), filenames };
}
