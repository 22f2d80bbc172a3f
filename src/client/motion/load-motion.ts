const MOVING = "[data-reveal], [data-count-up]";
const INVERTING = "[data-invert-trigger]";

/**
 * Loads gsap only for pages that have something to move, and starts again when the visitor changes their mind about
 * motion. The returned function ends it, also while the chunk is still on its way.
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
      if (!ended) stop = startMotion({ reduced });
    })
    // Without the chunk everything is at its end position anyway.
    .catch(() => undefined);
  return () => {
    ended = true;
    stop?.();
  };
}
