import type { Lang, RawStory } from "../../content/model.ts";
import { encodePart } from "../../content/rules/encode.ts";
import { sitegenError } from "../../errors.ts";
import { DEFAULT_REQUESTS_PER_SECOND, DEFAULT_TIMEOUT_MS } from "../constants.ts";
import { parseSingleStory } from "../parse/parse-answers.ts";
import { parseStory } from "../parse/parse-story.ts";
import { toRelativeAssets } from "../parse/relative-assets.ts";
import { languageParameter, type PullPlan } from "../pull-plan.ts";
import { type ContentClient, createContentClient } from "../transport/content-client.ts";

export interface StorySource {
  plan: PullPlan;
  endpoint: string;
  token: string;
  version: "published" | "draft";
  requestsPerSecond?: number | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface FetchStoryOptions extends StorySource {
  /** Id, uuid or full slug. */
  idOrSlug: string | number;
  lang: Lang;
}

/** Asks for single stories again and again, as `serve` does for previews; all share one rate. */
export interface StoryClient {
  /** Null where there is no such story. */
  story(idOrSlug: string | number, lang: Lang): Promise<RawStory | null>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createStoryClient(source: StorySource): StoryClient {
  const client = createContentClient({
    ...source,
    requestsPerSecond: source.requestsPerSecond ?? DEFAULT_REQUESTS_PER_SECOND,
    timeoutMs: source.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
  return { story: (idOrSlug, lang) => readStory(client, String(idOrSlug), lang) };
}

/** One story as it is now, published or draft (specification §7 row 5). */
export function fetchStory({ idOrSlug, lang, ...source }: FetchStoryOptions): Promise<RawStory | null> {
  return createStoryClient(source).story(idOrSlug, lang);
}

async function readStory(client: ContentClient, key: string, lang: Lang): Promise<RawStory | null> {
  const path = pathOf(key);
  if (path === null) return null;
  const answer = await client.find(`cdn/stories/${path}`, {
    find_by: UUID.test(key) ? "uuid" : undefined,
    language: languageParameter(client.plan, lang),
  });
  if (answer === null) return null;
  const parsed = parseStory(parseSingleStory(answer).story);
  if (!parsed.ok) {
    throw sitegenError("FETCH_BAD_ANSWER", {
      message: `Story ${parsed.slug || key} is not complete (${parsed.reason}).`,
      where: parsed.slug || key,
      hint: "Save the story again in the content service.",
    });
  }
  toRelativeAssets(parsed.story.content, client.origin);
  return parsed.story;
}

/** A slug comes from a visitor's address bar; one that would lead to another path of the API names no story. */
function pathOf(key: string): string | null {
  const segments = key.split("/").filter((segment) => segment !== "");
  if (segments.length === 0 || segments.some((segment) => segment === "." || segment === "..")) return null;
  return segments.map(encodePart).join("/");
}
