import type { Lang } from "../../content/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { DATASOURCE_PAGE_MAX, MAX_PER_PAGE, UUID_BATCH } from "../constants.ts";
import { sharedUuids } from "../parse/ingest-story.ts";
import type { SpaceLink } from "../parse/parse-responses.ts";
import { defaultLanguage } from "../pull-plan.ts";
import { fetchByUuids } from "../requests/fetch-by-uuids.ts";
import { containsDefaultValues, fetchDatasources } from "../requests/fetch-datasources.ts";
import { fetchLinks } from "../requests/fetch-links.ts";
import { fetchRecent, type RecentStories } from "../requests/fetch-recent.ts";
import { fetchVersionOrZero } from "../requests/fetch-version-or-zero.ts";
import type { RecordsByLang } from "../snapshot/story-records.ts";
import { compareLinks, recordLinkMismatches } from "./compare-links.ts";
import { type CvTracker, createCvTracker } from "./cv-tracker.ts";
import { anyChanged, datesAreReliable } from "./date-reliability.ts";
import { ingestContext, type PullState, storyCount } from "./pull-state.ts";
import { staleSiblings } from "./stale-siblings.ts";

export interface IncrementalSyncOptions {
  state: PullState;
  /** The space's current version, to request. */
  version: number;
  /** True if the known state was consistent. If not, the whole listing is compared. */
  trusted: boolean;
}

/**
 * - `steady`: the known state is the space at `cv`.
 * - `moved`: the space changed meanwhile; sync again.
 * - `lost`: the counts disagree, or so much changed that a full pull is cheaper.
 */
export type SyncOutcome = { kind: "steady"; cv: number } | { kind: "moved"; version: number } | { kind: "lost" };

/**
 * Updates the known state to the space's current version without reading all content. The reasoning and the cost of
 * each request: docs/decisions/0001-snapshot-and-sync.md.
 */
export async function incrementalSync({ state, version, trusted }: IncrementalSyncOptions): Promise<SyncOutcome> {
  const { client, store } = state;
  const { languages } = state.plan;
  const tracker = createCvTracker(version, { steady: true });
  state.meter.expectMore(7);
  const before = byLanguage(languages, (lang) => forLanguage(store.records, lang).copy());
  const datasourcesBefore = JSON.stringify(state.datasources);
  const sharedBefore = sharedUuids(state.rejected);
  // The listing has no cv. If it is read first, it is as old as `version` unless a later response is newer.
  const mayDefer = trusted && state.deferChecks;
  const early = mayDefer && !listingIsCheap(state) ? null : await fetchLinks(client, tracker, state.listingPage);
  const recent = await readChanges(state, { tracker, before, deferDatasources: mayDefer });
  let links = early;
  if (early === null) {
    state.listingDue = isExplained({ state, recent, before, datasourcesBefore });
    if (!state.listingDue) links = await fetchLinks(client, tracker, state.listingPage);
  }
  if (links !== null && !(await followListing(state, tracker, links))) return { kind: "lost" };
  const siblings = staleSiblings(before, store);
  if (siblings.length > 0) await fetchByUuids({ ...request(state, tracker), uuids: siblings, langs: languages });
  // Another story that had this uuid may be gone, which no request by uuid shows.
  if (sharedUuids(state.rejected) !== sharedBefore) return { kind: "lost" };

  // A listing that was read last may be newer than the rest; an inconsistent state has to be resolved now.
  if (links !== null && (early === null || !trusted) && (await fetchVersionOrZero(state)) > version) {
    return { kind: "moved", version: state.serverVersion ?? version };
  }
  if (tracker.isInconsistent() || (links !== null && tracker.newest() > version))
    return { kind: "moved", version: tracker.newest() };
  const counted =
    !state.totalsTrue ||
    languages.every((lang) => [null, storyCount(state, lang)].includes(forLanguage(recent, lang).total));
  if (!counted) return { kind: "lost" };
  const moved = anyChanged(before, store.records) || JSON.stringify(state.datasources) !== datasourcesBefore;
  // A new content version without any new story means that a change was not seen.
  const believed = !trusted || (moved ? datesAreReliable(before, store.records) : tracker.newest() === state.cv);
  return believed ? { kind: "steady", cv: tracker.newest() } : { kind: "lost" };
}

