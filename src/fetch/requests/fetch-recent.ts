import type { Lang } from "../../content/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { MAX_PER_PAGE, RECENT_PAGE } from "../constants.ts";
import { type IngestContext, ingestStory } from "../parse/ingest-story.ts";
import { newestDate } from "../snapshot/story-records.ts";
import type { CvTracker } from "../sync/cv-tracker.ts";
import type { ContentClient } from "../transport/content-client.ts";
import { fetchStories } from "./fetch-stories.ts";

export interface Recent {
  /** All published stories of the language, as the service counts them; null where it does not say. */
  total: number | null;
  /** False where the service did not sort as asked: then this reading proves nothing. */
  sorted: boolean;
}

export interface RecentOptions {
  client: ContentClient;
  tracker: CvTracker;
  intake: IngestContext;
  lang: Lang;
}

/**
 * Takes in what changed last, newest first, until it reaches what is known. No date filter is used: those are
 * exact to the minute only, and an unfiltered listing tells the number of all stories as well. Every story on a
 * page is compared by content, so two publishes within one tick of the service's clock are both seen.
 */
export async function fetchRecent(options: RecentOptions): Promise<Recent> {
  const boundary = newestDate(forLanguage(options.intake.store.records, options.lang));
  const first = await readPage(options, { per_page: RECENT_PAGE, page: 1 }, boundary);
  if (first.ended || !first.sorted) return first;
  // Much has changed: go on in large pages, from the start, since page borders differ.
  for (let page = 1; ; page += 1) {
    const next = await readPage(options, { per_page: MAX_PER_PAGE, page }, boundary);
    if (next.ended || !next.sorted) return next;
  }
}

async function readPage(
  { client, tracker, intake, lang }: RecentOptions,
  size: { per_page: number; page: number },
  boundary: string,
): Promise<Recent & { ended: boolean }> {
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
