import type { Store } from "../page/storage.ts";
import { SCROLL_KEY } from "../storage-keys.ts";

export type Position = [left: number, top: number];

const MOST = 50;

/** Scroll positions of history entries, by the key in each entry's state; they outlive a full load in this tab. */
export interface ScrollMemory {
  /** Remembers where the current entry stands. */
  keep(): void;
  /** Key of the current entry; gives it one when it has none. */
  adopt(): string;
  of(key: string): Position | null;
  /** State of a new entry. */
  nextState(): { key: string };
}

export function createScrollMemory(store: Store): ScrollMemory {
  const positions = new Map(Object.entries((store.read(SCROLL_KEY) ?? {}) as Record<string, Position>));
  let current = "";
  const memory: ScrollMemory = {
    keep() {
      positions.delete(current);
      positions.set(current, [window.scrollX, window.scrollY]);
    },
    adopt() {
      const state = history.state as { key?: string } | null;
      current = state?.key ?? newKey();
      if (!state?.key) history.replaceState({ ...state, key: current }, "");
      return current;
    },
    of: (key) => positions.get(key) ?? null,
    nextState: () => ({ key: newKey() }),
  };
  memory.adopt();
  takeRestorationOver(() => {
    memory.keep();
    store.write(SCROLL_KEY, Object.fromEntries([...positions].slice(-MOST)));
  });
  return memory;
}

/** The app scrolls while it runs; what comes after it, a reload say, is the browser's again. */
function takeRestorationOver(onLeave: () => void): void {
  history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    onLeave();
    history.scrollRestoration = "auto";
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) history.scrollRestoration = "manual";
  });
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
