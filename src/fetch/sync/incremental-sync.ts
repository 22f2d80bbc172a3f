import type { Lang } from "../../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { DATASOURCE_PAGE_MAX, MAX_PER_PAGE, RECENT_PAGE, UUID_BATCH } from "../constants.ts";
import type { SpaceLink } from "../parse/parse-responses.ts";
import { defaultLanguage } from "../pull-plan.ts";
import { ingestStory, sharedUuids } from "../snapshot/ingest-story.ts";
import { differingUuids, newestDate, type RecordsByLang, type StoryRecord } from "../snapshot/story-records.ts";
import type { StoryStore } from "../snapshot/story-store.ts";
import { compareLinks, recordLinkMismatches } from "./compare-links.ts";
import { containsDefaultValues, fetchDatasources } from "./fetch-datasources.ts";
import { fetchByUuids, fetchListing, fetchStories } from "./fetch-stories.ts";
import { fetchVersionOrZero } from "./fetch-version.ts";
import { type CvTracker, createCvTracker, type PullState, storyCount } from "./pull-state.ts";

/**
 * - `steady`: the known state is the space at `cv`.
 * - `moved`: the space changed meanwhile; sync again.
 * - `lost`: the counts disagree, or so much changed that a full pull is cheaper.
 */
export type SyncOutcome = { kind: "steady"; cv: number } | { kind: "moved"; version: number } | { kind: "lost" };

/**
 * Updates the known state to the space's current version without reading all content. If the known state was not
 * consistent (`trusted`), the whole listing is compared. The reasoning and the cost of each request:
 * docs/decisions/0001-snapshot-and-sync.md.
 */
export async function incrementalSync(state: PullState, version: number, trusted: boolean): Promise<SyncOutcome> {
  const { client, store } = state;
  const { languages } = state.plan;
  const tracker = createCvTracker(version, { steady: true });
  state.meter.expectMore(7);
  const before = byLanguage(languages, (lang) => forLanguage(store.records, lang).copy());
  const datasourcesBefore = JSON.stringify(state.datasources);
  const sharedBefore = sharedUuids(state.rejected);
  // The listing has no cv. If it is read first, it is as old as `version` unless a later response is newer.
  const mayDefer = trusted && state.deferChecks;
  const fetchLinks = async () => (await fetchListing(client, tracker, state.listingPage)).flat();
  const early = mayDefer && !listingIsCheap(state) ? null : await fetchLinks();
  const recent = await readChanges(state, { tracker, before, deferDatasources: mayDefer });
  let links = early;
  if (early === null) {
    state.listingDue = isExplained({ state, recent, before, datasourcesBefore });
    if (!state.listingDue) links = await fetchLinks();
  }
  if (links !== null && !(await followListing(state, tracker, links))) return { kind: "lost" };
  const siblings = staleSiblings(before, store);
  if (siblings.length > 0) await fetchByUuids(state, tracker, siblings);
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
    ...languages.map(async (lang) => [lang, await fetchRecent(state, tracker, lang)] as const),
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
  if (stale.length > 0) await fetchByUuids(state, tracker, stale);
  recordLinkMismatches(linkMismatches, { records: store.records, links, uuids: new Set(stale) });
  return true;
}

interface RecentStories {
  /** Number of published stories in the language, according to the service; null if it does not say. */
  total: number | null;
  /** False if the service did not sort as requested; the result then proves nothing. */
  sorted: boolean;
}

/**
 * Reads the stories changed last, newest first, up to the first known one. No date filter is used: filters are exact
 * only to the minute, and an unfiltered listing also returns the number of all stories. Every story on a page is
 * compared by content, so that two publishes with the same timestamp are both seen.
 */