function request(state: PullState, tracker: CvTracker) {
  return { client: state.client, tracker, intake: ingestContext(state) };
}

/** True if the listing takes about one request. */
function listingIsCheap({ plan, store, listingPage }: PullState): boolean {
  return forLanguage(store.records, defaultLanguage(plan)).size <= listingPage;
}

/**
 * Recently changed stories, and the datasources, which may wait if changed or removed stories explain the new version.
 */
async function readChanges(
  state: PullState,
  { tracker, before, deferDatasources }: { tracker: CvTracker; before: RecordsByLang; deferDatasources: boolean },
): Promise<ByLanguage<RecentStories>> {
  const { languages } = state.plan;
  const [, ...recent] = await Promise.all([
    deferDatasources || readDatasources(state, tracker),
    ...languages.map(async (lang) => [lang, await fetchRecent({ ...request(state, tracker), lang })] as const),
  ]);
  if (deferDatasources) {
    const went = recent.some(([lang, { total }]) => total !== null && total < storyCount(state, lang));
    state.datasourcesDue = went || anyChanged(before, state.store.records);
    if (!state.datasourcesDue) await readDatasources(state, tracker);
  }
  tracker.adopt();
  return Object.fromEntries(recent);
}

async function readDatasources(state: PullState, tracker: CvTracker): Promise<void> {
  const { client, defaultFromDimension, plan } = state;
  const fetched = await fetchDatasources({ client, tracker, perPage: DATASOURCE_PAGE_MAX, defaultFromDimension });
  state.datasourcesDue = false;
  state.datasources = fetched.datasources;
  state.datasourceProblems = fetched.problems;
  if (!defaultFromDimension && fetched.problems.length === 0) {
    state.defaultFromDimension = containsDefaultValues(plan, fetched.datasources);
  }
}

interface Evidence {
  state: PullState;
  recent: ByLanguage<RecentStories>;
  before: RecordsByLang;
  datasourcesBefore: string;
}

/**
 * Whether the changes read so far explain the new version, so that the listing (a request for each thousand stories) may
 * be read once they are published: something did change, and no story is missing. Only the listing shows a moved or
 * renamed folder, and stories sorted by hand.
 */
function isExplained({ state, recent, before, datasourcesBefore }: Evidence): boolean {
  const { plan, store, totalsTrue, datasources } = state;
  const fits = (lang: Lang) =>
    forLanguage(recent, lang).sorted && forLanguage(recent, lang).total === storyCount(state, lang);
  if (!totalsTrue || !plan.languages.every(fits)) return false;
  return anyChanged(before, store.records) || JSON.stringify(datasources) !== datasourcesBefore;
}

/** Fetches and drops stories according to the listing; false if a full pull needs fewer requests. */
async function followListing(state: PullState, tracker: CvTracker, links: SpaceLink[]): Promise<boolean> {
  const { plan, store, rejected, linkMismatches } = state;
  state.listingDue = false;
  const { gone, stale } = compareLinks(store.records, links, linkMismatches);
  if (stale.length / UUID_BATCH > links.length / MAX_PER_PAGE + 1) {
    state.listed = links;
    return false;
  }
  // If counts cannot confirm that a story is gone, it is requested by uuid.
  if (!state.totalsTrue) stale.push(...gone);
  else for (const lang of plan.languages) for (const uuid of gone) store.remove(lang, uuid);
  const live = new Set(links.map((link) => link.uuid));
  for (const ofLanguage of Object.values(rejected)) {
    for (const [key, one] of ofLanguage) if (one.uuid === null || !live.has(one.uuid)) ofLanguage.delete(key);
  }
  if (stale.length > 0) await fetchByUuids({ ...request(state, tracker), uuids: stale, langs: plan.languages });
  recordLinkMismatches(linkMismatches, { records: store.records, links, uuids: new Set(stale) });
  return true;
}
