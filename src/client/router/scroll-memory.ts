import type { Store } from "../page/storage.ts";
import { SCROLL_KEY } from "../storage-keys.ts";

export type Position = [left: number, top: number];

const MAX_POSITIONS = 50;

/** Scroll positions of history entries, by the key in each entry's state; they survive a full load in this tab. */
export interface ScrollMemory {
  /** Stores the current entry's scroll position, unless its page is still loading. */
  keep(): void;
  /** Key of the current entry, created if missing. */
  adopt(): string;
  /** The same for an entry whose page is not shown yet; until `adopt`, the window shows another page. */
  approach(): string;
  of(key: string): Position | undefined;
  /** State of a new entry. */
  nextState(): { key: string };
}

export function createScrollMemory(store: Store): ScrollMemory {
  const positions = new Map(Object.entries((store.read(SCROLL_KEY) ?? {}) as Record<string, Position>));
  let current = "";
  let shown = true;
  const enter = () => {
    const state = history.state as { key?: string } | null;
    current = state?.key ?? newKey();
    if (!state?.key) history.replaceState({ ...state, key: current }, "");
    return current;
  };
  const memory: ScrollMemory = {
    keep() {
      if (!shown) return;
      positions.delete(current);
      positions.set(current, [window.scrollX, window.scrollY]);
    },
    adopt() {
      shown = true;
      return enter();
    },
    approach() {
      shown = false;
      return enter();
    },
    of: (key) => positions.get(key),
    nextState: () => ({ key: newKey() }),
  };
  memory.adopt();
  const keep = () => {
    memory.keep();
    store.write(SCROLL_KEY, Object.fromEntries([...positions].slice(-MAX_POSITIONS)));
    return shown;
  };
  takeRestorationOver(keep, () => shown && scrollToPosition(positions.get(current)));
  return memory;
}

/** At once, whatever a stylesheet says. */
export function scrollToPosition([left, top]: Position = [0, 0]): void {
  window.scrollTo({ left, top, behavior: "instant" });
}

/**
 * The app scrolls while it runs; after that, for example on reload, the browser does. If the page was left before it
 * was shown, the browser only knows another page's position: the boot script restores the right one. It does so too
 * where nothing was said when the page ended: phones end one in the background, and Firefox stores nothing any more
 * when another site follows. Safari shows a page from its cache from the top.
 */
function takeRestorationOver(keep: () => boolean, restore: () => unknown): void {
  history.scrollRestoration = "manual";
  window.addEventListener("scrollend", keep);
  window.addEventListener("pagehide", () => {
    if (keep()) history.scrollRestoration = "auto";
  });
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    history.scrollRestoration = "manual";
    restore();
  });
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
