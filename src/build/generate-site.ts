import type { PullResult } from "../fetch/pull-space.ts";
import type { StorySummaryCache } from "../incremental/story-summary-cache.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { BuildOptions, BuildReport } from "./build-options.ts";
import { checkSpaceFitsDefinition } from "./check-space-fits-definition.ts";
import { collectProblems } from "./collect-problems.ts";
import type { ContentService } from "./content-service.ts";
import { gatherRedirects } from "./gather-redirects.ts";
import { rememberBuild, siteHashes } from "./last-build.ts";
import { mapSpace } from "./map-space.ts";
import type { OpenedSite } from "./open-site.ts";
import { createReferences } from "./page-references.ts";
import type { Client } from "./prepare-client.ts";
import { prepareRender } from "./prepare-render.ts";
import { publishSite } from "./publish-site.ts";
import { renderPages } from "./render-pool.ts";
import { renderRoutes } from "./render-routes.ts";
import { inputHash } from "./shards/input-hash.ts";
import { openParts } from "./shards/open-parts.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { writeSite } from "./write-site.ts";

/** The second half of a build: from a pull that is not the last build's to a published site. */
export async function generateSite(input: {
  options: BuildOptions;
  output: OutputTransaction;
  service: ContentService;
  definition: ResolvedSite;
  summaries: StorySummaryCache;
  client: Promise<Client>;
  opened: OpenedSite;
  pulled: PullResult;
  watch: Stopwatch;
}): Promise<{ report: Omit<BuildReport, "ms" | "requests">; kept: string[] }> {
  const { options, output, service, opened, pulled, watch } = input;
  const { config, reporter, signal, stateDir } = options;
  const mapped = await mapSpace({ ...input, stateDir, probe: options.probe });
  const { site, renames, summarized } = mapped;
  checkSpaceFitsDefinition(mapped, config);
  const made = await prepareRender({ build: options, service, output, mapped, client: input.client, opened, watch });
  const { context, assets, client } = made;
  reporter.detail(`Client: ${client.bundle.kept ? "kept from the last build" : "bundled"}`);

  const pages = options.parts
    ? await openParts({ folders: options.parts, input: inputHash({ ...made, mapped, opened }), routes: site.routes })
    : renderPages;
  reporter.step("Rendering");
  const references = createReferences();
  const { kept } = await watch.time("render", () =>
    renderRoutes({ ...options, ...made, siteHash: opened.hash, renderPages: pages, output, references, summarized }),
  );
  signal?.throwIfAborted();

  reporter.step("Publishing");
  const redirects = await gatherRedirects(config, mapped);
  const { summaries } = summarized;
  const written = await watch.time("write", () => writeSite({ config, ...made, output, redirects, summaries }));
  context.problems.push(...references.verify(output));
  const lists = [pulled, site, assets, redirects, written, context].map((step) => step.problems);
  const problems = collectProblems({ config, strict: options.strict, lists });
  const { preview } = written;
  const published = await watch.time("write", () =>
    publishSite({ options, output, context, pulled, redirects, preview, client }),
  );
  const report = { ...published, problems };
  const code = siteHashes(opened, client);
  if (kept.length === 0) await rememberBuild({ build: options, snapshot: pulled.snapshot, renames, report, code });
  return { report, kept };
}
