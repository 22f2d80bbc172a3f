import { isDeepStrictEqual } from "node:util";
import type { Lang } from "../../content/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { DATASOURCE_PAGE_MAX, UUID_BATCH } from "../constants.ts";
import { parseStory } from "../parse/parse-story.ts";
import { fetchDatasources } from "../requests/fetch-datasources.ts";
import { fetchLinks } from "../requests/fetch-links.ts";
import { fetchStories } from "../requests/fetch-stories.ts";
import { recordFieldsOf, type StoryRecord, type StoryRecordFields } from "../snapshot/story-record.ts";
import type { RecordsByLang } from "../snapshot/story-records.ts";
import { readStory } from "../snapshot/story-store.ts";
import { compareLinks } from "./compare-links.ts";
import { type CvTracker, createCvTracker } from "./cv-tracker.ts";
import { requestsForListing } from "./incremental-sync.ts";
import type { PullState } from "./pull-state.ts";
import { sampleRequests } from "./story-per-folder.ts";

/** What a published story does not tell: whether datasources and folders have changed too. */
export async function restUnchanged(
  state: Pick<PullState, "client" | "plan" | "cv" | "folderSamples" | "listingPage" | "linkMismatches"> & Due,
  saved: { records: RecordsByLang },
): Promise<boolean> {
  const checks = await Promise.all([
    !state.datasourcesDue || datasourcesUnchanged(state),
    !state.foldersDue || foldersUnchanged(state, saved),
  ]);
  return checks.every(Boolean);
}

type Due = Pick<PullState, "foldersDue" | "datasourcesDue" | "datasources" | "defaultFromDimension">;

async function datasourcesUnchanged({
  client,
  cv,
  datasources,
  defaultFromDimension,
}: Pick<PullState, "client" | "cv" | "datasources" | "defaultFromDimension">): Promise<boolean> {
  const tracker = createCvTracker(cv, { steady: true });
  const fetched = await fetchDatasources({ client, tracker, perPage: DATASOURCE_PAGE_MAX, defaultFromDimension });
  const isSame = fetched.problems.length === 0 && isDeepStrictEqual(fetched.datasources, datasources);
  return isSame && !tracker.torn() && tracker.newest() === cv;
}

/**
 * Checks that every folder is where the pull that deferred this check found it; `saved` is that pull's result. Uses one
 * story of each folder or the listing, whichever takes fewer requests. It stores nothing: if a folder has moved, or the
 * space has a newer version, another pull is needed.
 */
async function foldersUnchanged(
  state: Pick<PullState, "client" | "plan" | "cv" | "folderSamples" | "listingPage" | "linkMismatches">,
  saved: { records: RecordsByLang },
): Promise<boolean> {
  const { client, cv, listingPage, linkMismatches } = state;
  const samples = state.folderSamples();
  const tracker = createCvTracker(cv, { steady: true });
  if (sampleRequests(samples) >= requestsForListing(state, saved.records)) {
    const links = await fetchLinks(client, tracker, listingPage);
    const { gone, stale } = compareLinks(saved.records, links, linkMismatches);
    return gone.length + stale.length === 0;
  }
  const batches = Object.entries(samples).flatMap(([lang, uuids]) => batchesOf(lang, uuids, saved.records));
  const stay = await Promise.all(batches.map((batch) => batchStays(batch, { ...state, tracker })));
  return stay.every(Boolean) && !tracker.torn() && tracker.newest() === cv;
}

interface Batch {
  lang: Lang;
  records: StoryRecord[];
}

function batchesOf(lang: Lang, uuids: readonly string[], saved: RecordsByLang): Batch[] {
  const records = uuids.map((uuid) => forLanguage(saved, lang).get(uuid)).filter((record) => record !== undefined);
  const count = Math.ceil(records.length / UUID_BATCH);
  return Array.from({ length: count }, (_, index) => ({
    lang,
    records: records.slice(index * UUID_BATCH, (index + 1) * UUID_BATCH),
  }));
}

/** Requests the stories with few fields, since only their paths are compared. */
async function batchStays(
  { lang, records }: Batch,
  { client, plan, tracker }: Pick<PullState, "client" | "plan"> & { tracker: CvTracker },
): Promise<boolean> {
  const params = {
    by_uuids: records.map(({ uuid }) => uuid).join(","),
    per_page: UUID_BATCH,
    excluding_fields: fieldsOf(records).join(","),
  };
  const { stories } = await fetchStories({ client, tracker, lang, params });
  const now = new Map<string, StoryRecordFields>();
  for (const value of stories) {
    const parsed = parseStory(value);
    if (parsed.ok) now.set(parsed.story.uuid, recordFieldsOf(plan, lang, parsed.story));
  }
  return records.every((record) => isDeepStrictEqual(now.get(record.uuid), placeOf(record)));
}

/** The fields of `recordFieldsOf` that say where a story is. */
function placeOf({
  hash: _hash,
  pack: _pack,
  offset: _offset,
  length: _length,
  ...place
}: StoryRecord): StoryRecordFields {
  return place;
}

/** Field names of the first story: most folders hold stories of its type. Other fields are returned in addition. */
function fieldsOf([first]: readonly StoryRecord[]): string[] {
  return first ? Object.keys(readStory(first).content).filter((name) => name !== "component" && name !== "_uid") : [];
}
