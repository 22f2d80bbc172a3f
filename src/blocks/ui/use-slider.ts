import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "../../kit/reduced-motion.ts";

export interface SliderState {
  track: RefObject<HTMLDivElement | null>;
  index: number;
  /** True if all slides are in view. */
  still: boolean;
  atStart: boolean;
  atEnd: boolean;
  /** Nothing happens where there is no such slide. */
  go(to: number): void;
  /** Arrow keys lead one slide on or back in the direction of reading, Home and End to the ends. */
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

interface Position {
  index: number;
  still: boolean;
  atStart: boolean;
  atEnd: boolean;
}

const START: Position = { index: 0, still: false, atStart: true, atEnd: false };

/** The active slide of a scroll-snap track, read from its scroll position, so that swiping and buttons agree. */
export function useSlider(count: number): SliderState {
  const track = useRef<HTMLDivElement>(null);
  const [position, setPosition] = useState<Position>(START);

  useEffect(() => {
    const element = track.current;
    if (!element || count === 0) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      const next = positionOf(element);
      setPosition((before) => (samePosition(before, next) ? before : next));
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(read);
    };
    element.addEventListener("scroll", schedule, { passive: true });
    const observer = new ResizeObserver(schedule);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", schedule);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [count]);

  const go = useCallback((to: number) => {
    const element = track.current;
    const left = element ? startsOf(element)[to] : undefined;
    if (left === undefined) return;
    element?.scrollTo({ left, behavior: prefersReducedMotion() ? "instant" : "smooth" });
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { index } = position;
    const step = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const to = { ArrowRight: index + step, ArrowLeft: index - step, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };

  return { track, ...position, go, onKeyDown };
}

function positionOf(track: HTMLElement): Position {
  const end = track.scrollWidth - track.clientWidth;
  const distances = startsOf(track).map((start) => Math.abs(start - track.scrollLeft));
  const nearest = distances.indexOf(Math.min(...distances));
  const scrolled = Math.abs(track.scrollLeft);
  const atEnd = scrolled >= end - 2;
  return {
    index: atEnd && end > 2 ? distances.length - 1 : Math.max(0, nearest),
    still: end <= 2,
    atStart: scrolled <= 2,
    atEnd,
  };
}

/** Scroll positions at which each slide is at the track's inner edge; from right to left they are 0 or less. */
function startsOf(track: HTMLElement): number[] {
  const lefts = [...track.children].map((slide) => (slide as HTMLElement).offsetLeft);
  return lefts.map((left) => left - (lefts[0] ?? 0));
}

function samePosition(a: Position, b: Position): boolean {
  return a.index === b.index && a.still === b.still && a.atStart === b.atStart && a.atEnd === b.atEnd;
}
