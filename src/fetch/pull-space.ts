import { setMaxListeners } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sitegenError } from "../problems/errors.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { byLanguage, forLanguage } from "../site/by-language.ts";
import { MAIN_SPACE } from "../site/spaces.ts";
import { LINKS_PAGE, PAGES_IN_FLIGHT } from "./constants.ts";
import { openOffline, spaceOfSnapshot } from "./from-snapshot.ts";
import { createProgressMeter, type ProgressMeter } from "./progress.ts";
import type { PullPlan } from "./pull-plan.ts";
import { pullProblems } from "./pull-problems.ts";
import type { Pulled, PullOptions, PullResult } from "./pull-types.ts";
import { compareRecords, findRenames } from "./snapshot/compare-records.ts";
import { createPackedSpace } from "./snapshot/packed-space.ts";
import { openSnapshot, readSnapshotHead, type Snapshot, type SnapshotHead } from "./snapshot/snapshot-table.ts";
import { emptyRecords } from "./snapshot/story-records.ts";
import { closePacks } from "./snapshot/story-store.ts";
import { reportMissingDatasources } from "./sync/fetch-datasources.ts";
import { type FetchedVersion, fetchVersion } from "./sync/fetch-version.ts";
import { cacheWindowNotice, createPullState, learnCacheWindow, type PullState, windowEnd } from "./sync/pull-state.ts";
import { applyRelease, fetchRelease } from "./sync/release-stories.ts";
import { recordChecked, type SavedSnapshot, saveSnapshot } from "./sync/save-snapshot.ts";
import { type ContentClient, createContentClient } from "./transport/content-client.ts";

export type { PullOptions, PullResult } from "./pull-types.ts";

/** The folder of a space's snapshot, in the state folder. */
export function snapshotFolder(space = MAIN_SPACE): string {
  return space === MAIN_SPACE ? "snapshot" : `snapshot-${space}`;
}

/** The folders of the snapshots in a state folder, that of the main space first. */
export function snapshotsIn(stateDir: string): string[] {
  const names = existsSync(stateDir) ? readdirSync(stateDir) : [];
  return names.filter((name) => /^snapshot(?:-[a-z][a-z0-9_]*)?$/.test(name)).sort();
}

/** A pull after its first request, which tells whether the space has changed. */
export interface OpenedPull {
  /** The snapshot's id if nothing has changed since it was made; null if `pull` has to check further. */
  unchangedSnapshotId: string | null;
  requests(): PullResult["requests"];
  pull(plan: PullPlan): Promise<PullResult>;
}

/** Requests the space's version; `pull` of the result reads the rest, or only what changed since the last pull. */
export async function openPull(options: Omit<PullOptions, "plan">): Promise<OpenedPull> {
  const started = performance.now();
  const dir = join(options.stateDir, snapshotFolder(options.space));
  if (options.offline) {
    if (options.version === "draft")
      throw sitegenError("SNAPSHOT_MISSING", {
        message: "--offline builds from the snapshot of the last pull, which never holds drafts.",
        hint: "Build without --offline, or from published content.",
      });
    return {
      unchangedSnapshotId: unchangedSnapshotId(dir, () => true),
      requests: () => ({ total: 0, retried: 0 }),
      pull: async (plan) => ({ ...openOffline(dir, plan, options.partial), spaceLanguages: null, ms: since(started) }),
    };
  }
  // Each request in flight adds a listener; Node warns from the eleventh on.
  if (options.signal) setMaxListeners(0, options.signal);
  const meter = createProgressMeter({ ...options, retried: () => client.count.retried, report: options.onProgress });
  const client: ContentClient = createContentClient({
    ...options,
    // With published stories, those of the release are read by a client of their own.
    release: options.version === "draft" ? options.release : undefined,
    serviceTiers: !options.ownService,
    onExchange: () => meter.tick(),
  });
  const fetchedVersion = await fetchVersion(client, options.spaceId);
  const isUnstored = options.version === "draft" || options.release !== undefined;
  return {
    unchangedSnapshotId:
      isUnstored || options.full ? null : unchangedSnapshotId(dir, (head) => hasNotMoved(head, fetchedVersion)),
    requests: () => ({ ...client.count }),
    async pull(plan) {
      const pull = { options: { ...options, plan }, client: client.as({ plan }), meter, fetchedVersion };
      const result = isUnstored ? await pullUnstored(pull) : await pullPublished(pull, dir);
      return {
        ...result,
        spaceLanguages: fetchedVersion.languages,
        requests: { ...client.count },
        ms: since(started),
      };
    },
  };
}

