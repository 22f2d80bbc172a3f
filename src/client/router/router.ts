import type { Shared } from "../../site/api/payload.ts";
import type { ClientApp, View } from "../app/client-app.tsx";
import { ChunkError, loadComponents } from "../app/load-components.ts";
import type { BuildWatch } from "../builds/build-watch.ts";
import type { Manifest } from "../builds/manifest.ts";
import { matchRoute, redirected } from "../builds/route-rules.ts";
import { updateDocument } from "../page/document.ts";
import type { DocumentState } from "../page/document-state.ts";
import { TIMEOUT } from "../page/fetch-json.ts";
import { updateHead } from "../page/head.ts";
import { mayReload } from "../page/reload-guard.ts";
import { sitePath } from "../page/site-path.ts";
import { setStatus } from "../page/status.ts";
import type { Store } from "../page/storage.ts";
import { loadStyles, StylesError } from "../page/styles.ts";
import { keepForms, returnForms, saveForms } from "./form-state.ts";
import type { LoadingBar } from "./loading-bar.ts";
import type { Payloads } from "./payloads.ts";
import type { Position, ScrollMemory } from "./scroll-memory.ts";
import { scrollOnArrival } from "./scroll-on-arrival.ts";
import { withViewTransition } from "./view-transition.ts";

export interface RouterParts {
  app: ClientApp;
  documentState: DocumentState;
  builds: BuildWatch;
  manifest: Manifest;
  payloads: Payloads;
  bar: LoadingBar;
  announce: (text: string) => void;
  scroll: ScrollMemory;
  store: Store;
  /** Closes the consent choice, which must not cover the next page; null for a site without one. */
  consent: { close(): void } | null;
}

/** How a navigation changes the history. `none`: the entry exists already (back, forward). */
export interface HistoryUpdate {
  history: "push" | "replace" | "none";
  position?: Position | undefined;
}

export interface Router {
  go(url: URL, way: HistoryUpdate): Promise<void>;
  /** Cancels a pending navigation; the shown page stays. */
  cancel(): void;
  /** The browser loads another document. A page that is shown here meanwhile would be replaced by it. */
  leaving: boolean;
}

/** How a navigation ended. `left`: the browser loads the target, or another navigation has started. */
type End = "shown" | "failed" | "left";

/** A redirect may lead to another one. The build refuses loops; this only bounds a broken manifest. */
const MAX_REDIRECTS = 5;

/** Shows pages of the same language in the running app (specification §2.8, §4, §8). */
export function createRouter(parts: RouterParts): Router {
  let running: AbortController | null = null;
  let heading = "";
  const router: Router = {
    leaving: false,
    async go(url, way) {
      if (running && heading === url.href) return;
      running?.abort();
      const mine = new AbortController();
      running = mine;
      heading = url.href;
      parts.bar.start();
      setStatus("pending");
      try {
        const end = router.leaving ? leave(url, way) : await navigate({ url, way, parts, signal: mine.signal });
        if (mine.signal.aborted) return;
        running = null;
        router.leaving = end === "left";
        if (end === "left") return; // the bar stays until the browser has loaded the target
        setStatus(end === "shown" ? "success" : "error");
        if (end === "shown") delete document.documentElement.dataset.error;
      } catch (error) {
        if (mine.signal.aborted) return;
        running = null;
        setStatus("error");
        router.leaving = true;
        recover({ error, url, way, parts });
      }
      parts.bar.finish();
    },
    cancel() {
      if (!running) return;
      running.abort();
      running = null;
      parts.app.revert();
      setStatus("idle");
      parts.bar.finish();
    },
  };
  return router;
}

interface Trip {
  url: URL;
  way: HistoryUpdate;
  parts: RouterParts;
  signal: AbortSignal;
}

