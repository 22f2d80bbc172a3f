/** Specification §9: at top while the vertical scroll is below 80 px, so 80 is already scrolled. */
const THRESHOLD = 80;
/** Pixels that count as a direction: fingers tremble. */
const STEP = 8;

/**
 * Keeps what the header needs to know of the scroll position, on the root element: `data-at-top` (specification §4),
 * `data-under`, the theme of the section that is below the header, and `data-header-away` while the visitor scrolls
 * down. The header is the element with `data-over`, a section one with `data-theme`.
 */
export function trackScroll(): void {
  let last = window.scrollY;
  const look = () => {
    const { documentElement: root } = document;
    const at = window.scrollY;
    const atTop = at < THRESHOLD;
    root.toggleAttribute("data-at-top", atTop);
    const theme = atTop ? "" : themeBelowHeader();
    if (theme === "") root.removeAttribute("data-under");
    else root.dataset.under = theme;
    const way = at - last;
    if (Math.abs(way) < STEP && !atTop) return;
    // A jump is no scrolling: after it the visitor looks where she is.
    root.toggleAttribute("data-header-away", way > 0 && way < window.innerHeight && !atTop);
    last = at;
  };
  look();
  window.addEventListener("scroll", look, { passive: true });
  // Another page below the same scroll position, or pictures that came late.
  new ResizeObserver(look).observe(document.body);
}

/** Theme of the innermost section behind the middle of the header, or "". */
function themeBelowHeader(): string {
  const line = (document.querySelector<HTMLElement>("[data-over]")?.offsetHeight ?? 0) / 2;
  let theme = "";
  for (const section of document.querySelectorAll<HTMLElement>("[data-theme]")) {
    const { top, bottom, left, right } = section.getBoundingClientRect();
    const isBehind = top <= line && bottom > line && left <= 0 && right >= document.documentElement.clientWidth;
    if (isBehind) theme = section.dataset.theme ?? "";
  }
  return theme;
}
