import type { PullResult } from "../fetch/pull-space.ts";
import type { DigestBook } from "../incremental/digests.ts";
import type { Output } from "../publish/output.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { assemble } from "./assemble.ts";
import type { ContentService } from "./content-service.ts";
import { guardFit } from "./guard-fit.ts";
import { rememberBuild, siteHashes } from "./last-build.ts";
import { makePages as renderPages } from "./make-pages.ts";
import { mapSpace } from "./map-space.ts";
import type { OpenedSite } from "./open-site.ts";
import type { BuildOptions, BuildReport } from "./options.ts";
import type { Client } from "./prepare-client.ts";
import { collectProblems } from "./problems.ts";
import { publishSite } from "./publish-site.ts";
import { gatherRedirects } from "./redirects.ts";
import { createReferences } from "./references.ts";
import { renderRoutes } from "./render-routes.ts";
import { inputHash } from "./shards/input-hash.ts";
import { openParts } from "./shards/open-parts.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { writeSite } from "./write-site.ts";

/** The conductor's second half: from a pull that is not the last build's to a published site. */
export async function makeSite(input: {
  options: BuildOptions;
  output: Output;
  service: ContentService;
  definition: ResolvedSite;
  digests: DigestBook;
  client: Promise<Client>;
  opened: OpenedSite;
  pulled: PullResult;
  watch: Stopwatch;
}): Promise<{ report: Omit<BuildReport, "ms" | "requests">; kept: string[] }> {
  const { options, output, service, opened, pulled, watch } = input;
  const { config, reporter, signal, stateDir } = options;
  const mapped = await mapSpace({ ...input, stateDir, probe: options.probe });
  const { site, renames, digested } = mapped;
  guardFit(digested.digests, site, mapped.definition);
  const made = await assemble({ build: options, service, output, mapped, client: input.client, opened, watch });
  const { world, assets, client } = made;
  reporter.detail(`Client: ${client.bundle.kept ? "kept from the last build" : "bundled"}`);

  const makePages = options.parts
    ? await openParts({ folders: options.parts, input: inputHash({ ...made, mapped, opened }), routes: site.routes })
    : renderPages;
  reporter.step("Rendering");
  const references = createReferences();
  const { kept } = await watch.time("render", () =>
    renderRoutes({ ...options, ...made, siteHash: opened.hash, makePages, output, references, digested }),
  );
  signal?.throwIfAborted();

  reporter.step("Publishing");
  const redirects = await gatherRedirects(config, mapped);
  const { digests } = digested;
  const written = await watch.time("write", () => writeSite({ config, ...made, output, redirects, digests }));
  world.problems.push(...references.verify(output));
  const lists = [pulled, site, assets, redirects, written, world].map((step) => step.problems);
  const problems = collectProblems({ config, strict: options.strict, lists });
  const { preview } = written;
  const published = await watch.time("write", () =>
    publishSite({ options, output, world, pulled, redirects, preview }),
  );
  const report = { ...published, problems };
  const code = siteHashes(opened, client);
  if (kept.length === 0) await rememberBuild({ build: options, snapshot: pulled.snapshot, renames, report, code });
  return { report, kept };
}