async function navigate({ url, way, parts, signal }: Trip): Promise<End> {
  const { app, documentState, builds, manifest, payloads } = parts;
  await builds.running();
  if (signal.aborted) return "left";
  if (builds.outdated()) return leave(url, way);
  const target = await applyRules(url, { documentState, manifest });
  if (signal.aborted) return "left";
  if (target.leaves) return leave(target.url, target.url === url ? way : { history: "push" });
  const payload = await payloads.get(target.path, { signal });
  const before = app.view();
  const { shared, kept } = before;
  if (payload.lang !== shared.lang || payload.kind !== "page") return leave(url, way);
  const [components, putStyles] = await Promise.race([
    Promise.all([loadComponents(payload, shared), loadStyles(payload.styles)]),
    tooLate(),
  ]);
  if (signal.aborted) return "left";
  keepForms(before.payload.path);
  record(target.url, way, parts.scroll);
  return withViewTransition(target.url, async () => {
    // Back, while the browser prepared the transition.
    if (signal.aborted && location.pathname !== target.url.pathname) return "left";
    const end = await app.show({
      shared,
      payload,
      components,
      putStyles,
      kept: keptOnEveryPage(shared, kept),
      leave: loadDocument(target.url),
    });
    if (end === "overtaken") return "left";
    const { head } = app.view().payload;
    updateHead(app.view().payload, shared);
    updateDocument(before, app.view());
    if (way.history === "none") returnForms(target.path);
    parts.scroll.adopt();
    if (signal.aborted) return "left";
    parts.consent?.close();
    scrollOnArrival(target.url.hash, way.position);
    parts.announce(head.title);
    return end;
  });
}

/** Blocks of the global story, such as the overlay, whose markup is kept, are never rendered again. */
function keptOnEveryPage({ global }: Shared, kept: View["kept"]): Map<string, string> {
  const ids = Object.values(global ?? {}).flatMap((field) => [field].flat().map((one) => Object(one)._uid));
  return new Map([...(kept ?? [])].filter(([id]) => ids.includes(id)));
}

/** Browsers wait for minutes for a script or stylesheet whose answer has stopped; a full load shows the page without. */
const tooLate = () =>
  new Promise<never>((_, fail) => setTimeout(() => fail(new ChunkError("A file is late.")), TIMEOUT));

interface Target {
  url: URL;
  path: string;
  /** The browser must load it: external, not a page of this build, or outside the base path. */
  leaves: boolean;
}

/** Follows redirect rules. Query and hash are kept as in the redirect stubs, unless the target has its own. */
async function applyRules(
  url: URL,
  { documentState, manifest }: Pick<RouterParts, "documentState" | "manifest">,
): Promise<Target> {
  const rules = await manifest.rules();
  let at = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const path = at.origin === url.origin ? sitePath(at.pathname, documentState.base) : null;
    const match = path === null ? null : matchRoute(path, at.search, rules);
    if (path === null || match?.kind === "unknown") return { url: at, path: "", leaves: true };
    if (match?.kind !== "redirect") return { url: canonical(at), path, leaves: false };
    at = redirected(at, match.external ? match.to : documentState.base + match.to.slice(1));
  }
  return { url, path: "", leaves: true };
}

/** Page URLs end with a slash. */
export function canonical(url: URL): URL {
  if (url.pathname.endsWith("/")) return url;
  const slashed = new URL(url);
  slashed.pathname += "/";
  return slashed;
}

function record(url: URL, way: HistoryUpdate, scroll: ScrollMemory): void {
  if (way.history === "none") return;
  if (way.history === "push" && url.href !== location.href) {
    scroll.keep();
    history.pushState(scroll.nextState(), "", url);
    scroll.approach();
  } else {
    history.replaceState(history.state, "", url);
  }
}

/** Loads the document of a page that failed here, whose URL is shown already, and reports the error once. */
function loadDocument(url: URL): (error: unknown) => Promise<never> {
  let leaving: Promise<never> | undefined;
  return (error) => {
    leaving ??= new Promise(() => {
      console.error(`${url.pathname} failed in the browser, so its document is loaded instead:`, error);
      location.reload();
    });
    return leaving;
  };
}

/** A full load. On back and forward the URL is already the target's. */
function leave(url: URL, way: HistoryUpdate): "left" {
  if (way.history === "none" || isSameDocument(url)) location.reload();
  else if (way.history === "replace") location.replace(url);
  else location.assign(url);
  return "left";
}

/** Assigning such a URL would only change the hash. */
export function isSameDocument(url: URL): boolean {
  return url.href.split("#")[0] === location.href.split("#")[0];
}

/**
 * If a script or stylesheet fails, this build's files are gone or unreachable: the target is loaded in full and form input
 * is carried over. Within the guard's time the link is as without script, so that no click is lost: it takes one to load
 * a page, so there is no loop. Other errors are left to the server.
 */
function recover({
  error,
  url,
  way,
  parts,
}: {
  error: unknown;
  url: URL;
  way: HistoryUpdate;
  parts: RouterParts;
}): void {
  const isFile = error instanceof ChunkError || error instanceof StylesError;
  const isClick = way.history !== "none";
  if (isFile && isClick && mayReload(url.pathname + url.search + url.hash, parts.store)) saveForms(parts.store);
  leave(url, way);
}
