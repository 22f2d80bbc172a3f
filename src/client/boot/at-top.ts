/** Specification §9: at top while the vertical scroll is below 80 px, so 80 is already scrolled. */
const THRESHOLD = 80;

/** Keeps `html[data-at-top]`, the header's scroll state (specification §4). */
export function trackTop(): void {
  const root = document.documentElement;
  const flag = () => root.toggleAttribute("data-at-top", window.scrollY < THRESHOLD);
  flag();
  window.addEventListener("scroll", flag, { passive: true });
}
