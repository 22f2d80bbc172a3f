import type { AssetProblem } from "../assets/asset-problems.ts";
import { parseCrop } from "../content/assets/crop.ts";
import { warnDamaged } from "../files/checksum-file.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { LoadedSources } from "../sources/load-sources.ts";
import { begin, beginCode } from "./begin-code.ts";
import type { BuildOptions } from "./build-options.ts";
import { checkSpaceFitsDefinition } from "./check-space-fits-definition.ts";
import { type ContentService, openContentService } from "./content-service.ts";
import { type GatheredAssets, gatherAssets } from "./gather-assets.ts";
import { type MappedSpace, mapSpace } from "./map-space.ts";
import type { OpenedSite } from "./open-site.ts";
import { withOwnRoutes } from "./own-routes.ts";
import type { PreparedClient } from "./prepare-client.ts";
import { openProject } from "./project.ts";
import { siteSettings } from "./site-settings.ts";
import { createSourceAsking } from "./source-asking.ts";
import { pull } from "./start-pull.ts";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";

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
}) {
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
  const assets: GatheredAssets = { ...gathered, problems: [...gathered.problems, ...missing] };
  reporter.step("Bundling the client");
  const client = await options.client;
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const { site: _, ...blocks } = await opened.load();
  const { values } = options.sources;
  const given = {
    config,
    space,
    values,
    site,
    definition,
    settings,
    assets: assets.lookup,
    testHooks: build.testHooks,
  };
  return { assets, client, context: withOwnRoutes({ ...given, ...blocks, ...client }), filenames };
}

/** What pages are made from, for commands that publish none. */
export interface PreparedPages {
  service: ContentService;
  opened: OpenedSite;
  mapped: MappedSpace;
  sources: LoadedSources;
  made: Awaited<ReturnType<typeof prepareRender>>;
  watch: Stopwatch;
}

/** Runs the first half of a build, up to where pages could be rendered, and calls `work` with the result. */
export async function withPreparedPages<T>(
  build: BuildOptions,
  work: (prepared: PreparedPages) => Promise<T>,
): Promise<T> {
  const { config, stateDir, reporter, testHooks } = build;
  const watch = createStopwatch();
  const onDamaged = warnDamaged(reporter);
  const service = await openContentService(config);
  let hasFailed = false;
  try {
    reporter.step("Reading the space");
    const code = beginCode(build, { hasFailed: () => hasFailed });
    const client = begin(watch.time("bundle", () => code.client));
    const opened = await code.opened;
    const { site: definition } = await opened.load();
    const known = { stateDir, definition, siteHash: opened.hash, onDamaged, testHooks };
    const stories = await openProject().stories(known);
    const asked = begin(createSourceAsking(build)(opened));
    const pulled = await watch.time("fetch", () => pull(build, service, { site: definition, stories }));
    const mapped = await mapSpace({ definition, pulled, stories, stateDir });
    checkSpaceFitsDefinition(mapped);
    const sources = await asked;
    const made = await prepareRender({ build, service, mapped, client, opened, sources, watch });
    return await work({ service, opened, mapped, sources, made, watch });
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    await service.close();
  }
}
