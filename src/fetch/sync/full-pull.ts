import type { Lang } from "../../content/model.ts";
import { DATASOURCE_PAGE } from "../constants.ts";
import { type IngestContext, ingestStory } from "../parse/ingest-story.ts";
import { type FetchedDatasources, fetchDatasources } from "../requests/fetch-datasources.ts";
import { fetchGlobal, fetchStories } from "../requests/fetch-stories.ts";
import { walkPages } from "../requests/walk-pages.ts";
import type { ContentClient } from "../transport/content-client.ts";
import type { CvTracker } from "./cv-tracker.ts";

export interface FullPullOptions {
  client: ContentClient;
  tracker: CvTracker;
  intake: IngestContext;
  perPage: number;
  parallel: number;
  /** Called with the number of stories in a language, according to the service. */
  onTotal: (stories: number, lang: Lang) => void;
}

/** Reads the whole space: global story and datasources in parallel, then every story in every language. */
export async function fullPull(options: FullPullOptions): Promise<FetchedDatasources> {
  const { client, tracker, intake } = options;
  const { languages, global, folders } = client.plan;
  // With a folder for each language, the global stories are in the listing.
  const askGlobal = global !== "" && folders.length === 0;
  const [datasources, ...globals] = await Promise.all([
    fetchDatasources({ client, tracker, perPage: DATASOURCE_PAGE, defaultFromDimension: false }),
    ...(askGlobal
      ? languages.map(async (lang) => ({ lang, story: await fetchGlobal({ client, tracker, lang }) }))
      : []),
  ]);
  tracker.adopt();
  for (const { lang, story } of globals) if (story !== null) ingestStory(intake, lang, story);
  await Promise.all(languages.map((lang) => pullLanguage(options, lang)));
  return datasources;
}

async function pullLanguage(options: FullPullOptions, lang: Lang): Promise<void> {
  const { client, tracker, intake, perPage, parallel, onTotal } = options;
  await walkPages({
    perPage,
    parallel,
    fetchPage: async (page) => {
      const response = await fetchStories({ client, tracker, lang, params: { per_page: perPage, page } });
      if (response.total !== null) onTotal(response.total, lang);
      return { items: response.stories, total: response.total };
    },
    take: (stories) => {
      for (const story of stories) ingestStory(intake, lang, story);
    },
  });
}