function unchangedSnapshotId(dir: string, holds: (head: SnapshotHead) => boolean): string | null {
  const head = readSnapshotHead(dir);
  return head && holds(head) ? head.sum : null;
}

/** A snapshot of other languages or datasources cannot be reused. */
function isOfPlan({ plan }: SnapshotHead, wanted: PullPlan): boolean {
  return plan === JSON.stringify(wanted);
}

function hasNotMoved(head: SnapshotHead, { spaceId, version, problem }: FetchedVersion): boolean {
  const isSame = head.spaceId === spaceId && head.version === version;
  return isSame && problem === null && head.settled && !head.checksDue;
}

interface Pull {
  options: PullOptions;
  client: ContentClient;
  meter: ProgressMeter;
  fetchedVersion: FetchedVersion;
}

async function pullPublished({ options, client, meter, fetchedVersion }: Pull, dir: string): Promise<Pulled> {
  const opened = openSnapshot(dir, options.partial);
  const readable = opened.kind === "ok" ? opened.snapshot : null;
  const found = readable !== null && isOfPlan(readable.manifest, options.plan) ? readable : null;
  const base =
    found !== null && fetchedVersion.spaceId !== null && found.manifest.spaceId === fetchedVersion.spaceId
      ? found
      : null;
  const notices = [fetchedVersion.problem, opened.kind === "damaged" ? damageNotice(opened.reason) : null].filter(
    (one) => one !== null,
  );
  if (base !== null && !options.full && hasNotMoved(base.manifest, fetchedVersion))
    return spaceOfSnapshot(base, options.plan);
  mkdirSync(dir, { recursive: true });
  // The service's version never decreases. If it did, this is another space or a restarted service.
  const another = base !== null && fetchedVersion.version < base.manifest.version;
  const isForeign = options.ownService && !options.sameRun;
  const usable = options.full || isForeign || another ? null : base;
  const state = createPullState(setting({ options, client, meter, dir, fetchedVersion }), usable);
  state.serverVersion = fetchedVersion.problem === null ? fetchedVersion.version : null;
  try {
    const { readSpace } = await loadReading();
    await readSpace(state, fetchedVersion.version);
  } catch (error) {
    state.store.discard();
    closePacks(found?.packs ?? []);
    throw error;
  }
  const pulled = finishPublished({ state, fetchedVersion, base, found, notices });
  // Only after a full pull: after a sync, an extra request would cost too much.
  return usable === null ? { ...pulled, problems: await reportMissingDatasources(client, pulled) } : pulled;
}

/** Loaded only if the space has changed. */
const loadReading = () => import("./sync/read-space.ts");

interface Finish {
  state: PullState;
  fetchedVersion: FetchedVersion;
  /** The snapshot of this space, for comparison. */
  base: Snapshot | null;
  /** The existing snapshot, which will be replaced. */
  found: Snapshot | null;
  notices: Problem[];
}

function finishPublished({ state, fetchedVersion, base, found, notices }: Finish): Pulled {
  const known =
    base ?? (fetchedVersion.spaceId === null && found !== null && shareStories(found, state) ? found : null);
  const { plan } = state;
  const before = known?.records ?? emptyRecords(plan.languages);
  const spaceId = fetchedVersion.spaceId ?? known?.manifest.spaceId ?? null;
  const knownWindow = known?.manifest.cacheWindow ?? null;
  const version = state.serverVersion ?? state.cv;
  const cacheWindow = learnCacheWindow(knownWindow, { version, cv: state.cv });
  if (cacheWindow !== null && cacheWindow !== knownWindow) notices.push(cacheWindowNotice(cacheWindow));
  const staleFor = cacheWindow !== null && state.cv < version ? windowEnd(cacheWindow, version) - state.startedAt : 0;
  const saved = saveSnapshot({ state, cacheWindow, spaceId, replaced: found });
  const datasources = JSON.stringify(state.datasources) !== JSON.stringify(known?.manifest.datasources);
  const changed = compareRecords(plan, before, saved.records);
  const stories = Object.values(changed).some(({ published, removed }) => published.length + removed.length > 0);
  const renames = findRenames(plan, before, saved.records);
  const space = createPackedSpace({ plan, cv: state.cv, datasources: state.datasources, ...saved });
  return {
    space,
    problems: [...notices, ...pullProblems({ ...state, space })],
    moved: known === null || stories || datasources,
    snapshot: saved.sum,
    changed,
    since: known?.manifest.sum ?? null,
    renames,
    staleForMs: staleFor > 0 ? staleFor * 1000 : null,
    restUnchanged: state.listingDue || state.datasourcesDue ? () => runChecks(state, saved) : null,
  };
}

