import type { Lang } from "../../content/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { MAX_PER_PAGE, RECENT_PAGE } from "../constants.ts";
import { type IngestContext, ingestStory } from "../parse/ingest-story.ts";
import { newestDate } from "../snapshot/story-records.ts";
import type { CvTracker } from "../sync/cv-tracker.ts";
import type { ContentClient } from "../transport/content-client.ts";
import { fetchStories } from "./fetch-stories.ts";

export interface RecentStories {
  /** Number of published stories in the language, according to the service; null if it does not say. */
  total: number | null;
  /** False if the service did not sort as requested; the result then proves nothing. */
  sorted: boolean;
}

export interface RecentOptions {
  client: ContentClient;
  tracker: CvTracker;
  intake: IngestContext;
  lang: Lang;
}

/**
 * Reads the stories changed last, newest first, up to the first known one. No date filter is used: filters are exact
 * only to the minute, and an unfiltered listing also returns the number of all stories. Every story on a page is
 * compared by content, so that two publishes with the same timestamp are both seen.
 */
export async function fetchRecent(options: RecentOptions): Promise<RecentStories> {
  const boundary = newestDate(forLanguage(options.intake.store.records, options.lang));
  const first = await readPage(options, { per_page: RECENT_PAGE, page: 1 }, boundary);
  if (first.ended || !first.sorted) return first;
  // Many stories have changed: continue with large pages, from the start, since page boundaries differ.
  for (let page = 1; ; page += 1) {
    const next = await readPage(options, { per_page: MAX_PER_PAGE, page }, boundary);
    if (next.ended || !next.sorted) return next;
  }
}

async function readPage(
  { client, tracker, intake, lang }: RecentOptions,
  size: { per_page: number; page: number },
  boundary: string,
): Promise<RecentStories & { ended: boolean }> {
  const params = { sort_by: "updated_at:desc", ...size };
  const { stories, total } = await fetchStories({ client, tracker, lang, params });
  const dates = stories.map(updatedAt);
  const results = stories.map((story) => ingestStory(intake, lang, story));
  const sorted = dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ""));
  const reachedKnown = results.at(-1) === "same" && (dates.at(-1) ?? "") <= boundary;
  return { total, sorted, ended: reachedKnown || results.length < size.per_page };
}

function updatedAt(story: unknown): string {
  if (typeof story !== "object" || story === null || !("updated_at" in story)) return "";
  return typeof story.updated_at === "string" ? story.updated_at : "";
}
