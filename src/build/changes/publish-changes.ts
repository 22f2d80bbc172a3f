import type { OnDamaged } from "../../checksum-file.ts";
import type { PullResult } from "../../fetch/pull-space.ts";
import { buildInputsHash } from "../../incremental/build-inputs-hash.ts";
import type { Findings } from "../../incremental/findings.ts";
import { type PartialBuildRender, recordPartialBuild } from "../../incremental/page-records.ts";
import { KEYS, type StoredHead } from "../../incremental/store/rows.ts";
import { dropStore, openStore, type Store, storeFolder } from "../../incremental/store/store.ts";
import { type ChangedOutput, type ChangedResult, changedOutput } from "../../publish/changed-output.ts";
import { LATEST } from "../../publish/file-list.ts";
import { readRenameRecord } from "../../publish/rename-record.ts";
import type { Session } from "../../publish/session.ts";
import { DamagedTable, type Row } from "../../row-table.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { BuildOptions, BuildSummary } from "../build-options.ts";
import type { OpenedSite } from "../open-site.ts";
import { peakRssMb } from "../peak-memory.ts";
import type { Client } from "../prepare-client.ts";
import { rememberBuild, siteHashes } from "../unchanged-build.ts";
import { type ChangedFiles, newestOf, putDescriptions, putPreview, putSiteFiles } from "./changed-files.ts";
import { changedFindings } from "./changed-findings.ts";
import { type ChangedPage, makeChangedPages } from "./changed-pages.ts";
import { pageRowsOf, requireKeptAnswers, storyRowsOf } from "./changed-rows.ts";
import { type ChangedSite, changedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { keepsAssets } from "./stored-assets.ts";
import { storedContext } from "./stored-context.ts";
import { isLastOutput, recordPublish, storedFiles } from "./stored-files.ts";

export interface PublishChangesInput {
  options: BuildOptions;
  session: Session;
  definition: ResolvedSite;
  client: Promise<Client>;
  opened: OpenedSite;
  pulled: PullResult;
  endpoint: string;
  onDamaged?: OnDamaged | undefined;
}

export interface PublishedChanges {
  summary: Omit<BuildSummary, "ms" | "requests">;
  findings: Findings;
}

/**
 * Publishes a few changed stories from the last build's store, checking only the pages that may change. The result
 * equals a full build's, byte for byte. Null if a full build is needed; out/ and the state are then untouched.
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
    if (error instanceof DamagedTable) {
      onDamaged?.(error.message);
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
  const { options, session, definition, opened, pulled } = input;
  const { config } = options;
  const head = store.get(KEYS.head) as StoredHead; // written by save-site.ts and below
  const client = await input.client;
  const code = siteHashes(opened, client);
  const renames = (await readRenameRecord(options.stateDir)).rows;
  const rules = await buildInputsHash({ config, renames, code });
  if (head.rules !== rules || head.snapshot !== pulled.since) return null;
  if (head.problems.some(({ code }) => code === "ASSET_FAILED" || code === "ASSET_HOST_UNREACHABLE")) return null;
  if (!isLastOutput(store, head, { out: session.place.out })) return null;
  const changed = changedSite(pulled, {
    store,
    definition,
    keepsAssets: keepsAssets({ config, endpoint: input.endpoint }),
  });
  if (!changed) return null;
  const { endpoint } = input;
  const { site } = changed;
  const { space } = pulled;
  const context = await storedContext(opened, {
    ...{ config, definition, client, space, site, store, endpoint },
    testHooks: options.testHooks,
  });
  if (Object.entries(context.sharedFiles).some(([lang, { path }]) => head.shared[lang] !== path)) return null;
  const files = storedFiles(store);
  const { buildId, builds, recordOf } = head;
  const dropped: string[] = [];
  const output = await changedOutput(session, { buildId, builds, recordOf, files, dropped });
  if (!output) return null;
  const last: ChangedFiles = { out: session.place.out, head, store, context, changed, files };
  const pages = await makeChangedPages({ ...last, output, options });
  requireKeptAnswers(store, pages);
  await putSiteFiles(last, output);
  const preview = await putPreview(last, output);
  dropped.push(...preview.dropped);
  const collect = () => changedFindings({ store, head, pages, context, pulled, options, onDamaged: input.onDamaged });
  // With --strict, problems decide whether to publish. Otherwise the pages go out first.
  const before = options.strict ? collect() : null;
  options.signal?.throwIfAborted();
  options.reporter.step("Publishing");
  const built = await name(output, last, preview.preview);
  const retain = { buildId: built.id, keepBuilds: config.keepBuilds };
  const result = await output.publish({ latest: LATEST, retain });
  if (!result) return null;
  const { findings, beforePages, rows: ofProblems } = before ?? collect();
  const named = { preview: preview.preview, timestamp: built.timestamp, beforePages };
  const next = { ...head, snapshot: pulled.snapshot, ...result, ...named };
  const rows: Row[] = [[KEYS.head, headOf(next)], ...storyRowsOf(changed.stories), ...ofProblems];
  appendOrDrop(store, [...rows, ...pageRowsOf({ store, pages, result })], input);
  recordPublish({ out: session.place.out, folder: storeFolder(options.stateDir, session.place.out) });
  noteRendered(options.stateDir, renderedPages(pages, changed, result));
  const summary = summaryOf({ input, head, pages, result });
  await rememberBuild({ build: options, snapshot: pulled.snapshot, renames, summary, findings, code });
  return { summary, findings };
}

/** The site is already published: a full disk costs `sitegen why` an explanation and the next build a render. */
function noteRendered(stateDir: string, rendered: Readonly<Record<string, PartialBuildRender>>): void {
  try {
    recordPartialBuild(stateDir, rendered);
  } catch {
    // `sitegen why` tells what the build before did, and the next build of the whole site renders these once more.
  }
}

/** Records of the rendered pages. */
function renderedPages(
  pages: readonly ChangedPage[],
  { stories }: ChangedSite,
  { files }: ChangedResult,
): Record<string, PartialBuildRender> {
  const own = new Set(stories.map(({ digest }) => digest.uuid));
  const rendered = pages.flatMap(({ path, before, html, dependencies, loose }): [string, PartialBuildRender][] => {
    if (!html) return [];
    const reason = own.has(before.uuid) ? "story" : "site";
    const hash = files.get(html.file)?.hash ?? before.html[0]; // an unchanged file is not written again
    return [[path, { reason, dependencies: [...dependencies], html: hash, loose }]];
  });
  return Object.fromEntries(rendered);
}

/** The site is already published: if the store cannot be updated, the next build is a full one. */
function appendOrDrop(store: Store, rows: readonly Row[], { session, options }: PublishChangesInput): void {
  try {
    store.append(rows);
  } catch {
    dropStore(storeFolder(options.stateDir, session.place.out));
  }
}

/** The head without the other fields. */
function headOf({ files: _, removed: __, ...head }: StoredHead & Pick<ChangedResult, "files" | "removed">): StoredHead {
  return head;
}

/** Stages the files that carry the build id. */
async function name(
  output: ChangedOutput,
  context: ChangedFiles,
  preview: Readonly<Record<string, string>>,
): Promise<{ id: string; timestamp: number }> {
  const id = output.buildId();
  if (id === null) throw new FullBuildNeeded();
  const timestamp = newestOf(context);
  await putDescriptions(context, output, { id, timestamp, preview });
  return { id, timestamp };
}

function summaryOf(of: {
  input: PublishChangesInput;
  head: StoredHead;
  pages: readonly ChangedPage[];
  result: ChangedResult;
}): PublishedChanges["summary"] {
  const { input, head, pages, result } = of;
  const written = pages.filter(({ html }) => html && result.files.has(html.file)).length;
  return {
    ok: true,
    buildId: result.buildId,
    cv: input.pulled.space.cv,
    out: input.options.out,
    stories: head.stories,
    pages: { total: head.pages, written, unchanged: head.pages - written, removed: 0 },
    redirects: head.redirects,
    peakRssMb: peakRssMb(),
  };
}
