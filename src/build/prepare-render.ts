import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { BuildOptions } from "./build-options.ts";
import type { ContentService } from "./content-service.ts";
import { type GatheredAssets, gatherAssets } from "./gather-assets.ts";
import type { MappedSpace } from "./map-space.ts";
import type { OpenedSite } from "./open-site.ts";
import type { PreparedClient } from "./prepare-client.ts";
import { createRenderContext, type RenderContext, type RenderContextInput } from "./render-context.ts";
import { siteSettings } from "./site-settings.ts";
import type { Stopwatch } from "./stopwatch.ts";

export interface RenderInputs {
  assets: GatheredAssets;
  client: PreparedClient;
  context: RenderContext;
  /** Workers create the same context from this. */
  input: RenderContextInput;
}

/** esbuild runs as a process that keeps 100 MB while pages are rendered; a later build starts a new one. */
async function endBundler(): Promise<void> {
  const { stop } = await import("esbuild");
  await stop();
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
  watch: Stopwatch;
}): Promise<RenderInputs> {
  const { build, service, output, mapped, opened, watch } = options;
  const { config, reporter } = build;
  const { site, summarized, definition } = mapped;
  const { space } = mapped.pulled;
  const filenames = summarized.assets;
  const assets = await watch.time("fetch", () =>
    gatherAssets({ ...build, ...(output && { output }), filenames, endpoint: service.endpoint }),
  );
  reporter.step("Bundling the client");
  const client = await options.client;
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const { site: _, ...blocks } = await opened.load();
  if (!client.bundle.kept) await endBundler();
  const input = {
    config,
    space,
    site,
    definition,
    settings,
    ...blocks,
    assets: assets.lookup,
    filenames,
    ...client,
    testHooks: build.testHooks,
  };
  return { assets, client, context: createRenderContext(input), input };
}
