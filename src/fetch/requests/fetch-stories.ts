import type { Lang } from "../../content/model.ts";
import { askChain, joinStories, withFallbacks } from "../../content/rules/fallback-chain.ts";
import { parseSingleStory, parseStories, type StoriesPage } from "../parse/parse-responses.ts";
import { languageParameter, type PullPlan } from "../pull-plan.ts";
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
  const ask = async (asked: LanguageParams) => {
    const page = parseStories(await client.get("cdn/stories", { ...params, ...asked, cv: tracker.cv }));
    tracker.note(page.cv);
    return page;
  };
  return askEach(client.plan, lang, ask, (first, others) => ({
    ...first,
    stories: joinStories(
      first.stories,
      others.map(({ stories }) => stories),
    ),
  }));
}

/** Fetches the global story with the parameters of specification §7; null if the space has none. */
export async function fetchGlobal({ client, tracker, lang }: Omit<StoriesRequest, "params">): Promise<unknown> {
  return fetchStory({
    client,
    tracker,
    lang,
    path: `cdn/stories/${client.plan.global}/`,
    params: { resolve_links: "url" },
  });
}

/** One story by its address; null if there is none. */
export async function fetchStory({
  client,
  tracker,
  lang,
  path,
  params,
}: StoriesRequest & { path: string }): Promise<unknown> {
  const ask = async (asked: LanguageParams) => {
    const response = await client.find(path, { ...params, ...asked, cv: tracker.cv });
    if (response === null) return null;
    const { story, cv } = parseSingleStory(response);
    tracker.note(cv);
    return story;
  };
  return askEach(client.plan, lang, ask, (first, others) => (first === null ? null : withFallbacks(first, others)));
}

interface LanguageParams {
  language: string | undefined;
  fallback_lang?: string;
}

function askEach<T>(
  plan: PullPlan,
  lang: Lang,
  ask: (params: LanguageParams) => Promise<T>,
  join: (first: T, others: readonly T[]) => T,
): Promise<T> {
  const language = languageParameter(plan, lang);
  const askWith = (code: string | undefined) => ask({ language, ...(code !== undefined && { fallback_lang: code }) });
  return askChain(plan.fallbacks?.[lang] ?? [], askWith, join);
}
