import { type RefObject, useEffect, useState } from "react";
import { prefersReducedMotion } from "../../kit/reduced-motion.ts";

/** Events between a block and the animation runtime (src/parts/lottie): commands to it, states from it. */
const COMMAND = "sitegen:lottie";
const STATE = "sitegen:lottie-state";

/**
 * Plays only the active slide's animation, even if the next one is partly visible. If the visitor pauses one, the
 * others stay paused.
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
    // A player that loads later starts by itself; inactive ones are stopped as soon as they report it.
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
