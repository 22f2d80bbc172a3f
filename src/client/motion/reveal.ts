import { gsap } from "gsap";
import { ScrollTrigger } from "gsap/ScrollTrigger";

const START = "top 90%";
/** Two windows below: where browsers begin to load pictures. */
const NEAR = "top 300%";

/**
 * Start values of each effect; all end at the page's own styles. Text rises, rows are wiped from the left, pictures are
 * uncovered, and elements on dark ground fade in.
 */
const GESTURES: Readonly<Record<string, gsap.TweenVars>> = {
  rise: { opacity: 0, y: 28 },
  sweep: { clipPath: "inset(0% 100% 0% 0%)" },
  uncover: { clipPath: "inset(0% 0% 100% 0%)" },
  light: { opacity: 0, filter: "brightness(0.3)" },
};
const ENDS: Readonly<Record<string, gsap.TweenVars>> = {
  rise: { opacity: 1, y: 0 },
  sweep: { clipPath: "inset(0% 0% 0% 0%)" },
  uncover: { clipPath: "inset(0% 0% 0% 0%)" },
  light: { opacity: 1, filter: "brightness(1)" },
};
const TRACES = "opacity,transform,clipPath,filter";

/**
 * Reveals elements below the viewport when they come into view; those already visible are left alone. The returned
 * function ends it.
 */
export function reveal(elements: readonly HTMLElement[]): () => void {
  const below = elements.filter((element) => element.getBoundingClientRect().top > window.innerHeight);
  if (below.length === 0) return () => undefined;
  for (const element of below) gsap.set(element, GESTURES[gestureOf(element)] ?? {});
  ScrollTrigger.batch(below, { start: START, once: true, onEnter: enter });
  ScrollTrigger.batch(below, { start: NEAR, once: true, onEnter: loadPictures });
  // Elements not yet revealed must be printed too.
  const showAll = () => gsap.set(below, { clearProps: TRACES });
  window.addEventListener("beforeprint", showAll);
  return () => window.removeEventListener("beforeprint", showAll);
}

/** What is clipped away is never near for a browser that loads pictures late, so it is told. */
function loadPictures(near: Element[]): void {
  for (const picture of near.flatMap((element) => [...element.querySelectorAll("img")])) picture.loading = "eager";
}

function enter(arrived: Element[]): void {
  arrived.forEach((element, index) => {
    gsap.to(element, {
      ...ENDS[gestureOf(element)],
      duration: 0.6,
      delay: index * 0.08,
      ease: "power2.out",
      clearProps: TRACES,
    });
  });
}

function gestureOf(element: Element): string {
  const name = element.getAttribute("data-reveal") ?? "";
  return Object.hasOwn(GESTURES, name) ? name : "rise";
}
