import { SCROLL_KEY } from "../storage-keys.ts";

/**
 * Back and forward on a page that is not an app yet. Entries that an earlier run of the app made share this
 * document, so the browser changes the address without loading anything: then only a reload shows the right page.
 * Returns what ends the watch.
 */
export function watchEarlyHistory(): () => void {
  restoreScroll();
  const path = location.pathname;
  const onPop = () => {
    if (location.pathname !== path) location.reload();
  };
  addEventListener("popstate", onPop);
  return () => removeEventListener("popstate", onPop);
}

/** Where the app had taken scroll restoration over, the browser leaves a reloaded entry at the top. */
function restoreScroll(): void {
  if (history.scrollRestoration !== "manual") return;
  try {
    const positions = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? "{}");
    const [left, top] = positions[history.state.key];
    scrollTo({ left, top, behavior: "instant" });
  } catch {
    // No storage, or nothing remembered for this entry.
  }
}
