import { whenIdle } from "../when-idle.ts";

/** Longest wait of a section for an idle browser, in milliseconds. */
const MAX_WAIT_MS = 500;

/**
 * A stylesheet may skip the layout of everything below the window (`content-visibility: auto` under
 * `:root:not([data-whole])`), so that a slow phone shows the first screen sooner. This lays out the rest while the
 * browser is idle, one section at a time, and then sets `data-whole` on the root element.
 */
export function layOutRest(): void {
  // A revisited page is scrolled to its last position and a hash to its target: both need the heights of what is above.
  const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  // On a page that is opened at its top this starts after the first frame: reading a style earlier would force the browser
  // to compute all of them.
  if (opened?.type === "navigate" && !location.hash) requestAnimationFrame(() => whenIdle(showEach, MAX_WAIT_MS));
  else markWhole();
}

function showEach(): void {
  const sections = [...document.querySelectorAll<HTMLElement>("main > *")].filter(
    (section) => getComputedStyle(section).contentVisibility === "auto",
  );
  let place = 0;
  const show = () => {
    const section = sections[place++];
    if (section) {
      section.style.contentVisibility = "visible";
      whenIdle(show, MAX_WAIT_MS);
    } else {
      markWhole();
      for (const shown of sections) shown.style.contentVisibility = "";
    }
  };
  show();
}

function markWhole(): void {
  document.documentElement.dataset.whole = "";
}
