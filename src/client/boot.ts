/**
 * The only script that runs before the visitor interacts. It is bundled separately and small; `start` passes what
 * happened so far to the app.
 */

import { chunksOf } from "./boot/chunks.ts";
import { delayHydration, hydratesAtOnce } from "./boot/delayed-hydration.ts";
import { handleDialogs } from "./boot/dialogs.ts";
import { APP_ACTS, REACT_ACTS, recordEarlyActs } from "./boot/early-acts.ts";
import { earlyEvents } from "./boot/early-events.ts";
import { watchEarlyHistory } from "./boot/early-history.ts";
import { keepQueryOnLanguageLinks } from "./boot/language-links.ts";
import { layOutRest } from "./boot/lay-out-rest.ts";
import { requestState } from "./boot/request-state.ts";
import { trackScroll } from "./boot/scroll-state.ts";
import type { StartOptions } from "./entry.tsx";
import { STATIC_KEY } from "./storage-keys.ts";

/** For the app's files, whose answers may stop. */
const MAX_WAIT_MS = 30_000;

// Scripts wait for stylesheets: one of this host without rules by now was lost, and is requested once more.
for (const link of document.querySelectorAll<HTMLLinkElement>("[rel=stylesheet][href^='/']")) {
  try {
    if (link.sheet?.cssRules.length) continue;
  } catch {
    // The connection was cut.
  }
  link.replaceWith(link.cloneNode());
}
layOutRest();
trackScroll();
keepQueryOnLanguageLinks();
handleDialogs();
const before = earlyEvents();
const endHistory = watchEarlyHistory(before);

if (!isStatic()) {
  const onHydrate = recordEarlyActs(REACT_ACTS, before);
  const app = recordEarlyActs(APP_ACTS, before);
  let late: ReturnType<typeof setTimeout>;
  const onRunning = () => {
    endHistory();
    void app()();
    clearTimeout(late);
    delete document.documentElement.dataset.static;
  };
  // Links and forms work natively, so the page stays usable.
  const onFailed = () => {
    void onHydrate()();
    void app()();
    markStatic();
  };
  const run = () => {
    // The app may still come, but what waits for it is the browser's now.
    late = setTimeout(onFailed, MAX_WAIT_MS);
    void startApp({ onHydrate, onRunning }).catch(onFailed);
  };
  if (before[0] || hydratesAtOnce(location.pathname) || hasWorkAtOnce()) run();
  else delayHydration(run);
} else markStatic();

/** Tells the stylesheet that controls without script do nothing. */
function markStatic(): void {
  document.documentElement.dataset.static = "";
}

async function startApp(calls: Omit<StartOptions, "shared">): Promise<void> {
  const { app = "" } = document.documentElement.dataset;
  for (const item of chunksOf(document.documentElement)) preload(item.split("#")[0] ?? "");
  const sharedState = requestState().catch(requestState);
  // Handled later; until then a rejection must not count as unhandled.
  sharedState.catch(() => undefined);
  try {
    const entry = (await import(app)) as typeof import("./entry.tsx");
    await entry.start({ shared: sharedState, ...calls });
  } catch (error) {
    console.warn("The page stays static:", error);
    throw error;
  }
}

function preload(href: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = href;
  document.head.append(link);
}

/**
 * True for pages that hydrate without waiting for an interaction: the error page reloads its state (specification
 * §2.7), the visual editor edits at once, a dialog may already be open from the URL, and the kit's search shows what the
 * URL asks for.
 */
function hasWorkAtOnce(): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (SEARCH && location.search.includes("q=") && document.querySelector("search")) return true;
  const payload = document.querySelector("script#payload")?.textContent ?? "";
  return payload.startsWith('{"kind":"error"') || (location.search.includes("_storyblok_tk") && parent !== window);
}

function isStatic(): boolean {
  try {
    return Number(sessionStorage.getItem(STATIC_KEY + location.pathname)) > Date.now();
  } catch {
    return false;
  }
}
