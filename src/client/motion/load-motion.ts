const MOVING = "[data-reveal], [data-count-up]";
const INVERTING = "[data-invert-trigger]";

/**
 * Loads gsap only for pages with something to move, and restarts when the visitor's motion preference changes. The
 * returned function ends it, even while it is loading.
 */
export function loadMotion(): () => void {
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
  let end = begin(reducedMotion.matches);
  const onChange = () => {
    end();
    end = begin(reducedMotion.matches);
  };
  reducedMotion.addEventListener("change", onChange);
  return () => {
    reducedMotion.removeEventListener("change", onChange);
    end();
  };
}

function begin(reduced: boolean): () => void {
  const wanted = reduced ? INVERTING : `${MOVING}, ${INVERTING}`;
  if (!document.querySelector(wanted)) return () => undefined;
  let ended = false;
  let stop: (() => void) | undefined;
  import("./motion.ts")
    .then(({ startMotion }) => {
      if (!ended) stop = startMotion(reduced);
    })
    // Without the script everything is at its end position.
    .catch(() => undefined);
  return () => {
    ended = true;
    stop?.();
  };
}
