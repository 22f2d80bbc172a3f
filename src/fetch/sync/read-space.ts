import { isDeepStrictEqual } from "node:util";
import { valueHash } from "../../files/hash.ts";
import { sitegenError } from "../../problems/errors.ts";
import type { Lang } from "../../site/api/model.ts";
import { DATASOURCE_PAGE, DATASOURCE_PAGE_MAX, MAX_TOP_UPS } from "../constants.ts";
import { ingestStory } from "../snapshot/ingest-story.ts";
import type { RecordsByLang } from "../snapshot/story-records.ts";
import { compareLinks, recordLinkMismatches } from "./compare-links.ts";
import { containsDefaultValues, type FetchedDatasources, fetchDatasources } from "./fetch-datasources.ts";
import { fetchByUuids, fetchListing, fetchStories, fetchStory, walkPages } from "./fetch-stories.ts";
import { fetchVersionOrZero } from "./fetch-version.ts";
import { incrementalSync, type SyncOutcome } from "./incremental-sync.ts";
import { type CvTracker, createCvTracker, type PullState, resetPullState, storyCount } from "./pull-state.ts";

/**
 * Reads the space until the result is one consistent version: in full if nothing is known, otherwise only what changed.
 * If the space changes meanwhile, the changes are read with a few more requests and without a restart.
 */
export async function readSpace(state: PullState, version: number): Promise<void> {
  let known = state.base !== null;
  let trust = known; // a snapshot is consistent
  let at = version;
  for (let round = 0; round <= MAX_TOP_UPS; round += 1) {
    const read: SyncOutcome = known ? await incrementalSync(state, at, trust) : await pullWhole(state, at);
    const outcome = read.kind === "steady" ? await readMissing(state, read.cv) : read;
    if (outcome.kind === "steady") {
      state.cv = outcome.cv;
      return;
    }
    trust = false;
    known = outcome.kind === "moved";
    if (outcome.kind === "moved") at = Math.max(at, outcome.version);
    else resetPullState(state);
  }
  throw sitegenError("FETCH_MOVING", {
    message: `The space kept changing while it was pulled; gave up after ${MAX_TOP_UPS} attempts to catch up.`,
  });
}

async function pullWhole(state: PullState, version: number): Promise<SyncOutcome> {
  const steady = state.client.version === "published";
  const tracker = createCvTracker(version, { steady });
  const { meter } = state;
  const { languages, dimensions, datasources } = state.plan;
  // Global stories, datasources and the version; pages are added when their number is known.
  meter.expectMore(languages.length + dimensions.length * datasources.length + 1);
  const fetched = await fullPull(state, tracker);
  state.datasources = fetched.datasources;
  state.datasourceProblems = fetched.problems;
  state.defaultFromDimension = fetched.problems.length === 0 && containsDefaultValues(state.plan, fetched.datasources);
  state.totalsTrue = true;
  const cv = tracker.newest();
  if (!steady) return { kind: "steady", cv };
  if (tracker.isInconsistent()) return { kind: "moved", version: cv };
  // All responses may come from a CDN with the old version; the space's own version shows it.
  const now = await fetchVersionOrZero(state);
  if (now > Math.max(version, cv)) return { kind: "moved", version: now };
  // If the service counts another number of stories than were read, its listing is compared.
  state.totalsTrue = languages.every((lang) => [null, storyCount(state, lang)].includes(state.totals[lang] ?? null));
  if (!state.totalsTrue) return { kind: "moved", version };
  // What differs between the listing and the stories just read will not be resolved by reading them again.
  const { listed: links, linkMismatches, store } = state;
  if (links)
    recordLinkMismatches(linkMismatches, {
      records: store.records,
      links,
      uuids: new Set(links.map((link) => link.uuid)),
    });
  state.listed = null;
  return { kind: "steady", cv };
}

