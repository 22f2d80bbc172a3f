import { missingWordsNote } from "../check/missing-words.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import { buildInputsHash } from "../incremental/build-inputs-hash.ts";
import type { PageGraph } from "../incremental/page-graph.ts";
import { nextRun, RUN } from "../incremental/page-record.ts";
import type { StoredStories } from "../incremental/stored-stories.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { LoadedSources } from "../sources/load-sources.ts";
import { once } from "../util/once.ts";
import { type BuildOptions, isRemembered } from "./build-options.ts";
import { checkSpaceFitsDefinition } from "./check-space-fits-definition.ts";
import { reportProblems } from "./collect-problems.ts";
import type { ContentService } from "./content-service.ts";
import { gatherRedirects } from "./gather-redirects.ts";
import { mapSpace } from "./map-space.ts";
import { missingAssets } from "./missing-assets.ts";
import type { OpenedSite } from "./open-site.ts";
import { assetFiles, clientFiles, sharedStates } from "./outputs/client-files.ts";
import { comparedOutputs } from "./outputs/compared-outputs.ts";
import { type Output, writeOutputs } from "./outputs/output.ts";
import { preview, previewAddress } from "./outputs/preview.ts";
import { publicOutput, refuseTakenPaths } from "./outputs/public-files.ts";
import { redirects as redirectFiles } from "./outputs/redirects.ts";
import { keptNames, openKeptBytes } from "./outputs/site-outputs.ts";
import { sourceAddresses, sources as sourceFiles } from "./outputs/sources.ts";
import { withOwnMoves } from "./own-routes.ts";
import { createReferences } from "./page-references.ts";
import { type PreparedClient, styleProblemsOf } from "./prepare-client.ts";
import { prepareRender } from "./prepare-render.ts";
import { publishFacts } from "./publish-facts.ts";
import { publishSite } from "./publish-site.ts";
import type { RenderContext } from "./render-context.ts";
import { renderPages } from "./render-pool.ts";
import { comparePages, renderRoutes } from "./render-routes.ts";
import { openParts } from "./shards/open-parts.ts";
import { inputHash } from "./shards/shard-inputs.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { lastProblems, rememberBuild, siteHashes, snapshotKey } from "./unchanged-build.ts";
import { graphInputs, whatMoved } from "./what-moved.ts";

interface GenerateInput {
  options: BuildOptions;
  output: OutputTransaction;
  service: ContentService;
  definition: ResolvedSite;
  stories: StoredStories;
  graph: PageGraph;
  /** Assets that were missing in the last build are requested again once the pages are out. */
  deferChecks: boolean;
  client: Promise<PreparedClient>;
  opened: OpenedSite;
  sources: LoadedSources;
  pulled: PullResult;
  watch: Stopwatch;
}

/** The files that follow from what the build itself has: all besides pages, their stylesheets and the build's lists. */
export const OUTPUTS: readonly Output[] = [
  clientFiles,
  sharedStates,
  assetFiles,
  preview,
  sourceFiles,
  redirectFiles,
  publicOutput,
];

const PUBLIC_TOKEN =
  "preview.publicDraftToken publishes a token that reads every draft, and is deprecated: `sitegen init --drafts` writes a function that keeps it, for preview.drafts (docs/preview.md).";

