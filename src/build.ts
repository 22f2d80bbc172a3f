/** The order of a build's steps, and nothing else. A build without changes needs only this file. */

import { type BuildOptions, type BuildReport, inEnvironment } from "./build/build-options.ts";
import { lastOutputOf } from "./build/changes/stored-files.ts";
import { openContentService } from "./build/content-service.ts";
import { openSite } from "./build/open-site.ts";
import { prepareClient } from "./build/prepare-client.ts";
import { createPrestartedThreads, prestartForLargeBuild } from "./build/prestarted-threads.ts";
import { startPull } from "./build/start-pull.ts";
import { createStopwatch } from "./build/stopwatch.ts";
import { siteHashes, unchangedBuild } from "./build/unchanged-build.ts";
import { warnDamaged } from "./build/warn-damaged.ts";
import { storeFolder } from "./incremental/store/store.ts";
import { openStorySummaryCache } from "./incremental/story-summary-cache.ts";
import { type OutputTransaction, outputOf } from "./publish/output-transaction.ts";
import { openSession } from "./publish/session.ts";

export interface BuildResult {
  report: BuildReport;
  /** Paths of pages that kept their last good version (--keep-going). */
  kept: string[];
  /** False when the space had not moved since the last pull. */
  moved: boolean;
}

export async function build(given: BuildOptions): Promise<BuildResult> {
  const options = inEnvironment(given);
  const { config, reporter } = options;
  const watch = createStopwatch();
  const onDamaged = warnDamaged(reporter);
  const session = await openSession({ out: options.out, stateDir: options.stateDir, onDamaged });
  let output: OutputTransaction | undefined;
  const prestarted = createPrestartedThreads({ config, stateDir: options.stateDir });
  const service = await openContentService(config);
  try {
    reporter.step("Reading the space");
    const site = begin(openSite(config, options.stateDir, onDamaged));
    const client = begin(
      watch.time("bundle", async () =>
        prepareClient({ config, site: await site, stateDir: options.stateDir, onDamaged }),
      ),
    );
    const code = begin(Promise.all([site, client]).then(([one, other]) => siteHashes(one, other)));
    const opened = await watch.time("fetch", () => startPull(options, service));
    // Parts are looked at even where nothing has moved: one of them may be missing.
    const unchangedSnapshotId = options.parts ? null : opened.unchangedSnapshotId;
    const isIntact = async (buildId: string) => {
      const stored = lastOutputOf(options, session, onDamaged);
      if (stored) return stored(buildId);
      output = await outputOf(session, onDamaged);
      return output.isIntact(buildId);
    };
    const same = await unchangedBuild({ build: options, unchangedSnapshotId, isIntact, code });
    if (same) return { kept: [], moved: false, report: { ...same, requests: opened.requests(), ms: watch.read() } };
    // React, the blocks and the rest are loaded from here on: loading them takes longer than a build without changes.
    const loading = begin(import("./build/generate-site.ts"));
    const { site: definition } = await (await site).load();
    const summaries = openStorySummaryCache(options.stateDir, definition, onDamaged);
    const pulled = await watch.time("fetch", () =>
      opened.pull(definition, prestartForLargeBuild(summaries, prestarted, options)),
    );
    const { generateSite, publishChanges } = await loading;
    const { moved, requests } = pulled;
    const input = { options, definition, client, opened: await site, pulled, endpoint: service.endpoint, onDamaged };
    const changed = output ? null : await watch.time("render", () => publishChanges({ ...input, session }));
    if (changed) return { kept: [], moved, report: { ...changed, requests, ms: watch.read() } };
    output ??= await outputOf(session, onDamaged);
    const { report, kept } = await generateSite({
      options,
      output,
      service,
      definition,
      summaries,
      client,
      opened: await site,
      pulled,
      watch,
      prestarted,
      storeFolder: storeFolder(options.stateDir, session.place.out),
    });
    return { kept, moved, report: { ...report, requests, ms: watch.read() } };
  } finally {
    await prestarted.close();
    await (output?.abort() ?? session.abandon());
    await service.close();
  }
}

/** Work that goes on beside other steps; its failure is told where it is waited for. */
function begin<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
