import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE_ROOT } from "../package-root.ts";
import * as loadedFirst from "../preview/rendering.ts";

export type RenderingCode = typeof loadedFirst;

export interface FreshCode {
  load(): Promise<RenderingCode>;
  /** From now on the code that the last build ran. */
  renew(): void;
}

/**
 * The code that renders pages, of which a running server may need a newer version: a build in another process has
 * bundled it to dist/ by then, and the query makes Node read it again.
 */
export function createFreshCode(): FreshCode {
  let generation = 0;
  const bundled = pathToFileURL(join(PACKAGE_ROOT, "dist", "rendering.mjs"));
  return {
    load: async () => (generation === 0 ? loadedFirst : import(`${bundled.href}?${generation}`)),
    renew() {
      generation += 1;
    },
  };
}

export interface Slot<T> {
  get(): Promise<T>;
  /** What is there already, or null. */
  peek(): Promise<T | null>;
  drop(): void;
}

/** Holds something that is made when it is first asked for. A failure is not kept: the next request tries again. */
export function createSlot<T>(make: () => Promise<T>, close: (held: T) => void): Slot<T> {
  let current: Promise<T> | null = null;
  return {
    get() {
      if (current) return current;
      const making = make();
      current = making;
      making.catch(() => {
        if (current === making) current = null;
      });
      return making;
    },
    peek: async () => current?.catch(() => null) ?? null,
    drop() {
      void current?.then(close).catch(() => undefined);
      current = null;
    },
  };
}
