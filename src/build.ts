/** THE conductor: the order of a build's steps and nothing else. */

import { openContentService } from "./build/content-service.ts";
import { digestSpace } from "./build/digests.ts";
import { gatherAssets } from "./build/gather.ts";
import { rememberBuild, unchangedBuild } from "./build/last-build.ts";
import { loadCatalogue, ownBlocksFolder } from "./build/load-blocks.ts";
import type { BuildOptions, BuildReport } from "./build/options.ts";
import { pageBasis } from "./build/page-basis.ts";
import { openPageRecords } from "./build/page-records.ts";
import { prepareClient } from "./build/prepare-client.ts";
import { collectProblems } from "./build/problems.ts";
import { publishSite } from "./build/publish-site.ts";
import { pull } from "./build/pull.ts";
import { gatherRedirects, recordRenames } from "./build/redirects.ts";
import { createReferences } from "./build/references.ts";
import { renderRoutes } from "./build/render-routes.ts";
import { siteSettings } from "./build/settings.ts";
import { createStopwatch } from "./build/stopwatch.ts";
import { createWorld } from "./build/world.ts";
import { writeSite } from "./build/write-site.ts";
import { buildSite } from "./content/site.ts";
import { openOutput } from "./publish/output.ts";

export interface BuildResult {
  report: BuildReport;
  /** Paths of pages that kept their last good version (--keep-going). */
  kept: string[];
  /** False when the space had not moved since the last pull. */
  moved: boolean;
}

export async function build(options: BuildOptions): Promise<BuildResult> {
  const { config, reporter, signal } = options;
  const watch = createStopwatch();
  const output = await openOutput({ out: options.out, stateDir: options.stateDir });
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const pulled = await watch.time("fetch", () => pull(options, service));
    const same = await unchangedBuild({ build: options, pulled, output });
    if (same) return { kept: [], moved: false, report: { ...same, requests: pulled.requests, ms: watch.read() } };
    const digested = await digestSpace(pulled.space, options.stateDir);
    const site = buildSite(digested.digests);
    const renames = await recordRenames(pulled, site, options.stateDir);
    const assets = await watch.time("fetch", () =>
      gatherAssets({ ...options, filenames: digested.assets, endpoint: service.endpoint }),
    );

    reporter.step("Bundling the client");
    const client = await watch.time("bundle", () => prepareClient(config, options.stateDir));

    reporter.step("Rendering");
    const settings = siteSettings(config, {
      labels: pulled.space.datasources.en.labels,
      badgeImage: client.badgeImage,
    });
    const blocks = await loadCatalogue(config);
    const { space } = pulled;
    const filenames = digested.assets;
    const input = { config, space, site, settings, ...blocks, assets: assets.lookup, filenames, ...client };
    const world = createWorld(input);
    const records = openPageRecords(options.stateDir, options.full);
    const references = createReferences(settings.base);
    const basis = pageBasis(settings, client, ownBlocksFolder(config));
    const storyHashes = digested.hashes;
    const { kept } = await watch.time("render", () =>
      renderRoutes({ ...options, world, input, output, records, references, basis, storyHashes }),
    );
    signal?.throwIfAborted();

    reporter.step("Publishing");
    const redirects = await gatherRedirects(config, site, renames);
    const { digests } = digested;
    const written = await watch.time("write", () =>
      writeSite({ config, world, output, client, assets, redirects, digests }),
    );
    world.problems.push(...references.verify(output));
    const lists = [pulled, site, assets, redirects, written, world].map((step) => step.problems);
    const problems = collectProblems({ config, strict: options.strict, lists });
    const { preview } = written;
    const published = await watch.time("write", () =>
      publishSite({ options, output, world, pulled, redirects, preview }),
    );
    const { requests } = pulled;
    if (kept.length === 0) rememberBuild({ build: options, pulled, renames, report: { ...published, problems } });
    return { kept, moved: pulled.moved, report: { ...published, requests, ms: watch.read(), problems } };
  } finally {
    await output.abort();
    await service.close();
  }
}
