import { createConsentService, effects } from "virtual:sitegen/parts";
import type { ClientApp } from "./app/client-app.tsx";
import { loadComponents } from "./app/load-components.ts";
import { type BuildWatch, createBuildWatch } from "./builds/build-watch.ts";
import { createManifest } from "./builds/manifest.ts";
import { matchRoute } from "./builds/route-rules.ts";
import { loadMotion } from "./motion/load-motion.ts";
import { createAnnouncer } from "./page/announcer.ts";
import type { DocumentState } from "./page/document-state.ts";
import { updateHead } from "./page/head.ts";
import { allowMovedNodes } from "./page/moved-nodes.ts";
import { setStatus } from "./page/status.ts";
import { createStore, type Store } from "./page/storage.ts";
import { preloadStyles } from "./page/styles.ts";
import type { PreviewHost } from "./preview/preview.ts";
import type { StartPreview } from "./preview/start.ts";
import { restoreForms } from "./router/form-state.ts";
import { listenForNavigation } from "./router/listen.ts";
import { createLoadingBar } from "./router/loading-bar.ts";
import { createPayloads, type Payloads } from "./router/payloads.ts";
import { createPrefetch } from "./router/prefetch.ts";
import { createRouter, type RouterParts } from "./router/router.ts";
import { createScrollMemory } from "./router/scroll-memory.ts";
import { whenIdle } from "./when-idle.ts";

// Before a page is rendered anew, so that what a translator does to it is noticed from its first text on.
allowMovedNodes();

// In this file's chunk, since it needs code that only this chunk has.
export { loadWholePage } from "./whole-page.ts";

/** Longest wait in milliseconds for work that is not urgent. */
const IDLE_TIMEOUT = 2000;

/** Starts everything that runs in an open page; `startPreview` is null outside the visual editor. */
export function runApp(app: ClientApp, documentState: DocumentState, startPreview: StartPreview | null): void {
  const store = createStore(() => sessionStorage);
  const builds = createBuildWatch({ documentState });
  const manifest = createManifest({ assets: documentState.assets, running: builds.running });
  const consent = createConsentService?.(() => app.view().shared) ?? null;
  if (!startPreview && !(SPECULATION && isPrerendering()))
    navigatePages({ app, documentState, manifest, builds, store, consent });
  restoreForms(store);
  const stopEffects = startPageEffects(app);
  serveSpecialPages({ app, documentState, manifest, stopEffects }, startPreview).catch(console.warn);
  setStatus("idle");
  app.onFailed((error) => reportFailure({ app, documentState }, error));
}

/** Shows the error page for a failed page (specification §8): title, status, and the reloaded state (§2.7). */
function reportFailure(parts: { app: ClientApp; documentState: DocumentState }, error: unknown): void {
  const { payload, shared } = parts.app.view();
  setStatus("error");
  document.documentElement.dataset.error = String(error);
  updateHead(payload, shared);
  import("./app/error-page.ts").then(({ refreshState }) => refreshState(payload.lang, parts)).catch(console.warn);
}

interface NavigationParts {
  app: ClientApp;
  documentState: DocumentState;
  manifest: ReturnType<typeof createManifest>;
  builds: BuildWatch;
  store: Store;
  consent: RouterParts["consent"];
}

/** The browser follows links itself, to pages that it has prerendered. */
function isPrerendering(): boolean {
  return HTMLScriptElement.supports?.("speculationrules") ?? false;
}

/** Follows links within the running app. In the visual editor the browser loads them (keep-query.ts). */
function navigatePages(parts: NavigationParts): void {
  const { app, documentState, builds, store } = parts;
  const { shared } = app.view();
  const payloads = createPayloads({ documentState, version: () => builds.id() ?? String(Date.now()) });
  const bar = createLoadingBar(shared.words.loading_page ?? "");
  const scroll = createScrollMemory(store);
  const router = createRouter({ ...parts, payloads, bar, announce: createAnnouncer(), scroll });
  const shown = () => app.view().payload;
  const { languages } = shared.site;
  const { failed } = app;
  listenForNavigation({ ...parts, router, languages, scroll, bar, shown, failed, outdated: builds.outdated });
  whenIdle(() => {
    builds.start();
    const watch = prefetchPages({ ...parts, payloads });
    app.onShown(() => whenIdle(watch, IDLE_TIMEOUT));
  }, IDLE_TIMEOUT);
}

/**
 * Starts motion and animations of each page; they end when the next one is in the document. Returns a function that
 * ends all.
 */
function startPageEffects(app: ClientApp): () => void {
  let ends: ((() => void) | null | undefined)[] = [];
  let over = false;
  const stop = () => {
    for (const end of ends) end?.();
    ends = [];
  };
  app.onShown(({ shared }) => {
    stop();
    if (!over) ends = [loadMotion(), effects?.start(shared)];
  });
  return () => {
    over = true;
    stop();
  };
}

function prefetchPages({
  app,
  documentState,
  manifest,
  payloads,
  builds,
}: NavigationParts & { payloads: Payloads }): () => void {
  return createPrefetch({
    documentState,
    languages: app.view().shared.site.languages,
    onIntent: () => void manifest.rules(),
    async load(path, urgency) {
      await builds.running();
      if (builds.outdated()) return;
      if (urgency === "seen") return void (await payloads.get(path, { priority: "low" }));
      if (matchRoute(path, "", await manifest.rules()).kind !== "page") return;
      const payload = await payloads.get(path);
      preloadStyles(payload.styles);
      await loadComponents(payload, app.view().shared);
    },
  });
}

/** Starts what only the visual editor or the error page needs. */
async function serveSpecialPages(host: PreviewHost, startPreview: StartPreview | null): Promise<void> {
  if (startPreview) {
    await startPreview(host);
  } else if (host.documentState.payload.kind === "error") {
    const { runErrorPage } = await import("./app/error-page.ts");
    await runErrorPage(host);
  }
}
