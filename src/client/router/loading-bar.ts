/** Milliseconds; throttle and duration are those of specification §9. */
const THROTTLE = 200;
const DURATION = 2000;
/** How long the full bar is seen, and when it is empty again, after its fade. */
const HIDE_DELAY = 500;
const RESET_DELAY = 400;

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

/** Progress from 0 to 1 after some milliseconds: half at half the duration, never 1. */
export function progressAfter(elapsed: number): number {
  return (2 / Math.PI) * Math.atan((2 * elapsed) / DURATION);
}
