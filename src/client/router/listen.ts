import type { Languages } from "../../site/languages.ts";
import { loadAfterFailure } from "../app/render-failure.ts";
import { takeEarlyEvents } from "../boot/early-events.ts";
import type { DocumentState } from "../page/document-state.ts";
import { sitePath } from "../page/site-path.ts";
import { setStatus } from "../page/status.ts";
import type { Store } from "../page/storage.ts";
import { isPlainClick, linkAttributes, linkIntent, opensHere } from "./link-intent.ts";
import type { LoadingBar } from "./loading-bar.ts";
import { canonical, isSameDocument, type Router } from "./router.ts";
import { type ScrollMemory, scrollToPosition } from "./scroll-memory.ts";
import { hashTarget } from "./scroll-on-arrival.ts";

export interface Listening {
  router: Router;
  documentState: DocumentState;
  languages: Languages;
  scroll: ScrollMemory;
  bar: LoadingBar;
  store: Store;
  /** Site path and kind of the shown page. */
  shown(): { path: string; kind: "page" | "error" };
  /** True while the error page is shown for a page that failed in this app. */
  failed(): boolean;
  outdated(): boolean;
}

/** Handles clicks on links, back and forward, and the return from the back/forward cache. */
export function listenForNavigation(parts: Listening): void {
  for (const event of takeEarlyEvents()) onClick(event, parts, true);
  document.addEventListener("click", (event) => onClick(event, parts, false));
  document.addEventListener("submit", (event) => onSubmit(event, parts));
  window.addEventListener("popstate", () => onPop(parts));
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    parts.router.leaving = false;
    parts.bar.reset();
    setStatus("idle");
  });
}

/** `early`: from before the app ran, so the browser follows the link. */
function onClick(event: Event, parts: Listening, early: boolean): void {
  parts.scroll.keep(); // a hash scrolls the page before popstate fires
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  const link = anchor && isPlainClick(event as MouseEvent) ? linkAttributes(anchor) : null;
  if (!link) return;
  const { url } = link;
  const intent = linkIntent(link, { url: new URL(location.href), base: parts.documentState.base, ...placeOf(parts) });
  if (early || intent === "native") {
    if (opensHere(link)) {
      cancel(parts);
      parts.router.leaving ||= !isSameDocument(url);
    }
    return;
  }
  event.preventDefault();
  if (clearsError(anchor, parts) && parts.failed()) {
    loadAfterFailure(url, parts.store);
  } else if (intent === "page" || parts.outdated() || parts.shown().kind === "error") {
    void parts.router.go(url, { history: clearsError(anchor, parts) ? "replace" : "push" });
  } else stay(url, intent, parts);
}

/** The browser sends the form. Without a pending navigation it may as well answer with a file. */
function onSubmit(event: SubmitEvent, parts: Listening): void {
  const isOther = event.target instanceof Element && event.target.matches("[method=dialog], [target=_blank]");
  if (!event.defaultPrevented && !isOther) cancel(parts);
}

/** The last action counts: a pending navigation must not replace the page of this URL. */
function cancel({ router, documentState, shown }: Listening): void {
  if (sitePath(location.pathname, documentState.base) === shown().path) router.cancel();
}

/** Changes the URL but not the page: scrolls to the top without a hash, nowhere for a query. */
function stay(given: URL, intent: "top" | "query", parts: Listening): void {
  const { scroll } = parts;
  const url = canonical(given);
  cancel(parts);
  if (url.href !== location.href) {
    history.pushState(scroll.nextState(), "", url);
    scroll.adopt();
  }
  if (intent === "top") window.scrollTo({ left: 0, top: 0, behavior: "instant" });
  else hashTarget(url.hash)?.scrollIntoView();
}

/** "Find your way back" replaces the failed URL in the history. */
function clearsError(anchor: HTMLAnchorElement | null, { shown }: Listening): boolean {
  return shown().kind === "error" && anchor?.closest("main") !== null;
}

function onPop({ router, documentState, scroll, shown }: Listening): void {
  const isNew = (history.state as { key?: string } | null)?.key === undefined;
  if (!isNew) {
    scroll.keep();
    router.leaving = false; // Back ends the browser's load
  }
  const position = scroll.of(scroll.approach());
  const url = new URL(location.href);
  if (sitePath(url.pathname, documentState.base) !== shown().path) {
    void router.go(url, { history: "none", position });
    return;
  }
  router.cancel();
  scroll.adopt();
  if (position && !isNew) scrollToPosition(position);
  else hashTarget(url.hash)?.scrollIntoView();
}

function placeOf({ documentState, languages }: Listening) {
  return { lang: documentState.payload.lang, languages };
}
