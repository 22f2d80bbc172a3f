/** Specification §9: at top while the vertical scroll is below 80 px; 80 counts as scrolled. */
const THRESHOLD = 80;

/**
 * Sets what the header needs to know of the scroll position on the root element: `data-at-top` (specification §4), and
 * `data-under` with the theme of the section below the header. The header is the element with `data-over`, sections
 * have `data-theme`.
 */
export function trackScroll(): void {
  const look = () => {
    const { documentElement: root } = document;
    const atTop = window.scrollY < THRESHOLD;
    const theme = atTop ? "" : themeBelowHeader();
    root.toggleAttribute("data-at-top", atTop);
    if (theme === "") root.removeAttribute("data-under");
    else root.dataset.under = theme;
  };
  window.addEventListener("scroll", look, { passive: true });
  // The first call comes between layout and paint: looking earlier would force the browser to lay out the page. Later calls:
  // the page changed at the same scroll position, or images loaded late.
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
