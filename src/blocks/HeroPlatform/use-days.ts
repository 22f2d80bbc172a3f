import { type RefObject, useEffect, useState } from "react";
import { prefersReducedMotion } from "../../kit/reduced-motion.ts";
import { DAYS } from "./console-series.ts";

/** Milliseconds per day, and for a day with a message, which is to be read. */
const PACE = 260;
const STAY = 2600;

export interface Days {
  day: number;
  playing: boolean;
  toggle(): void;
  /** Shows a day and stops advancing. */
  go(day: number): void;
}

interface DaysOptions {
  root: RefObject<HTMLElement | null>;
  first: number;
  /** Days to stay on. */
  stays: readonly { day: number }[];
}

/**
 * The days of the product screen. They advance while the screen is in view, the tab is visible and the visitor has not
 * used the scale; never under reduced motion, where the visitor moves them.
 */
export function useDays({ root, first, stays }: DaysOptions): Days {
  const [day, setDay] = useState(first);
  const [playing, setPlaying] = useState(false);
  const [inView, setInView] = useState(false);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    setPlaying(!prefersReducedMotion());
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      threshold: 0.25,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);

  useEffect(() => {
    if (!playing || !inView) return;
    const pace = stays.some((stay) => stay.day === day) ? STAY : PACE;
    // Asked again while the tab is hidden: the day stays.
    const timer = setInterval(() => {
      if (!document.hidden) setDay(day >= DAYS ? 1 : day + 1);
    }, pace);
    return () => clearInterval(timer);
  }, [day, playing, inView, stays]);

  return {
    day,
    playing,
    toggle: () => setPlaying((before) => !before),
    go(to) {
      setPlaying(false);
      setDay(to);
    },
  };
}
