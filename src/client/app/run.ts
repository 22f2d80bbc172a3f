import { createBuildWatch } from "../builds/build-watch.ts";
import { createManifest } from "../builds/manifest.ts";
import { serveConsent } from "../consent/serve-consent.ts";
import { watchForms } from "../contact/watch-forms.ts";
import { loadLotties } from "../lottie/load-lottie.ts";
import { loadMotion } from "../motion/load-motion.ts";
import { createAnnouncer } from "../page/announcer.ts";
import type { PageFacts } from "../page/facts.ts";
import { setStatus } from "../page/status.ts";
import { createStore } from "../page/storage.ts";
import { restoreForms } from "../router/form-state.ts";
import { listenForNavigation } from "../router/listen.ts";
import { createLoadingBar } from "../router/loading-bar.ts";
import { createPayloads } from "../router/payloads.ts";
import { createPrefetch, type Prefetch } from "../router/prefetch.ts";
import { judge } from "../router/route-rules.ts";
import { createRouter } from "../router/router.ts";
import { createScrollMemory } from "../router/scroll-memory.ts";
import type { ClientApp } from "./client-app.tsx";
import { loadComponents } from "./load-components.ts";

/** Starts everything that runs in an open page. */
export function runApp(app: ClientApp, facts: PageFacts): void {
  const store = createStore(() => sessionStorage);
  const builds = createBuildWatch({ facts });
  const manifest = createManifest({ assets: facts.assets, running: builds.running });
  const payloads = createPayloads({ facts, version: () => builds.id() ?? String(Date.now()) });
  const bar = createLoadingBar(facts.payload.lang);
  const scroll = createScrollMemory(store);
  const announcer = createAnnouncer();
  const router = createRouter({ app, facts, builds, manifest, payloads, bar, announcer, scroll, store });
  const shown = () => ({ path: app.view().payload.path, kind: app.view().payload.kind });
  listenForNavigation({ router, facts, scroll, bar, shown, outdated: builds.outdated });
  serveConsent(() => app.view().shared);
  watchForms(() => app.view().shared);
  restoreForms(store);
  dressPages(app);
  whenIdle(() => {
    builds.start();
    const prefetch = prefetchPages({ app, facts, manifest, payloads, builds });
    app.onShown(() => whenIdle(prefetch.watch));
  });
  serveSpecialPages({ app, facts, manifest });
  setStatus("idle");
}

/** Motion and animations belong to one page: they end when the next one is in the document. */
function dressPages(app: ClientApp): void {
  let undress: (() => void) | undefined;
  app.onShown(({ shared }) => {
    undress?.();
    const ends = [loadMotion(), loadLotties(shared)];
    undress = () => {
      for (const end of ends) end();
    };
  });
}

interface PrefetchParts {
  app: ClientApp;
  facts: PageFacts;
  manifest: ReturnType<typeof createManifest>;
  payloads: ReturnType<typeof createPayloads>;
  builds: ReturnType<typeof createBuildWatch>;
}

function prefetchPages({ app, facts, manifest, payloads, builds }: PrefetchParts): Prefetch {
  return createPrefetch({
    facts,
    onIntent: () => void manifest.rules(),
    async load(path, urgency) {
      await builds.running();
      if (builds.outdated()) return;
      if (urgency === "meant" && judge(path, "", await manifest.rules()).kind !== "page") return;
      const payload = await payloads.get(path, { priority: "low" });
      await loadComponents([...payload.blocks, ...app.view().shared.blocks]);
    },
  });
}

/** Code that only the error page or the visual editor needs. */
function serveSpecialPages(parts: Pick<PrefetchParts, "app" | "facts" | "manifest">): void {
  const isFramed = window.parent !== window && location.search.includes("_storyblok_tk");
  const failed = (error: unknown) => console.warn(error);
  if (isFramed) void import("../preview/preview.ts").then(({ startPreview }) => startPreview(parts)).catch(failed);
  else if (parts.facts.payload.kind === "error") {
    void import("./error-page.ts").then(({ serveErrorPage }) => serveErrorPage(parts)).catch(failed);
  }
}

function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}
