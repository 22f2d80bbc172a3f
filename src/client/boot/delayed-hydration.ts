/**
 * Delayed hydration, mode mount (specification §9): after the first interaction, or after an idle moment and a further
 * delay. The specification has the mode and the excluded paths; events and milliseconds are the defaults of
 * nuxt-delay-hydration, from which the mode has its name.
 */
const INTERACTIONS = ["mousemove", "scroll", "keydown", "click", "touchstart", "wheel"];
const IDLE_TIMEOUT = 7000;
const AFTER_IDLE_DESKTOP = 4000;
const AFTER_IDLE_MOBILE = 5000;
const MOBILE = "(max-width: 639.98px)";
/** Paths without a delay. */
const EXCLUDED = /^\/(?:_nuxt|api)(?:\/|$)/;

/** Runs once, at the first interaction or after a while on an idle page. */
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

/** True if hydration must not wait: excluded paths, and pages with something to do at once. */
export function hydratesAtOnce(path: string): boolean {
  return EXCLUDED.test(path);
}

/** Safari has no requestIdleCallback; the page counts as idle once it has loaded. */
function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: IDLE_TIMEOUT });
  else if (document.readyState === "complete") run();
  else addEventListener("load", run, { once: true });
}
