import type { Lang } from "../../content/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { UUID_BATCH } from "../constants.ts";
import { type IngestContext, ingestStory } from "../parse/ingest-story.ts";
import type { CvTracker } from "../sync/cv-tracker.ts";
import type { ContentClient } from "../transport/content-client.ts";
import { fetchStories } from "./fetch-stories.ts";

export interface ByUuidsOptions {
  client: ContentClient;
  tracker: CvTracker;
  intake: IngestContext;
  uuids: readonly string[];
  langs: readonly Lang[];
}

/** Fetches stories by uuid in batches of 50 (specification §7). A story that is not returned is not published. */
export async function fetchByUuids({ client, tracker, intake, uuids, langs }: ByUuidsOptions): Promise<void> {
  const batches: string[][] = [];
  for (let at = 0; at < uuids.length; at += UUID_BATCH) batches.push(uuids.slice(at, at + UUID_BATCH));
  const fetchBatch = async (lang: Lang, batch: string[]) => {
    const params = { by_uuids: batch.join(","), per_page: UUID_BATCH };
    const { stories } = await fetchStories({ client, tracker, lang, params });
    const before = new Map(batch.map((uuid) => [uuid, forLanguage(intake.store.records, lang).get(uuid)]));
    const came = new Set(stories.map(uuidOf));
    for (const story of stories) ingestStory(intake, lang, story);
    for (const uuid of before.keys()) {
      if (came.has(uuid)) continue;
      intake.store.remove(lang, uuid);
      forLanguage(intake.rejected, lang).delete(uuid);
    }
  };
  await Promise.all(langs.flatMap((lang) => batches.map((batch) => fetchBatch(lang, batch))));
}

function uuidOf(story: unknown): unknown {
  return typeof story === "object" && story !== null && "uuid" in story ? story.uuid : null;
}
