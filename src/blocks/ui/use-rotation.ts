import { type RefObject, useEffect, useState } from "react";
import { prefersReducedMotion } from "../../kit/reduced-motion.ts";

export interface Rotation {
  playing: boolean;
  toggle(): void;
  stop(): void;
}

/**
 * Automatic advance of a slider. It never starts under reduced motion, pauses while the slider is hovered or the tab is
 * hidden, and stops permanently when the focus moves inside (WAI-ARIA carousel pattern, WCAG 2.2.2).
 */
export function useRotation(options: {
  root: RefObject<HTMLElement | null>;
  seconds: number;
  next: () => void;
}): Rotation {
  const { root, seconds, next } = options;
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (seconds > 0 && !prefersReducedMotion()) setPlaying(true);
  }, [seconds]);

  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (document.hidden || root.current?.matches(":hover")) return;
      next();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [playing, seconds, next, root]);

  return { playing, toggle: () => setPlaying((before) => !before), stop: () => setPlaying(false) };
}
