import { effects } from "virtual:sitegen/parts";
import type { Shared } from "../../site/api/payload.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import type { Effects } from "../effects.ts";

/** Pause in typing. */
const DEBOUNCE_MS = 400;

/**
 * Motion while editing: nothing is revealed or counted again, inverted backgrounds and the effects of parts restart after
 * a pause in typing, and effects whose elements are the same continue.
 */
export function createLiveEffects(): (shared: Shared) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endMotion = () => {};
  const restartParts = effects && restartOnChange(effects);
  const restartEffects = async (shared: Shared) => {
    restartParts?.(shared);
    const { startMotion } = await import("../motion/motion.ts");
    endMotion();
    endMotion = startMotion(true);
  };
  return (shared) => {
    clearTimeout(timer);
    timer = setTimeout(() => void restartEffects(shared).catch(() => undefined), DEBOUNCE_MS);
  };
}

/** Restarts the effects of parts if they have other elements, or elements with other options. */
function restartOnChange({ attributes, start }: Effects): (shared: Shared) => void {
  const elements = new WeakMap<Element, number>();
  let counted = 0;
  let present = "";
  let end = () => {};
  const keyOf = (host: Element) => {
    const number = getOrInsert(elements, host, () => counted++);
    return [number, ...attributes.map((name) => host.getAttribute(name))].join(" ");
  };
  return (shared) => {
    const hosts = document.querySelectorAll(attributes.map((name) => `[${name}]`).join());
    const now = [...hosts].map(keyOf).join("\n");
    if (now === present) return;
    end();
    end = start(shared);
    present = now;
  };
}
