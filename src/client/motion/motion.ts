import { gsap } from "gsap";
import { ScrollTrigger } from "gsap/ScrollTrigger";
import { whenIdle } from "../when-idle.ts";
import { countUp } from "./count-up.ts";
import { isInverted } from "./invert.ts";
import { reveal } from "./reveal.ts";

/** Late images and fonts shift measured positions (specification §9). */
const REFRESH_AFTER = [1000, 3500];
/** Elements prepared for their entrance per step. */
const AT_ONCE = 4;
/** Longest wait of a step for an idle browser, in milliseconds. */
const MAX_WAIT_MS = 200;
const INVERTED = "is-inverted";

let position = 0;

/**
 * A refresh measures at the top of the page and returns to the position it remembers, which may be outdated: after a
 * scroll in a single step the page would jump.
 */
function notePosition(): void {
  position = window.scrollY;
}

function takePosition(): void {
  if (window.scrollY !== position) window.scrollTo({ top: position, behavior: "instant" });
}

/** Starts the page's scroll effects; the returned function removes them completely. */
export function startMotion(reduced: boolean): () => void {
  gsap.registerPlugin(ScrollTrigger);
  ScrollTrigger.config({ ignoreMobileResize: true });
  ScrollTrigger.addEventListener("refreshInit", notePosition);
  ScrollTrigger.addEventListener("refresh", takePosition);
  const context = gsap.context(() => invertBody(all("[data-invert-trigger]")));
  let isOver = false;
  const steps = reduced ? [] : scrollSteps();
  const next = () => {
    const step = isOver ? undefined : steps.shift();
    if (!step) return;
    context.add(step);
    whenIdle(next, MAX_WAIT_MS);
  };
  next();
  const timers = REFRESH_AFTER.map((delay) => setTimeout(() => ScrollTrigger.refresh(), delay));
  return () => {
    for (const timer of timers) clearTimeout(timer);
    isOver = true;
    context.revert();
    document.body.classList.remove(INVERTED);
  };
}

/**
 * The effects of each part of the page, as steps: together they take a quarter of a second on a slow phone, which can
 * handle input between two steps. A function returned by a step ends it.
 */
function scrollSteps(): (() => unknown)[] {
  const revealed = all("[data-reveal]");
  const groups = revealed.flatMap((_, at) => (at % AT_ONCE === 0 ? [revealed.slice(at, at + AT_ONCE)] : []));
  return [
    ...all("[data-count-up]").map((element) => () => {
      if (!isPast(element)) countUp(element);
    }),
    ...groups.map((group) => () => reveal(group)),
  ];
}

/** Checks all triggers whenever one of them changes. */
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

/** True if scrolled past: the counting would not be seen. */
function isPast(element: HTMLElement): boolean {
  return element.getBoundingClientRect().bottom < 0;
}

function all(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}
