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
  /** Query of the framed page, whose token a function at the edge checks. */
  search: string;
}

/** Why a function at the edge refuses the editor. */
export class DraftRefused extends Error {
  readonly reason: RefusalWord;
  readonly minutes: number;
  constructor(reason: RefusalWord, minutes: number) {
    super(`The editor's token is refused: ${reason}.`);
    this.reason = reason;
    this.minutes = minutes;
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

/** As any JSON, but with the reason where the editor is refused. */
async function askEdge(url: string): Promise<StoryAnswer> {
  const response = await fetch(url, { cache: "no-store" }).catch(() => null);
  const { refused, minutes } = response?.status === 403 ? Object(await response.json()) : {};
  if (isRefusal(refused)) throw new DraftRefused(refused, Number(minutes));
  return (await (response?.ok ? response.json() : fetchJson(url, { cache: "no-store" }))) as StoryAnswer;
}

function edgeUrl(address: string, { id, language, fallbacks, relations, search }: DraftAsk): string {
  const lists = { fallback: fallbacks.join(","), relations: relations.join(",") };
  const query = new URLSearchParams({ id: String(id), language, ...lists });
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
