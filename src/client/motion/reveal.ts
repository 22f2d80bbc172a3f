import { gsap } from "gsap";
import { ScrollTrigger } from "gsap/ScrollTrigger";

const RISE = 28;
const START = "top 90%";

/**
 * Fades what is still below the viewport up when it arrives; what the visitor already sees is left alone. The
 * returned function ends it.
 */
export function reveal(elements: readonly HTMLElement[]): () => void {
  const below = elements.filter((element) => element.getBoundingClientRect().top > window.innerHeight);
  if (below.length === 0) return () => undefined;
  gsap.set(below, { opacity: 0, y: RISE });
  ScrollTrigger.batch(below, { start: START, once: true, onEnter: enter });
  // What still waits for its entrance must be on paper too.
  const showAll = () => gsap.set(below, { clearProps: "opacity,transform" });
  window.addEventListener("beforeprint", showAll);
  return () => window.removeEventListener("beforeprint", showAll);
}

function enter(arrived: Element[]): void {
  gsap.to(arrived, {
    opacity: 1,
    y: 0,
    duration: 0.6,
    ease: "power2.out",
    stagger: 0.08,
    clearProps: "opacity,transform",
  });
}
