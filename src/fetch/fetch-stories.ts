import type { Lang } from "../content/model.ts";
import type { ContentClient, Params } from "./content-client.ts";
import type { CvWatch } from "./cv-watch.ts";
import { parseSingleStory, parseStories, type StoriesPage } from "./parse-answers.ts";
import { languageParameter } from "./plan.ts";

export interface StoriesRequest {
  client: ContentClient;
  watch: CvWatch;
  lang: Lang;
  params: Params;
}

/** One page of cdn/stories. No `resolve_…`: every story is in hand after the pull and joined locally. */
export async function fetchStories({ client, watch, lang, params }: StoriesRequest): Promise<StoriesPage> {
  const language = languageParameter(client.plan, lang);
  const page = parseStories(await client.get("cdn/stories", { ...params, language, cv: watch.cv }));
  watch.note(page.cv);
  return page;
}

/** Specification §7 row 2, with its parameters; null where the space has no global story. */
export async function fetchGlobal({ client, watch, lang }: Omit<StoriesRequest, "params">): Promise<unknown> {
  const language = languageParameter(client.plan, lang);
  const params = { resolve_links: "url", language, cv: watch.cv };
  const answer = await client.find(`cdn/stories/${client.plan.global}/`, params);
  if (answer === null) return null;
  const { story, cv } = parseSingleStory(answer);
  watch.note(cv);
  return story;
}
