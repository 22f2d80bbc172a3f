import type { OnDamaged } from "../../checksum-file.ts";
import type { PullResult } from "../../fetch/pull-space.ts";
import { buildInputsHash, type CodeHashes } from "../../incremental/build-inputs-hash.ts";
import type { ProblemReport } from "../../incremental/problem-report.ts";
import { DamagedStore } from "../../incremental/store/hash-tree.ts";
import { KEYS, type StoredSiteFacts } from "../../incremental/store/rows.ts";
import { dropStore, openStore, type Store, storeFolder } from "../../incremental/store/store.ts";
import { type ChangedOutput, type ChangedResult, changedOutput } from "../../publish/changed-output.ts";
import { LATEST_FILE } from "../../publish/file-list.ts";
import type { Session } from "../../publish/session.ts";
import type { Rename } from "../../redirects/rule.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { BuildOptions, BuildSummary } from "../build-options.ts";
import { missingAssets } from "../missing-assets.ts";
import type { OpenedSite } from "../open-site.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { peakRssMb } from "../peak-memory.ts";
import type { PreparedClient } from "../prepare-client.ts";
import { rememberBuild, siteHashes } from "../unchanged-build.ts";
import { type ChangedAssetUses, changedAssetUses } from "./changed-asset-uses.ts";
import { changedAssets, storedAssetProblems } from "./changed-assets.ts";
import { nextHead, removesTooManyPages } from "./changed-head.ts";
import { leftRoutes } from "./changed-listings.ts";
import { stageManifests } from "./changed-manifest.ts";
import type { ChangedPage } from "./changed-pages.ts";
import { changedProblems, problemsOfPages } from "./changed-problems.ts";
import { type ChangedRedirects, changedRedirects } from "./changed-redirects.ts";
import { pageRowsOf, storyRowsOf } from "./changed-rows.ts";
import { type ChangedSite, changedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import type { LastBuildFiles } from "./last-build-files.ts";
import { type MadeFiles, makeFiles } from "./make-files.ts";
import { changedNewestDates } from "./newest-dates.ts";
import { recordRendered } from "./rendered-records.ts";
import { storedContext } from "./stored-context.ts";
import { isLastOutput, recordPublish, storedFiles } from "./stored-files.ts";

export interface PublishChangesInput {
  options: BuildOptions;
  session: Session;
  definition: ResolvedSite;
  client: Promise<PreparedClient>;
  opened: OpenedSite;
  pulled: PullResult;
  /** The rename record before this pull. */
  renames: readonly Rename[];
  endpoint: string;
  onDamaged?: OnDamaged | undefined;
}

export interface PublishedChanges {
  summary: Omit<BuildSummary, "ms" | "requests">;
  problemReport: ProblemReport;
  /** URLs of assets to request again. */
  missing: string[];
}

/**
 * Publishes a few changed stories from the last build's store, checking only the pages that may change. The result
 * equals a full build's, byte for byte. Null if a full build is needed; out/ and the store are then untouched.
 */
export async function publishChanges(input: PublishChangesInput): Promise<PublishedChanges | null> {
  const { options, session, pulled, onDamaged } = input;
  if (options.full || options.draft || options.dryRun || options.parts || session.fresh || !pulled.since) return null;
  const folder = storeFolder(options.stateDir, session.place.out);
  const store = openStore(folder, { onDamaged, count: options.testHooks?.count });
  if (!store) return null;
  try {
    return await publishFrom(store, input);
  } catch (error) {
    if (error instanceof DamagedStore) {
      onDamaged?.(folder);
      dropStore(folder);
      return null;
    }
    if (error instanceof FullBuildNeeded) return null;
    throw error;
  } finally {
    store.close();
  }
}

async function publishFrom(store: Store, input: PublishChangesInput): ReturnType<typeof publishChanges> {
  const { options, session, definition, opened, pulled, endpoint } = input;
  const { config } = options;
  const last = await lastBuild(store, input);
  const plan = last && (await planChanges(last, input));
  if (!plan) return null;
  const { head, client } = last;
  const { changed } = plan;
  const { site } = changed;
  const assets = await changedAssets(plan.assetUses, { store, options, endpoint });
  const context = await storedContext(opened, {
    ...{ config, definition, client, space: pulled.space, site, assets: assets.lookup },
    testHooks: options.testHooks,
  });
  if (Object.entries(context.sharedFiles).some(([lang, { path }]) => head.shared[lang] !== path)) return null;
  const files = storedFiles(store);
  const { buildId, builds, recordOf } = head;
  const dropped = droppedFiles(plan);
  const output = await changedOutput(session, { buildId, builds, recordOf, files, dropped });
  if (!output) return null;
  const { redirects } = plan;
  const sources: LastBuildFiles = { out: session.place.out, head, store, context, changed, assets, files, redirects };
  const made = await makeFiles({ ...sources, output, dropped, options, client });
  return publishFiles({ ...last, ...plan, ...made, sources, output }, input);
}

/** The last build, if its output is untouched and only content has changed since. */
interface LastBuild {
  store: Store;
  head: StoredSiteFacts;
  client: PreparedClient;
  code: CodeHashes;
}

async function lastBuild(store: Store, input: PublishChangesInput): Promise<LastBuild | null> {
  const { options, session, opened, pulled, renames } = input;
  const head = store.get(KEYS.head) as StoredSiteFacts; // written by save-site.ts and below
  const client = await input.client;
  const code = siteHashes(opened, client);
  const rules = await buildInputsHash({ config: options.config, renames, code });
  if (head.rules !== rules || head.snapshot !== pulled.since) return null;
  // A missing asset stops a strict build unless it is there by now.
  if (options.strict && missingAssets(storedAssetProblems(store)).length > 0) return null;
  const { out } = session.place;
  return isLastOutput(store, head, { out, folder: storeFolder(options.stateDir, out) })
    ? { store, head, client, code }
    : null;
}

interface Plan {
  changed: ChangedSite;
  assetUses: ChangedAssetUses;
  redirects: ChangedRedirects;
}

/** What changed, if it changes nothing that concerns the whole site. */
async function planChanges({ store, head }: LastBuild, input: PublishChangesInput): Promise<Plan | null> {
  const { definition, endpoint, pulled, renames } = input;
  const { config, stateDir } = input.options;
  const changed = changedSite(pulled, { store, definition });
  if (!changed || removesTooManyPages(changed, { head, config })) return null;
  const { space } = pulled;
  const assetUses = changedAssetUses(changed.stories, { store, definition, space, config, endpoint });
  if (!assetUses) return null;
  return {
    changed,
    assetUses,
    redirects: await changedRedirects({ changed, head, config, stateDir, renames, definition }),
  };
}

/** Files of pages and redirects that are gone. */
function droppedFiles({ changed, redirects: { stubs } }: Plan): string[] {
  const ofPages = leftRoutes(changed.changedRoutes).flatMap(({ path }) => [pageFile(path), payloadFile(path)]);
  return [...ofPages.filter((file) => !stubs.written.includes(file)), ...stubs.gone];
}

type Made = LastBuild & Plan & MadeFiles & { sources: LastBuildFiles; output: ChangedOutput };

async function publishFiles(made: Made, input: PublishChangesInput): Promise<PublishedChanges | null> {
  const { store, head, changed, pages, referring, preview, ofSite, sources, output } = made;
  const { options, pulled, onDamaged } = input;
  const { context } = sources;
  const collect = () => {
    const now = problemsOfPages(changed, pages, { store, referring, has: output.has });
    const { assets } = sources;
    return changedProblems({ store, head, ofSite, pages: now, context, assets, pulled, options, onDamaged });
  };
  // With --strict, problems decide whether to publish. Otherwise the pages go out first.
  const before = options.strict ? collect() : null;
  options.signal?.throwIfAborted();
  options.reporter.step("Publishing");
  const { newest: timestamp, row: ofDates } = changedNewestDates(changed, store);
  const id = await name(output, sources, { timestamp, preview });
  const retain = { buildId: id, keepBuilds: options.config.keepBuilds };
  const result = await output.publish({ latest: LATEST_FILE, retain });
  if (!result) return null;
  const { problemReport, beforePages, rows: ofProblems } = before ?? collect();
  const { snapshot } = pulled;
  const facts = { ...(await factsOf(made, input)), snapshot, timestamp, beforePages };
  const next = nextHead(head, changed, { ...result, ...facts });
  const ofStories = [...storyRowsOf(changed), ...sources.assets.rows, ...made.sheets.rows(), ofDates];
  const ofPages = pageRowsOf({ store, changed, rules: context.definition, pages, result });
  updateOrDrop(() => store.update([[KEYS.head, next], ...ofStories, ...ofProblems, ...ofPages]), input);
  recordPublish({ out: sources.out, folder: storeFolder(options.stateDir, sources.out) });
  recordRendered(options.stateDir, { pages, changed, context, result });
  const summary = summaryOf({ input, head: next, changed, pages, result });
  const { renames } = made.redirects;
  const missing = missingAssets(sources.assets.problems);
  await rememberBuild({ build: options, snapshot, renames, summary, problemReport, missing, code: made.code });
  return { summary, problemReport, missing };
}

async function factsOf(
  { head, code, preview, sitemap, ofSite, redirects: { renames, redirects } }: Made,
  { options: { config }, renames: before }: PublishChangesInput,
) {
  const isSame = JSON.stringify(renames) === JSON.stringify(before);
  const rules = isSame ? head.rules : await buildInputsHash({ config, renames, code });
  return { ...ofSite, rules, preview, sitemap, redirects: redirects?.rules.length ?? head.redirects };
}

/** The site is already published: if the store cannot be updated, the next build is a full one. */
function updateOrDrop(update: () => void, { session, options, onDamaged }: PublishChangesInput): void {
  const folder = storeFolder(options.stateDir, session.place.out);
  try {
    update();
  } catch (error) {
    if (error instanceof DamagedStore) onDamaged?.(folder);
    dropStore(folder);
  }
}

/** Stages the files that carry the build id. */
async function name(
  output: ChangedOutput,
  context: LastBuildFiles,
  { timestamp, preview }: Pick<StoredSiteFacts, "timestamp" | "preview">,
): Promise<string> {
  const id = output.buildId();
  if (id === null) throw new FullBuildNeeded();
  await stageManifests(context, output, { id, timestamp, preview });
  return id;
}

function summaryOf(of: {
  input: PublishChangesInput;
  head: StoredSiteFacts;
  changed: ChangedSite;
  pages: readonly ChangedPage[];
  result: ChangedResult;
}): PublishedChanges["summary"] {
  const { input, head, changed, pages, result } = of;
  const written = pages.filter(({ html }) => html && result.files.has(html.file)).length;
  return {
    ok: true,
    buildId: result.buildId,
    cv: input.pulled.space.cv,
    out: input.options.out,
    stories: Object.values(head.stories).reduce((sum, count) => sum + count, 0),
    pages: {
      total: head.pages,
      written,
      unchanged: head.pages - written,
      removed: leftRoutes(changed.changedRoutes).length,
    },
    redirects: head.redirects,
    peakRssMb: peakRssMb(),
  };
}
