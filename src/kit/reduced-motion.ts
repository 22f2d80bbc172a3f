/** True when the visitor asked for less motion. Only for handlers and effects: a render must not depend on it. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