/** The second half of a build: from the pull to the published site. */
export async function generateSite(input: GenerateInput) {
  const { options, output, service, opened, sources, pulled, watch, graph, deferChecks } = input;
  const { config, reporter, signal, stateDir } = options;
  const stored = await mapSpace({ ...input, stateDir });
  const { renames, stories, definition } = stored;
  checkSpaceFitsDefinition(stored);
  const words = missingWordsNote(definition, pulled.space.datasources);
  if (words !== null) reporter.info(words);
  if (config.preview.publicDraftToken && config.preview.drafts === undefined) reporter.warn(PUBLIC_TOKEN);
  const code = siteHashes(opened, await input.client);
  const rules = await buildInputsHash({ config, renames: [], code });
  const skipped = deferChecks && !options.strict && graph.inputs.rules === rules ? graph.inputs.missing : [];
  const ofBuild = { build: options, service, output, mapped: stored, client: input.client };
  const made = await prepareRender({ ...ofBuild, opened, sources, watch, skipped });
  const { context, assets, client } = made;
  const { site } = context;
  const mapped = { ...stored, site };
  reporter.detail(`Client: ${client.bundle.kept ? "kept from the last build" : "bundled"}`);

  const pages = options.parts
    ? await openParts({
        folders: options.parts,
        input: inputHash({ opened, mapped, sources, made }),
        routes: site.routes,
      })
    : renderPages;
  const compared = comparePages({ context, client, siteHash: opened.commonHash, graph });
  const inputs = graphInputs(rules, { mapped, assets, sources });
  const ofStories = await whatMoved(inputs, { options, mapped, sources, graph, compared, output });
  const moved = withOwnMoves(ofStories, context, graph);
  reporter.step("Rendering");
  const references = createReferences();
  const rendering = { ...options, ...made, graph, compared, moved, renderPages: pages, output, references };
  const ofPages = { ...rendering, stories: stories.stories };
  const { kept, absent } = await watch.time("render", () => renderRoutes(ofPages));
  signal?.throwIfAborted();

  reporter.step("Publishing");
  const redirects = once(() => gatherRedirects(config, mapped));
  // Outputs name what is published: a page that failed and has no last good version is not there.
  const live = absent.length === 0 ? context : withoutPages(context, new Set(absent));
  const given = { config, context: live, client, assets, stories, redirects };
  const asking = comparedOutputs({ ...options, context: live, siteHash: opened.hash, graph, moved, output });
  const outputs = [...OUTPUTS, ...asking];
  const ofOutputs = await watch.time("write", () => writeOutputs(outputs, given, { moved, graph, output }));
  refuseTakenPaths(graph.made, { config, context });
  const ofAssets = assets.problems.map(({ problem }) => problem);
  const steps = [pulled, stored.site, context, sources].map((step) => step.problems);
  const ofStyles = await styleProblemsOf(client, config);
  const lists = [...steps, ofOutputs, ofAssets, ofStyles, references.verify(output, graph)];
  const last = moved && (() => lastProblems(options, graph.inputs.buildId));
  const problemReport = reportProblems({ config, strict: options.strict, graph, lists, last });
  const filesOf = (name: string, key: string) => graph.made.get(`${name} ${key}`)?.files ?? [];
  const previews = definition.languages.flatMap((language) => {
    const address = previewAddress(language.code, { context, filesOf });
    return address === undefined ? [] : [[language.code, address] as const];
  });
  await pulled.confirm?.();
  const removesPages = moved === null || moved.removed.length > 0;
  const addresses = { sources: sourceAddresses(context, filesOf), preview: Object.fromEntries(previews) };
  const published = { ...addresses, removesPages, options, output, context: live, pulled, client };
  const summary = await watch.time("write", async () => publishSite({ ...published, redirects: await redirects() }));
  const about = publishFacts({ pulled, stored, site, definition, problemReport });
  // `skipped`: missing assets that were not requested again.
  const result = { summary, problemReport, kept, absent, skipped: missingAssets(skipped), facts: about };
  if (!isRemembered(options)) return result;
  const facts = { ...inputs.facts, [RUN]: String(nextRun(graph.inputs.facts)) };
  // Not before: the build after a failure has to know what was published meanwhile.
  stories.save(pulled.snapshot);
  compared.save({ ...inputs, facts, buildId: summary.buildId });
  openKeptBytes(stateDir).prune(keptNames(graph.made));
  const missing = missingAssets(assets.problems);
  const snapshot = snapshotKey(pulled.snapshot, sources);
  // A build with a failed page or output is not remembered, so that the next one tries again even if nothing has
  // changed.
  if (kept.length + absent.length === 0 && !ofOutputs.some(({ code }) => code === "OUTPUT_FAILED"))
    await rememberBuild({ build: options, snapshot, renames, summary, problemReport, code, missing });
  return result;
}

function withoutPages(context: RenderContext, absent: ReadonlySet<string>): RenderContext {
  const routes = context.site.routes.filter(({ path }) => !absent.has(path));
  const paths = new Set([...context.site.paths].filter((path) => !absent.has(path)));
  return { ...context, site: { ...context.site, routes, paths } };
}
