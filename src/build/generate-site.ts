import { missingWordsNote } from "../check/missing-words.ts";
import type { Config } from "../config/config.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { buildInputsHash, type CodeHashes } from "../incremental/build-inputs-hash.ts";
import { type ProblemReport, problemReportOf } from "../incremental/problem-report.ts";
import type { StorySummaryCache } from "../incremental/story-summary-cache.ts";
import type { Problem } from "../problem.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { Rename } from "../redirects/rule.ts";
import { newestTimestamp } from "../render/manifest.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { BuildOptions, BuildSummary } from "./build-options.ts";
import { type NextStore, startNextStore } from "./changes/next-store.ts";
import type { SavedSite } from "./changes/save-site.ts";
import { checkSpaceFitsDefinition } from "./check-space-fits-definition.ts";
import { collectProblems, problemsBeforePages } from "./collect-problems.ts";
import type { ContentService } from "./content-service.ts";
import { gatherRedirects } from "./gather-redirects.ts";
import { type MappedSpace, mapSpace } from "./map-space.ts";
import { missingAssets } from "./missing-assets.ts";
import type { OpenedSite } from "./open-site.ts";
import { createReferences } from "./page-references.ts";
import type { PreparedClient } from "./prepare-client.ts";
import { prepareRender } from "./prepare-render.ts";
import type { PrestartedThreads } from "./prestarted-threads.ts";
import { publishDates, publishSite } from "./publish-site.ts";
import type { RenderContext } from "./render-context.ts";
import { renderPages } from "./render-pool.ts";
import { renderRoutes } from "./render-routes.ts";
import { inputHash } from "./shards/input-hash.ts";
import { openParts } from "./shards/open-parts.ts";
import { countIndexed } from "./site-files.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { rememberBuild, siteHashes } from "./unchanged-build.ts";
import { writeSite } from "./write-site.ts";

export { publishChanges } from "./changes/publish-changes.ts";

interface GenerateInput {
  options: BuildOptions;
  output: OutputTransaction;
  service: ContentService;
  definition: ResolvedSite;
  summaries: StorySummaryCache;
  client: Promise<PreparedClient>;
  opened: OpenedSite;
  pulled: PullResult;
  watch: Stopwatch;
  prestarted: PrestartedThreads;
  /** Folder of the store for the next build. */
  storeFolder: string;
}

interface Generated {
  summary: Omit<BuildSummary, "ms" | "requests">;
  problemReport: ProblemReport;
  kept: string[];
}

/** The second half of a build: from a pull with changes to a published site. */
export async function generateSite(input: GenerateInput): Promise<Generated> {
  const { options, storeFolder } = input;
  const { stateDir, testHooks, dryRun, draft } = options;
  const mapped = await mapSpace({ ...input, stateDir, testHooks });
  const isMirrored = options.config.assets !== "remote";
  const store = dryRun || draft ? null : startNextStore(storeFolder, { ...mapped, isMirrored });
  try {
    return await generateMapped({ ...input, mapped, store });
  } finally {
    store?.close();
  }
}

async function generateMapped(
  input: GenerateInput & { mapped: MappedSpace; store: NextStore | null },
): Promise<Generated> {
  const { options, output, service, opened, pulled, watch, prestarted, mapped } = input;
  const { config, reporter, signal } = options;
  const { site, renames, summarized } = mapped;
  checkSpaceFitsDefinition(mapped);
  const words = missingWordsNote(mapped.definition, pulled.space.datasources);
  if (words !== null) reporter.info(words);
  const made = await prepareRender({ build: options, service, output, mapped, client: input.client, opened, watch });
  const { context, assets, client } = made;
  const beforePages = problemsBeforePages(pulled, context);
  reporter.detail(`Client: ${client.bundle.kept ? "kept from the last build" : "bundled"}`);

  const pages = options.parts
    ? await openParts({ folders: options.parts, input: inputHash({ ...made, mapped, opened }), routes: site.routes })
    : renderPages;
  reporter.step("Rendering");
  const references = createReferences();
  const { kept, noted } = await watch.time("render", () =>
    renderRoutes({
      ...options,
      ...made,
      siteHash: opened.hash,
      renderPages: pages,
      prestarted,
      output,
      references,
      summarized,
    }),
  );
  signal?.throwIfAborted();

  reporter.step("Publishing");
  const redirects = await gatherRedirects(config, mapped);
  const { summaries } = summarized;
  const written = await watch.time("write", () => writeSite({ config, ...made, output, redirects, summaries }));
  context.problems.push(...references.verify(output));
  const ofAssets = assets.problems.map(({ problem }) => problem);
  const lists = [...[pulled, site, redirects, written, context].map((step) => step.problems), ofAssets];
  const problemReport = problemReportOf(collectProblems({ config, strict: options.strict, lists }));
  const { preview } = written;
  const summary = await watch.time("write", () =>
    publishSite({ options, output, context, pulled, redirects, preview, client }),
  );
  const code = siteHashes(opened, client);
  if (kept.length === 0)
    await rememberBuild({
      ...{ build: options, snapshot: pulled.snapshot, renames, summary, problemReport, code },
      missing: missingAssets(assets.problems),
    });
  const redirectProblems = [redirects, written].flatMap((step) => step.problems);
  const mirrored = config.assets === "remote" ? [] : summarized.assets;
  const { files, builds } = output.published();
  if (input.store) {
    const of = {
      summary,
      builds,
      preview,
      fixed: site.problems,
      redirectProblems,
      beforePages,
      context,
      pulled,
      config,
      renames,
      code,
    };
    const head = kept.length > 0 ? null : await headOf(of);
    const { problems: assetProblems } = assets;
    await input.store.save(head && { head, context, summarized, noted, files, mirrored, assetProblems });
  }
  return { summary, problemReport, kept };
}

async function headOf(of: {
  summary: Pick<BuildSummary, "buildId" | "pages" | "redirects">;
  builds: string[];
  preview: Readonly<Record<string, string>>;
  fixed: Problem[];
  redirectProblems: Problem[];
  beforePages: string;
  context: RenderContext;
  pulled: PullResult;
  config: Config;
  renames: readonly Rename[];
  code: CodeHashes;
}): Promise<SavedSite["head"]> {
  const { summary, builds, context, pulled, fixed, redirectProblems, beforePages, preview, ...rules } = of;
  const { buildId, redirects, pages } = summary;
  const stories = Object.entries(context.site.entries).map(([lang, entries]) => [lang, entries.size] as const);
  return {
    rules: await buildInputsHash(rules),
    snapshot: pulled.snapshot,
    buildId,
    builds,
    recordOf: buildId,
    shared: Object.fromEntries(Object.entries(context.sharedFiles).map(([lang, { path }]) => [lang, path])),
    preview,
    timestamp: newestTimestamp(publishDates(context)),
    stories: Object.fromEntries(stories),
    pages: pages.total,
    sitemap: Object.fromEntries(context.domains.map((domain) => [domain.folder, countIndexed(context, domain)])),
    redirects,
    problems: fixed,
    redirectProblems,
    beforePages,
  };
}