async function runChecks(state: PullState, saved: SavedSnapshot): Promise<boolean> {
  const listing = await (await loadReading()).restUnchanged(state, saved);
  try {
    if (listing) recordChecked(saved.table, listing);
  } catch {
    // For example, the disk is full. The pages are published; the next pull checks again.
  }
  return listing !== null;
}

/** Uuids are unique: if the space's id is unknown, a common uuid shows that it is the same space. */
function shareStories(snapshot: Snapshot, { store }: PullState): boolean {
  const [ours, theirs] = [Object.values(snapshot.records)[0], Object.values(store.records)[0]];
  return [...(ours?.keys() ?? [])].some((uuid) => theirs?.has(uuid));
}

/** Drafts and releases are always read in full and not cached: their pack file is deleted as soon as it is open. */
async function pullUnstored({ options, client, meter, fetchedVersion }: Pull): Promise<Pulled> {
  const { plan, release, version, previewToken: token = options.token } = options;
  const dir = mkdtempSync(join(tmpdir(), "sitegen-draft-"));
  const of = setting({ options, client, meter, dir, fetchedVersion });
  const state = createPullState(of, null);
  // The release first: if it is merged meanwhile, what is read as published afterwards has the same stories.
  const isOverPublished = release !== undefined && version === "published";
  const drafts = client.as({ token, version: "draft", release });
  const merged = isOverPublished ? await fetchRelease({ ...of, client: drafts, release }) : null;
  let before = emptyRecords(plan.languages);
  try {
    const { readSpace } = await loadReading();
    await readSpace(state, fetchedVersion.version);
    before = byLanguage(plan.languages, (lang) => forLanguage(state.store.records, lang).copy());
    if (merged) applyRelease(state, merged);
    state.store.finish();
  } catch (error) {
    state.store.discard();
    throw error;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  const { records } = state.store;
  const { cv, datasources } = state;
  const space = createPackedSpace({ plan, cv, datasources, records, packs: state.store.packs() });
  const undated = merged ? state.undated : [];
  const problems = pullProblems({ ...state, undated, space });
  const changed = compareRecords(plan, emptyRecords(plan.languages), records);
  return {
    space,
    problems: [...(fetchedVersion.problem ? [fetchedVersion.problem] : []), ...problems],
    moved: true,
    snapshot: "",
    changed,
    since: null,
    renames: merged ? findRenames(plan, before, records) : [],
    restUnchanged: null,
    staleForMs: null,
    confirm: merged?.confirm,
  };
}

function setting({ options, client, meter, dir, fetchedVersion }: Pull & { dir: string }) {
  const { plan, perPage, requestsPerSecond, onStory, listingPage = LINKS_PAGE, deferChecks = false } = options;
  const parallel = Math.max(1, Math.min(PAGES_IN_FLIGHT, Math.floor(requestsPerSecond)));
  const { time: startedAt } = fetchedVersion;
  return { plan, client, dir, perPage, parallel, listingPage, meter, onStory, deferChecks, startedAt };
}

function damageNotice(reason: string): Problem {
  return createProblem("warning", "SNAPSHOT_DAMAGED", {
    message: `The snapshot of the last pull was damaged (${reason}) and dropped; the whole space was pulled.`,
    hint: "Nothing to do. If it happens often, check how the state folder is cached.",
  });
}

function since(started: number): number {
  return Math.round(performance.now() - started);
}
