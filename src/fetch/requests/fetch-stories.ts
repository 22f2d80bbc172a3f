import type { Lang } from "../../content/model.ts";
import { parseSingleStory, parseStories, type StoriesPage } from "../parse/parse-responses.ts";
import { languageParameter } from "../pull-plan.ts";
import type { CvTracker } from "../sync/cv-tracker.ts";
import type { ContentClient, Params } from "../transport/content-client.ts";

export interface StoriesRequest {
  client: ContentClient;
  tracker: CvTracker;
  lang: Lang;
  params: Params;
}

/** One page of cdn/stories. No `resolve_…` parameters: after the pull all stories are there and are joined locally. */
export async function fetchStories({ client, tracker, lang, params }: StoriesRequest): Promise<StoriesPage> {
  const language = languageParameter(client.plan, lang);
  const page = parseStories(await client.get("cdn/stories", { ...params, language, cv: tracker.cv }));
  tracker.note(page.cv);
  return page;
}

/** Fetches the global story with the parameters of specification §7; null if the space has none. */
export async function fetchGlobal({ client, tracker, lang }: Omit<StoriesRequest, "params">): Promise<unknown> {
  const language = languageParameter(client.plan, lang);
  const params = { resolve_links: "url", language, cv: tracker.cv };
  const response = await client.find(`cdn/stories/${client.plan.global}/`, params);
  if (response === null) return null;
  const { story, cv } = parseSingleStory(response);
  tracker.note(cv);
  return story;
}
