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
  of(key: string): Position | null;
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
    of: (key) => positions.get(key) ?? null,
    nextState: () => ({ key: newKey() }),
  };
  memory.adopt();
  takeRestorationOver(() => {
    memory.keep();
    store.write(SCROLL_KEY, Object.fromEntries([...positions].slice(-MAX_POSITIONS)));
    return shown;
  });
  return memory;
}

/**
 * The app scrolls while it runs; after that, for example on reload, the browser does. If the page was left before it
 * was shown, the browser only knows another page's position: the boot script restores the right one.
 */
function takeRestorationOver(onLeave: () => boolean): void {
  history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    if (onLeave()) history.scrollRestoration = "auto";
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) history.scrollRestoration = "manual";
  });
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
