import type { Shared } from "../../content/payload.ts";
import { loadLotties } from "../lottie/load-lottie.ts";

/** Pause in typing. */
const DEBOUNCE_MS = 400;
const LOTTIES = "[data-lottie]";

/**
 * Motion while editing: nothing is revealed or counted again, inverted backgrounds and animations restart after a pause
 * in typing, and unchanged animations continue.
 */
export function createLiveEffects(): (shared: Shared) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endMotion = () => {};
  let endLotties = () => {};
  let hosts = "";
  const elements = new WeakMap<Element, number>();
  let counted = 0;
  const keyOf = (host: HTMLElement) => {
    const number = elements.get(host) ?? counted++;
    elements.set(host, number);
    return `${number} ${host.dataset.lottie}`;
  };
  const restartEffects = async (shared: Shared) => {
    const present = [...document.querySelectorAll<HTMLElement>(LOTTIES)].map(keyOf).join("\n");
    if (present !== hosts) {
      endLotties();
      endLotties = loadLotties(shared);
      hosts = present;
    }
    const { startMotion } = await import("../motion/motion.ts");
    endMotion();
    endMotion = startMotion({ reduced: true });
  };
  return (shared) => {
    clearTimeout(timer);
    timer = setTimeout(() => void restartEffects(shared).catch(() => undefined), DEBOUNCE_MS);
  };
}
