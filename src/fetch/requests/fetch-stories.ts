import type { Lang } from "../../content/model.ts";
import { parseSingleStory, parseStories, type StoriesPage } from "../parse/parse-responses.ts";
import { languageParameter, type PullPlan } from "../pull-plan.ts";
import type { CvTracker } from "../sync/cv-tracker.ts";
import type { ContentClient, Params } from "../transport/content-client.ts";
import { withFallbacks } from "./with-fallbacks.ts";

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
  const { first, others } = await askEach(client.plan, lang, ask);
  if (others.length === 0) return first;
  const stories = first.stories.map((story) =>
    withFallbacks(
      story,
      others.map((page) => page.stories.find((other) => uuidOf(other) === uuidOf(story))),
    ),
  );
  return { ...first, stories };
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
  const { first, others } = await askEach(client.plan, lang, ask);
  return first === null ? null : withFallbacks(first, others);
}

interface LanguageParams {
  language: string | undefined;
  fallback_lang?: string;
}

/**
 * The service takes one fallback language. For a chain it is asked without and with each: what differs from the answer
 * without has no text of its own, and the first of them that differs has the text.
 */
async function askEach<T>(
  plan: PullPlan,
  lang: Lang,
  ask: (params: LanguageParams) => Promise<T>,
): Promise<{ first: T; others: T[] }> {
  const language = languageParameter(plan, lang);
  const chain = plan.fallbacks?.[lang] ?? [];
  const [only] = chain;
  if (chain.length === 1 && only !== undefined)
    return { first: await ask({ language, fallback_lang: only }), others: [] };
  const [first, others] = await Promise.all([
    ask({ language }),
    Promise.all(chain.map((code) => ask({ language, fallback_lang: code }))),
  ]);
  return { first, others };
}

function uuidOf(story: unknown): unknown {
  return typeof story === "object" && story !== null && "uuid" in story ? story.uuid : null;
}
