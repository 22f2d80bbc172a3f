import type { DraftAccess } from "../../content/preview/preview-index.ts";
import { fetchJson } from "../page/fetch-json.ts";
import type { Edit } from "./edits.ts";

export interface DraftAsk {
  id: number;
  /** "" for the content service's default. */
  language: string;
  /** Language whose text is shown where this one has none. */
  fallback: string;
  relations: readonly string[];
  /** Query of the framed page, whose token a function at the edge checks. */
  search: string;
}

/** The last saved draft, from the function at the edge or with the token that the owner published. */
export async function fetchDraft(access: DraftAccess, ask: DraftAsk): Promise<Edit> {
  const url = "token" in access ? serviceUrl(access, ask) : edgeUrl(access.address, ask);
  const answer = await fetchJson(url, { cache: "no-store" });
  const { story, rels, links } = answer as { story?: unknown; rels?: unknown; links?: unknown };
  return { story, given: [rels, links] };
}

function edgeUrl(address: string, { id, language, fallback, relations, search }: DraftAsk): string {
  const query = new URLSearchParams({ id: String(id), language, fallback, relations: relations.join(",") });
  for (const [key, value] of new URLSearchParams(search)) {
    if (key.startsWith("_storyblok_tk") || key === "_storyblok_release") query.append(key, value);
  }
  return `${address}?${query}`;
}

function serviceUrl(
  { endpoint, token }: Extract<DraftAccess, { token: string }>,
  { id, language, fallback, relations }: DraftAsk,
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
