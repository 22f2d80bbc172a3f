import { type RefObject, useEffect, useRef } from "react";

/** Distance from the viewport at which a block's engine is loaded. */
const NEAR = "300px";

/**
 * Runs once when the element comes near the viewport; the function it returns is called when the element is removed.
 * For engines in separate scripts, which visitors who do not scroll that far should not load.
 */
export function useWhenNear(element: RefObject<HTMLElement | null>, begin: () => () => void): void {
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let end: (() => void) | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        end = latest.current();
      },
      { rootMargin: NEAR },
    );
    observer.observe(target);
    return () => {
      observer.disconnect();
      end?.();
    };
  }, [element]);
}
