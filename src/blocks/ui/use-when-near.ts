import { type RefObject, useEffect, useRef } from "react";

/** How near the viewport a block must be before its engine is loaded. */
const NEAR = "300px";

/**
 * Runs once when the element comes near the viewport; what it returns runs when the element goes. For engines in chunks
 * of their own, which a visitor who does not scroll that far should not load.
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