async function fetchRecent(state: PullState, tracker: CvTracker, lang: Lang): Promise<RecentStories> {
  const boundary = newestDate(forLanguage(state.store.records, lang));
  const read = async (per_page: number, page: number) => {
    const params = { sort_by: "updated_at:desc", per_page, page };
    const { stories, total } = await fetchStories({ client: state.client, tracker, lang, params });
    const dates = stories.map(updatedAt);
    const results = stories.map((story) => ingestStory(state, lang, story));
    const sorted = dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ""));
    const reachedKnown = results.at(-1) === false && (dates.at(-1) ?? "") <= boundary;
    return { total, sorted, ended: reachedKnown || results.length < per_page };
  };
  const first = await read(RECENT_PAGE, 1);
  if (first.ended || !first.sorted) return first;
  // Many stories have changed: continue with large pages, from the start, since page boundaries differ.
  for (let page = 1; ; page += 1) {
    const next = await read(MAX_PER_PAGE, page);
    if (next.ended || !next.sorted) return next;
  }
}

function updatedAt(story: unknown): string {
  if (typeof story !== "object" || story === null || !("updated_at" in story)) return "";
  return typeof story.updated_at === "string" ? story.updated_at : "";
}

function anyChanged(before: RecordsByLang, now: RecordsByLang): boolean {
  return Object.entries(now).some(([lang, records]) => {
    const known = forLanguage(before, lang);
    return [...differingUuids(known, records)].some((uuid) => known.get(uuid) !== records.get(uuid));
  });
}

/**
 * A sync relies on dates. A story whose content changed without its dates shows that this service does not date every
 * change (the embedded one does not for files edited while it was not running). What else changed is then unknown
 * without a full read.
 */
function datesAreReliable(before: RecordsByLang, now: RecordsByLang): boolean {
  return Object.entries(now).every(([lang, records]) => {
    const old = forLanguage(before, lang);
    const latest = newestDate(old);
    return [...differingUuids(old, records)].every((uuid) => {
      const [known, record] = [old.get(uuid), records.get(uuid)];
      if (known === record || record === undefined) return true;
      if (known === undefined) return record.updatedAt === null || record.updatedAt > latest;
      return isDated(known, record);
    });
  });
}

/** True if the dates changed, or what a move, a new order or a publish of a sibling changes without them. */
function isDated(known: StoryRecord, now: StoryRecord): boolean {
  return (
    known.updatedAt !== now.updatedAt ||
    known.publishedAt !== now.publishedAt ||
    known.slug !== now.slug ||
    known.defaultSlug !== now.defaultSlug ||
    JSON.stringify(known.paths) !== JSON.stringify(now.paths) ||
    known.real !== now.real ||
    known.parent !== now.parent ||
    known.position !== now.position ||
    known.alternates.join() !== now.alternates.join()
  );
}

/**
 * Stories whose response differs though it was not read: those that list a new, renamed or removed one in their `alternates`
 * (folder-level translation), and the other languages of a story that was moved, which keeps its dates and may be among the
 * recent ones of one language alone.
 */
function staleSiblings(before: RecordsByLang, store: StoryStore): string[] {
  const ids = new Set<number>();
  const changed = new Set<string>();
  for (const [lang, now] of Object.entries(store.records)) {
    const known = forLanguage(before, lang);
    for (const uuid of differingUuids(known, now)) {
      const [old, record] = [known.get(uuid), now.get(uuid)];
      if (old !== record) changed.add(uuid);
      for (const id of affected(old, record)) ids.add(id);
    }
  }
  const all = ids.size === 0 ? [] : Object.values(store.records).flatMap((records) => [...records.values()]);
  const siblings = all.filter(({ id }) => ids.has(id));
  const isRead = (uuid: string) =>
    Object.entries(store.records).every(([lang, { has }]) => !has(uuid) || store.touched[lang]?.has(uuid));
  return [...new Set([...changed, ...siblings.map(({ uuid }) => uuid)])].filter((uuid) => !isRead(uuid));
}

function affected(before: StoryRecord | undefined, now: StoryRecord | undefined): number[] {
  if (before === now) return [];
  const known = before?.alternates ?? [];
  const reported = now?.alternates ?? [];
  const sameSlug = before !== undefined && now !== undefined && before.slug === now.slug;
  if (sameSlug && known.join() === reported.join()) return [];
  return [...known, ...reported];
}
