/**
 * True if the visitor prefers reduced motion. Only for event handlers and effects, since a render must not depend on
 * it.
 */
export function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
