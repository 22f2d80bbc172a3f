import type { DraftAccess } from "../../content/preview/preview-index.ts";
import { askChain, joinAnswers, type StoryAnswer } from "../../content/rules/fallback-chain.ts";
import { isRefusal, type RefusalWord } from "../../site/editor-words.ts";
import { fetchJson } from "../page/fetch-json.ts";
import type { Edit } from "./edits.ts";

export interface DraftAsk {
  id: number;
  /** "" for the content service's default. */
  language: string;
  /** Languages whose text is shown where this one has none. */
  fallbacks: readonly string[];
  relations: readonly string[];
  /** Space of the page that is shown; "" for the main one. */
  space: string;
  /** Query of the framed page, whose token a function at the edge checks. */
  search: string;
}

/** Why a function at the edge gives no draft. */
export class DraftRefused extends Error {
  readonly reason: RefusalWord;
  readonly minutes: number;
  /** Space of the editor. */
  readonly space: string;
  constructor(reason: RefusalWord, { minutes, space }: { minutes: unknown; space: unknown }) {
    super(`There is no draft for this editor: ${reason}.`);
    this.reason = reason;
    this.minutes = Number(minutes);
    this.space = String(space);
  }
}

/** The last saved draft, from the function at the edge or with the token that the owner published. */
export async function fetchDraft(access: DraftAccess, ask: DraftAsk): Promise<Edit> {
  const get = async (url: string) => (await fetchJson(url, { cache: "no-store" })) as StoryAnswer;
  const { story, rels, links } =
    "token" in access
      ? await askChain(ask.fallbacks, (fallback) => get(serviceUrl(access, ask, fallback)), joinAnswers)
      : await askEdge(edgeUrl(access.address, ask));
  return { story, given: [rels, links] };
}

/** As any JSON, but with the reason where the function gives no draft. */
async function askEdge(url: string): Promise<StoryAnswer> {
  const response = await fetch(url, { cache: "no-store" }).catch(() => null);
  // A host's own answer is none of the function's.
  const { refused, ...values } = response?.ok ? {} : Object(await response?.json().catch(() => null));
  if (isRefusal(refused)) throw new DraftRefused(refused, values);
  return (await (response?.ok ? response.json() : fetchJson(url, { cache: "no-store" }))) as StoryAnswer;
}

function edgeUrl(address: string, { id, language, fallbacks, relations, space, search }: DraftAsk): string {
  const lists = { fallback: fallbacks.join(","), relations: relations.join(",") };
  const query = new URLSearchParams({ id: String(id), language, space, ...lists });
  for (const [key, value] of new URLSearchParams(search)) {
    if (key.startsWith("_storyblok_tk") || key === "_storyblok_release") query.append(key, value);
  }
  return `${address}?${query}`;
}

function serviceUrl(
  { endpoint, token }: Extract<DraftAccess, { token: string }>,
  { id, language, relations }: DraftAsk,
  fallback = "",
): string {
  const query = new URLSearchParams({
    version: "draft",
    token,
    resolve_links: "url",
    resolve_relations: relations.join(","),
    cv: String(Date.now()),
    ...(language !== "" && { language }),
    ...(fallback !== "" && { fallback_lang: fallback }),
  });
  return `${endpoint}/cdn/stories/${id}?${query}`;
}
