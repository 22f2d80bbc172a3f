import type { LiveSite } from "../../content/preview/live-site.ts";
import { folderLanguage } from "../../content/rules/languages.ts";
import { hrefOf, languageHere, publicPath } from "../../content/rules/paths.ts";
import type { Lang } from "../../site/api/model.ts";
import type { Payload, Shared } from "../../site/api/payload.ts";
import { languageOf } from "../../site/languages.ts";
import { inSpaceOf } from "../../site/spaces.ts";
import { readShared, sharedUrlsOf } from "../builds/shared-state.ts";
import { sitePath } from "../page/site-path.ts";
import type { BridgeEvent } from "./bridge.ts";
import { siteDefinition } from "./edits.ts";
import type { EditedEntry, KeptEdits } from "./kept-edits.ts";
import type { PreviewFiles } from "./preview-files.ts";
import type { PreviewQuery } from "./preview-query.ts";

/**
 * How the edited story relates to the shown page: the page itself (specification §4), the global story with header and
 * footer, or, on the error page, a story that is not published. Null if it is another page's, or has none.
 */
function editedEntryOf(payload: Payload, query: PreviewQuery, { site, lang, global }: Shared): EditedEntry | null {
  const globalComponent = global?.component;
  const { id, component, language } = query;
  if (id === 0) return null;
  if (payload.kind === "page") {
    if (payload.story?.id === id) return { kind: "page", id, lang: payload.lang };
    return component !== "" && component === globalComponent ? { kind: "global", id, lang: payload.lang } : null;
  }
  const isGlobal = component === globalComponent;
  if (component !== "" && !isGlobal && !Object.hasOwn(siteDefinition.pageTypes, component)) return null;
  // One error page may serve all languages, and the editor's URL of a translated story may have another slug.
  const here = languageHere(payload.path, site.languages, lang);
  const isPlain = languageOf(site.languages, here).prefix === "";
  const asked = site.languages.find(({ code }) => code === language);
  return { kind: "page", id, lang: isPlain && asked ? asked.code : here };
}

/** The error page in the language of the requested URL. */
export function notFoundPayload(payload: Payload, base: string): Payload {
  return { ...payload, path: sitePath(location.pathname, base) ?? payload.path };
}

/**
 * Where the story is published: the editor uses URLs of its own (`/home/`, a German story below its English slug). Null
 * for a story that is not published yet.
 */
export function publishedUrl({ id, lang }: EditedEntry, live: LiveSite, { site, global }: Shared): string | null {
  const isGlobal = id === live.index.globalId;
  const language = languageOf(site.languages, lang);
  const path = isGlobal ? language.home : live.published(id)?.path;
  if (path === undefined || publicPath(path, language) === sitePath(location.pathname, site.base)) return null;
  const query = new URLSearchParams(location.search);
  if (isGlobal) query.set("_storyblok_c", global?.component ?? "");
  return `${hrefOf(site, path, lang)}?${query}`;
}

/** The edited story, or on the error page one that was edited before; null for a page that shows neither. */
export function entryOfPage(
  page: Payload,
  { query, shared, kept }: { query: PreviewQuery; shared: Shared; kept: KeptEdits },
): EditedEntry | null {
  const isLost = page.kind === "error";
  const placed = isLost ? kept.findWhere(({ kind, path }) => kind === "page" && path === page.path) : undefined;
  if (placed) return { kind: placed.kind, id: placed.id, lang: placed.lang };
  return editedEntryOf(page, query, shared);
}

/** The edited story of a frame that shows another one's page, in the language that the editor shows, or of its folder. */
export function editedElsewhere(
  query: PreviewQuery,
  { lang, global }: Shared,
  story: BridgeEvent["story"],
): EditedEntry {
  const { id, component, language } = query;
  const isGlobal = component !== "" && component === global?.component;
  const rules = inSpaceOf(siteDefinition, lang);
  const asked =
    rules.languages.find(({ code }) => code === language) ?? folderLanguage(String(story?.full_slug), rules);
  return { kind: isGlobal ? "global" : "page", id, lang: (asked ?? rules.languages[0]).code };
}

/** The story that a published page is made of. */
export function storyOfPage({ kind, story, lang }: Payload): EditedEntry | null {
  return kind === "page" && story ? { kind, id: story.id, lang } : null;
}

/** The shared state of another language. */
export async function fetchShared(lang: Lang, files: PreviewFiles): Promise<Shared> {
  const urls = sharedUrlsOf(await files.latest(), lang);
  if (!urls) throw new Error(`The site has no state for the language ${lang}.`);
  return readShared(urls);
}
