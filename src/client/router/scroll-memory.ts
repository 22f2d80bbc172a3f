import type { Store } from "../page/storage.ts";
import { SCROLL_KEY } from "../storage-keys.ts";

export type Position = [left: number, top: number];

const MAX_POSITIONS = 50;

/** Scroll positions of history entries, by the key in each entry's state; they outlive a full load in this tab. */
export interface ScrollMemory {
  /** Remembers where the current entry is scrolled to; nothing while its page is still on the way. */
  keep(): void;
  /** Key of the current entry; gives it one when it has none. */
  adopt(): string;
  /** The same for an entry whose page is not shown yet: until `adopt`, the window shows another page. */
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
 * The app scrolls while it runs; what comes after it, a reload say, is the browser's again. Where the page was left
 * before it was shown, the browser only knows the position of another page: the boot script restores the right one.
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