/** Requests every story that is referenced but was not pulled, in batches of 50 (specification §7). */
async function readMissing(state: PullState, cv: number): Promise<SyncOutcome> {
  const { client, store, rejected, references, missing } = state;
  const tracker = createCvTracker(cv, { steady: client.version === "published" });
  const isThere = (uuid: string) =>
    [store.records, rejected].some((known) => Object.values(known).some((ofLanguage) => ofLanguage.has(uuid)));
  // A returned story may refer to further ones.
  for (;;) {
    const wanted = [...references].filter((uuid) => !missing.has(uuid) && !isThere(uuid));
    if (wanted.length === 0) break;
    for (const uuid of wanted) missing.add(uuid);
    await fetchByUuids(state, tracker, wanted);
  }
  const moved = client.version === "published" && tracker.newest() !== cv;
  return moved ? { kind: "moved", version: tracker.newest() } : { kind: "steady", cv };
}

/** Reads the whole space: global story and datasources in parallel, then every story in every language. */
async function fullPull(state: PullState, tracker: CvTracker): Promise<FetchedDatasources> {
  const { client } = state;
  const { languages, global, folders } = client.plan;
  // With a folder for each language, the global stories are in the listing.
  const askGlobal = global !== "" && folders.length === 0;
  const asked = { client, tracker, path: `cdn/stories/${global}/`, params: { resolve_links: "url" } }; // specification §7
  const [datasources, ...globals] = await Promise.all([
    fetchDatasources({ client, tracker, perPage: DATASOURCE_PAGE, defaultFromDimension: false }),
    ...(askGlobal ? languages.map(async (lang) => ({ lang, story: await fetchStory({ ...asked, lang }) })) : []),
  ]);
  tracker.adopt();
  for (const { lang, story } of globals) if (story !== null) ingestStory(state, lang, story);
  await Promise.all(languages.map((lang) => pullLanguage(state, tracker, lang)));
  return datasources;
}

async function pullLanguage(state: PullState, tracker: CvTracker, lang: Lang): Promise<void> {
  const { client, perPage, parallel, totals, meter } = state;
  await walkPages({
    perPage,
    parallel,
    fetchPage: async (page) => {
      const response = await fetchStories({ client, tracker, lang, params: { per_page: perPage, page } });
      if (response.total !== null) {
        totals[lang] = response.total;
        meter.expectStories(lang, response.total);
      }
      return { items: response.stories, total: response.total };
    },
    take: (stories) => {
      for (const story of stories) ingestStory(state, lang, story);
    },
  });
}

/**
 * Checks what published stories do not show: whether datasources, folders and the order of stories have changed too. Null if
 * something has; otherwise hashes of the listing's pages, none if it was compared before.
 */
export async function restUnchanged(state: PullState, saved: { records: RecordsByLang }): Promise<string[] | null> {
  const [sameDatasources, listing] = await Promise.all([
    !state.datasourcesDue || datasourcesUnchanged(state),
    state.listingDue ? listingUnchanged(state, saved) : [],
  ]);
  return sameDatasources ? listing : null;
}

async function datasourcesUnchanged({ client, cv, datasources, defaultFromDimension }: PullState): Promise<boolean> {
  const tracker = createCvTracker(cv, { steady: true });
  const fetched = await fetchDatasources({ client, tracker, perPage: DATASOURCE_PAGE_MAX, defaultFromDimension });
  const isSame = fetched.problems.length === 0 && isDeepStrictEqual(fetched.datasources, datasources);
  return isSame && !tracker.isInconsistent() && tracker.newest() === cv;
}

/**
 * Compares the listing with what the pull that deferred this check saved. It stores nothing: if something differs, which is
 * null, another pull is needed. Returns hashes of the listing's pages; entries of pages that were compared before need it
 * again only where the story has changed.
 */
async function listingUnchanged(
  { client, cv, listingPage, linkMismatches, base, store }: PullState,
  saved: { records: RecordsByLang },
): Promise<string[] | null> {
  const pages = await fetchListing(client, createCvTracker(cv, { steady: true }), listingPage);
  const hashes = pages.map((links) => valueHash(links));
  const known = new Set(base?.manifest.listing);
  const changed = new Set(Object.values(store.records).flatMap((records) => [...records.changed()]));
  const compared = pages.flatMap((links, page) => {
    const uuids = known.has(hashes[page] ?? "") ? links.map(({ uuid }) => uuid) : [];
    return uuids.filter((uuid) => !changed.has(uuid));
  });
  const { gone, stale } = compareLinks(saved.records, pages.flat(), linkMismatches, new Set(compared));
  return gone.length + stale.length === 0 ? hashes : null;
}
