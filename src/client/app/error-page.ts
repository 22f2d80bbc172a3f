import { languageHere, switchHrefs, withBase } from "../../content/rules/paths.ts";
import type { Lang } from "../../site/api/model.ts";
import type { Payload, Shared } from "../../site/api/payload.ts";
import { type LatestBuild, readLatest } from "../builds/build-watch.ts";
import type { Manifest } from "../builds/manifest.ts";
import { matchRoute, redirected } from "../builds/route-rules.ts";
import { readShared, type SharedUrls, sharedUrlsOf } from "../builds/shared-state.ts";
import type { DocumentState } from "../page/document-state.ts";
import { updateHead } from "../page/head.ts";
import { sitePath } from "../page/site-path.ts";
import type { ClientApp } from "./client-app.tsx";
import { loadComponents } from "./load-components.ts";

export interface ErrorPageParts {
  app: ClientApp;
  documentState: DocumentState;
  manifest: Manifest;
}

/**
 * The error page (specification §2.7, §5): the message contains the full path, the URL stays, and cache version, global
 * content and labels are loaded again. A host without patterns also serves this page where a redirect pattern applies,
 * and one without an error page per language serves the first one everywhere.
 */
export async function runErrorPage({ app, documentState, manifest }: ErrorPageParts): Promise<void> {
  const { pathname, search, hash, href } = location;
  document.documentElement.dataset.error = `Page Not Found: ${pathname}${search}${hash}`;
  const path = sitePath(pathname, documentState.base) ?? "/";
  const match = matchRoute(path, search, await manifest.rules());
  if (match.kind === "redirect") {
    const to = match.external ? match.to : withBase(documentState.base, match.to);
    location.replace(redirected(new URL(href), to));
    return;
  }
  const { shared } = app.view();
  await refreshState(languageHere(path, shared.site.languages, shared.lang), { app, documentState });
}

/** Shows the error page with the shared state of the latest build, if that uses the same app. */
export async function refreshState(
  lang: Lang,
  { app, documentState }: Omit<ErrorPageParts, "manifest">,
): Promise<void> {
  const failed = app.view().payload;
  try {
    const latest = await readLatest(documentState.assets);
    const urls =
      (latest.app ?? documentState.app) === documentState.app ? sharedUrls(latest, lang, documentState) : null;
    if (!urls) return;
    const shared = await readShared(urls, { cache: "no-cache" });
    const payload = inLanguage(failed, shared);
    const components = await loadComponents(shared);
    // The visitor may have navigated meanwhile.
    if (app.view().payload !== failed || app.isShowing()) return;
    if ((await app.show({ shared, payload, components })) === "shown") updateHead(payload, shared);
  } catch {
    // The page as served is good enough.
  }
}

function sharedUrls(latest: LatestBuild, lang: Lang, documentState: DocumentState): SharedUrls | null {
  return sharedUrlsOf(latest, lang) ?? (lang === documentState.payload.lang ? documentState : null);
}

function inLanguage(payload: Payload, { lang, site }: Shared): Payload {
  return payload.lang === lang ? payload : { ...payload, lang, switchHref: switchHrefs(site, lang, {}) };
}
