import { type RefObject, useEffect, useState } from "react";
import { prefersReducedMotion } from "../../kit/reduced-motion.ts";

/** How a block and the animation runtime talk (src/client/lottie): a command goes in, a state comes out. */
const COMMAND = "sitegen:lottie";
const STATE = "sitegen:lottie-state";

/**
 * Lets only the animation of the slide in front play, also where the next one peeks in. Who pauses one wants peace,
 * so the others stay still as well.
 */
export function useOneAtATime(root: RefObject<HTMLElement | null>, index: number) {
  const [playing, setPlaying] = useState(true);

  useEffect(() => {
    if (prefersReducedMotion()) setPlaying(false);
  }, []);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const slides = [...element.querySelectorAll(".slider__slide")];
    const isOn = (slide: Element | null | undefined) => playing && slide === slides[index];
    for (const slide of slides) tell(slide.querySelector("[data-lottie]"), isOn(slide) ? "play" : "pause");
    // A player that is loaded later begins by itself; what should rest is stopped as soon as it says so.
    const onState = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.dataset.lottieState !== "playing") return;
      if (!isOn(target.closest(".slider__slide"))) tell(target, "pause");
    };
    element.addEventListener(STATE, onState);
    return () => element.removeEventListener(STATE, onState);
  }, [root, index, playing]);

  return { playing, toggle: () => setPlaying((before) => !before) };
}

function tell(host: Element | null, command: "play" | "pause"): void {
  host?.dispatchEvent(new CustomEvent(COMMAND, { detail: { command } }));
}
