import { HIDE_DELAY, progressAfter, RESET_DELAY, THROTTLE } from "./loading-curve.ts";

export interface LoadingBar {
  start(): void;
  finish(): void;
  /** Hides the bar at once: the page was restored from the back/forward cache. */
  reset(): void;
}

/** The white bar at the top (specification §2.8), not shown for pages that load within 200 ms. */
export function createLoadingBar(label: string): LoadingBar {
  const element = document.createElement("div");
  element.className = "loading-bar";
  element.hidden = true;
  element.setAttribute("role", "progressbar");
  element.setAttribute("aria-label", label);
  document.body.append(element);
  return runBar((state) => {
    element.hidden = state === "hidden";
    element.classList.toggle("loading-bar--fading", state === "fading");
    if (typeof state === "number") element.style.transform = `scaleX(${state})`;
    else if (state === "hidden") element.style.transform = "scaleX(0)";
  });
}

type Drawn = number | "fading" | "hidden";

/** The bar's timing, without its rendering. */
export function runBar(draw: (state: Drawn) => void): LoadingBar {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let running = false;
  let shown = false;

  const still = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
  const hide = () => {
    shown = false;
    draw("hidden");
  };
  const grow = (startedAt: number) => {
    shown = true;
    draw(progressAfter(performance.now() - startedAt));
    frame = requestAnimationFrame(() => grow(startedAt));
  };
  return {
    start() {
      still();
      if (!running && shown) hide();
      const startedAt = performance.now();
      running = true;
      if (shown) grow(startedAt);
      else timer = setTimeout(() => grow(startedAt), THROTTLE);
    },
    finish() {
      still();
      running = false;
      if (!shown) return;
      draw(1);
      timer = setTimeout(() => {
        draw("fading");
        timer = setTimeout(hide, RESET_DELAY);
      }, HIDE_DELAY);
    },
    reset() {
      still();
      running = false;
      hide();
    },
  };
}
