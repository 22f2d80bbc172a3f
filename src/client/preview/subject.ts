import type { Lang } from "../../content/model.ts";
import type { Payload, Shared } from "../../content/payload.ts";
import type { LiveSite } from "../../content/preview/live-site.ts";
import { languageOfPath, withBase } from "../../content/rules/paths.ts";
import { readLatest } from "../builds/build-watch.ts";
import { type PageFacts, parsePayload } from "../page/facts.ts";
import { fetchJson } from "../page/fetch-json.ts";
import { sitePath } from "../page/site-path.ts";
import { GLOBAL, type PreviewQuery } from "./preview-query.ts";

/** What is edited in this frame. */
export interface Subject {
  kind: "page" | "global";
  id: number;
  lang: Lang;
}

/**
 * What the query's entry is on the page shown: the page itself (specification §4), the global story whose header and
 * footer every page has, or, on the error page, a story that is not published. Null for another page's entry.
 */
export function subjectOf(payload: Payload, query: PreviewQuery): Subject | null {
  const { id, isGlobal, language } = query;
  if (id === 0) return null;
  if (payload.kind === "page") {
    if (payload.story?.id === id) return { kind: "page", id, lang: payload.lang };
    return isGlobal ? { kind: "global", id, lang: payload.lang } : null;
  }
  // One error page may stand for both languages, and the editor's address for a translated story may miss its slug.
  return { kind: "page", id, lang: languageOfPath(payload.path) === "de" ? "de" : (language ?? "en") };
}

/** The error page in the language of the address that was asked for. */
export function lostPayload(payload: Payload, base: string): Payload {
  return { ...payload, path: sitePath(location.pathname, base) ?? payload.path };
}

/**
 * Where the entry is published after all: the editor writes addresses in its own way (`/home/`, a German story below
 * its English slug). Null for a story that was never published.
 */
export function publishedAddress({ id, lang }: Subject, live: LiveSite, base: string): string | null {
  const isGlobal = id === live.index.globalId;
  const path = isGlobal ? (lang === "de" ? "/de/" : "/") : live.published(id)?.path;
  if (path === undefined || path === sitePath(location.pathname, base)) return null;
  const query = new URLSearchParams(location.search);
  if (isGlobal) query.set("_storyblok_c", GLOBAL);
  return `${withBase(base, path)}?${query}`;
}

/** The page shown, whole; `serve` answers with the draft where the query asks for one. */
export async function fetchPayload({ payload, base }: PageFacts): Promise<Payload> {
  const file = `${encodeURI(payload.path.slice(1))}_payload.json`;
  return parsePayload(await fetchJson(`${base}${file}${location.search}`, { cache: "no-cache" }));
}

/** The shared state of a language other than the page's. */
export async function fetchShared(lang: Lang, facts: Pick<PageFacts, "assets">): Promise<Shared> {
  const url = (await readLatest(facts.assets)).shared?.[lang];
  if (!url) throw new Error(`The site has no state for the language ${lang}.`);
  return (await fetchJson(url)) as Shared;
}
