import { whenIdle } from "../when-idle.ts";

/** Milliseconds that a section waits for an idle browser. */
const MAX_WAIT_MS = 500;

/**
 * A stylesheet may leave what is below the window out of the first layout (`content-visibility: auto` under
 * `:root:not([data-whole])`), so that a slow phone shows the first screen sooner. This lays the rest out while the browser is
 * idle, a section of the page at a time, and then marks the root element as whole.
 */
export function layOutRest(): void {
  const sections = [...document.querySelectorAll<HTMLElement>("main > *")].filter(isLeftOut);
  const show = (place: number) => {
    const section = sections[place];
    if (!section) return showAll(sections);
    section.style.contentVisibility = "visible";
    whenIdle(() => show(place + 1), MAX_WAIT_MS);
  };
  // A page that is opened again is scrolled to where it was left, which needs the heights of all that is above.
  const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (opened?.type === "navigate") whenIdle(() => show(0), MAX_WAIT_MS);
  else showAll(sections);
}

function isLeftOut(section: HTMLElement): boolean {
  return getComputedStyle(section).contentVisibility === "auto";
}

function showAll(sections: readonly HTMLElement[]): void {
  document.documentElement.dataset.whole = "";
  for (const section of sections) section.style.contentVisibility = "";
}
