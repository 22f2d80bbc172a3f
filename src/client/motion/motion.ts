import { gsap } from "gsap";
import { ScrollTrigger } from "gsap/ScrollTrigger";
import { countUp } from "./count-up.ts";
import { isInverted } from "./invert.ts";
import { reveal } from "./reveal.ts";

/** Late images and fonts move what was measured (specification §9). */
const REFRESH_AFTER = [1000, 3500];
const INVERTED = "is-inverted";

export interface MotionOptions {
  reduced: boolean;
}

let position = 0;

/**
 * A refresh measures at the top of the page and goes back to the position that it has in mind, which may be an older
 * one: after a scroll of a single step the page would jump.
 */
function notePosition(): void {
  position = window.scrollY;
}

function takePosition(): void {
  if (window.scrollY !== position) window.scrollTo({ top: position, behavior: "instant" });
}

/** Starts the page's scroll-driven effects; the returned function takes every trace of them away. */
export function startMotion({ reduced }: MotionOptions): () => void {
  gsap.registerPlugin(ScrollTrigger);
  ScrollTrigger.config({ ignoreMobileResize: true });
  ScrollTrigger.addEventListener("refreshInit", notePosition);
  ScrollTrigger.addEventListener("refresh", takePosition);
  const context = gsap.context(() => {
    invertBody(all("[data-invert-trigger]"));
    if (reduced) return undefined;
    for (const element of all("[data-count-up]")) if (!isPast(element)) countUp(element);
    // The context runs what it gets back when it is reverted.
    return reveal(all("[data-reveal]"));
  });
  const timers = REFRESH_AFTER.map((delay) => setTimeout(() => ScrollTrigger.refresh(), delay));
  return () => {
    for (const timer of timers) clearTimeout(timer);
    context.revert();
    document.body.classList.remove(INVERTED);
  };
}

/** One look at all triggers, whichever of them changed. */
function invertBody(sections: HTMLElement[]): void {
  const triggers: ScrollTrigger[] = [];
  const update = () => {
    document.body.classList.toggle(INVERTED, isInverted(window.scrollY, triggers));
  };
  for (const trigger of sections) {
    triggers.push(
      ScrollTrigger.create({
        trigger,
        start: "top top",
        end: "bottom top",
        onUpdate: update,
        onToggle: update,
        onRefresh: update,
      }),
    );
  }
}

/** Scrolled out above: it would count unseen. */
function isPast(element: HTMLElement): boolean {
  return element.getBoundingClientRect().bottom < 0;
}

function all(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}
