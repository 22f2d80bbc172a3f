/** THE conductor: the order of a build's steps and nothing else. */
import { assemble } from "./build/assemble.ts";
import { openContentService } from "./build/content-service.ts";
import { openDigestBook } from "./build/digests.ts";
import { rememberBuild, unchangedBuild } from "./build/last-build.ts";
import { mapSpace } from "./build/map-space.ts";
import type { BuildOptions, BuildReport } from "./build/options.ts";
import { prepareClient } from "./build/prepare-client.ts";
import { collectProblems } from "./build/problems.ts";
import { publishSite } from "./build/publish-site.ts";
import { pull } from "./build/pull.ts";
import { gatherRedirects } from "./build/redirects.ts";
import { createReferences } from "./build/references.ts";
import { renderRoutes } from "./build/render-routes.ts";
import { createStopwatch } from "./build/stopwatch.ts";
import { writeSite } from "./build/write-site.ts";
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
    const digests = openDigestBook(options.stateDir);
    const client = begin(watch.time("bundle", () => prepareClient(config, options.stateDir)));
    const pulled = await watch.time("fetch", () => pull(options, service, digests));
    const { requests, moved } = pulled;
    const same = await unchangedBuild({ build: options, pulled, output });
    if (same) return { kept: [], moved, report: { ...same, requests, ms: watch.read() } };
    const mapped = await mapSpace({ pulled, digests, stateDir: options.stateDir });
    const { site, renames, digested } = mapped;
    const made = await assemble({ build: options, service, mapped, client, watch });
    const { world, assets } = made;

    reporter.step("Rendering");
    const references = createReferences();
    const { kept } = await watch.time("render", () =>
      renderRoutes({ ...options, ...made, output, references, storyHashes: digested.hashes }),
    );
    signal?.throwIfAborted();

    reporter.step("Publishing");
    const redirects = await gatherRedirects(config, site, renames);
    const written = await watch.time("write", () =>
      writeSite({ config, ...made, output, redirects, digests: digested.digests }),
    );
    world.problems.push(...references.verify(output));
    const lists = [pulled, site, assets, redirects, written, world].map((step) => step.problems);
    const problems = collectProblems({ config, strict: options.strict, lists });
    const { preview } = written;
    const published = await watch.time("write", () =>
      publishSite({ options, output, world, pulled, redirects, preview }),
    );
    if (kept.length === 0) rememberBuild({ build: options, pulled, renames, report: { ...published, problems } });
    return { kept, moved, report: { ...published, requests, ms: watch.read(), problems } };
  } finally {
    await output.abort();
    await service.close();
  }
}

/** Work that goes on beside other steps; its failure is told where it is waited for. */
function begin<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
