import { gsap } from "gsap";
import { countStart } from "./count-start.ts";

/** Specification §9: 2 s, from 90 % of the viewport. */
const SECONDS = 2;
const COUNT_START = "top 90%";

/**
 * Counts a figure up to its number once its top reaches 90 % of the viewport. The element is hidden from assistive
 * technology, which reads the final number beside it. It ends with exactly the text of the page.
 */
export function countUp(element: HTMLElement): void {
  const text = element.firstChild;
  const number = Number(element.dataset.countUp);
  if (!(text instanceof Text) || !Number.isFinite(number)) return;
  const finished = text.data;
  const digits = Number(element.dataset.decimals ?? 0) || 0;
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const figure = { value: countStart(number, digits) };
  // Not `data`: a text that a translator has replaced returns to its place (src/client/page/moved-nodes.ts).
  const letGo = () => {
    text.nodeValue = finished;
    element.style.removeProperty("min-width");
  };
  gsap.to(figure, {
    value: number,
    duration: SECONDS,
    ease: "power1.out",
    scrollTrigger: { trigger: element, start: COUNT_START, once: true },
    onStart: () => {
      element.style.minWidth = `${element.getBoundingClientRect().width}px`;
    },
    onUpdate: () => {
      text.nodeValue = format.format(figure.value);
    },
    onComplete: letGo,
    // After a navigation the number must not stay half way.
    onInterrupt: letGo,
  });
}
