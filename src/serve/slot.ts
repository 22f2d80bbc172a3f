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
