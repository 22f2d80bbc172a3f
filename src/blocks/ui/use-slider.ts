import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "../../kit/reduced-motion.ts";

export interface SliderState {
  track: RefObject<HTMLDivElement | null>;
  index: number;
  /** True if all slides are in view. */
  still: boolean;
  atStart: boolean;
  atEnd: boolean;
  go(to: number): void;
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
    const slide = element?.children[to];
    if (!element || !(slide instanceof HTMLElement)) return;
    const left = startOf(element, slide);
    element.scrollTo({ left, behavior: prefersReducedMotion() ? "instant" : "smooth" });
  }, []);

  return { track, ...position, go };
}

function positionOf(track: HTMLElement): Position {
  const end = track.scrollWidth - track.clientWidth;
  const slides = [...track.children].filter((child): child is HTMLElement => child instanceof HTMLElement);
  const distances = slides.map((slide) => Math.abs(startOf(track, slide) - track.scrollLeft));
  const nearest = distances.indexOf(Math.min(...distances));
  const atEnd = track.scrollLeft >= end - 2;
  return {
    index: atEnd && end > 2 ? slides.length - 1 : Math.max(0, nearest),
    still: end <= 2,
    atStart: track.scrollLeft <= 2,
    atEnd,
  };
}

/** Scroll position at which a slide is at the track's inner edge. */
function startOf(track: HTMLElement, slide: HTMLElement): number {
  const inset = Number.parseFloat(getComputedStyle(track).paddingLeft) || 0;
  return slide.offsetLeft - track.offsetLeft - inset;
}

function samePosition(a: Position, b: Position): boolean {
  return a.index === b.index && a.still === b.still && a.atStart === b.atStart && a.atEnd === b.atEnd;
}
