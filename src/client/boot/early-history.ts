import { SCROLL_KEY } from "../storage-keys.ts";

/**
 * Handles back and forward before the app runs, and before this script did (`before`). Entries created by an earlier run
 * of the app share this document, so the browser changes the URL without loading anything; the page is then reloaded.
 * Returns a function that stops watching.
 */
export function watchEarlyHistory(before: readonly Event[]): () => void {
  restoreScroll();
  const path = location.pathname;
  const onPop = () => {
    if (location.pathname !== path) location.reload();
  };
  // Entries of the app have a key.
  if (before.some((event) => (event as PopStateEvent).state?.key)) location.reload();
  addEventListener("popstate", onPop);
  return () => removeEventListener("popstate", onPop);
}

/** If the app had taken over scroll restoration, the browser leaves a reloaded entry at the top. */
function restoreScroll(): void {
  if (history.scrollRestoration !== "manual") return;
  try {
    const positions = JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? "{}");
    const [left, top] = positions[history.state.key];
    scrollTo({ left, top, behavior: "instant" });
  } catch {
    // No storage, or no position for this entry.
  }
}
