/**
 * Delayed hydration, mode mount (specification §9): the first interaction, or an idle moment
 * and then a further while. The numbers are those of the original.
 */
const INTERACTIONS = ["mousemove", "scroll", "keydown", "click", "touchstart", "wheel"];
const IDLE_TIMEOUT = 7000;
const AFTER_IDLE_DESKTOP = 4000;
const AFTER_IDLE_MOBILE = 5000;
const MOBILE = "(max-width: 639.98px)";
/** Paths without a delay. */
const EXCLUDED = /^\/(?:_nuxt|api)(?:\/|$)/;

/** Runs once, as soon as the visitor does something, or on an idle page after a while. */
export function delayHydration(run: () => void): void {
  let asked = false;
  const once = () => {
    if (asked) return;
    asked = true;
    for (const type of INTERACTIONS) window.removeEventListener(type, once, true);
    requestAnimationFrame(run);
  };
  for (const type of INTERACTIONS) window.addEventListener(type, once, { capture: true, passive: true });
  whenIdle(() => setTimeout(once, matchMedia(MOBILE).matches ? AFTER_IDLE_MOBILE : AFTER_IDLE_DESKTOP));
}

/** True where hydration must not wait: excluded paths, and pages that have something to do at once. */
export function hydratesAtOnce(path: string): boolean {
  return EXCLUDED.test(path);
}

/** Safari has no requestIdleCallback; there the page counts as idle once it has loaded. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT });
  else if (document.readyState === "complete") run();
  else addEventListener("load", run, { once: true });
}
