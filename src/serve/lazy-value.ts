/** A value that is created on first use and can be dropped. */
export interface LazyValue<T> {
  get(): Promise<T>;
  /** The value if it exists already, or null. */
  peek(): Promise<T | null>;
  drop(): void;
}

/** Creates the value on first use. A failure is not cached: the next request tries again. */
export function createLazyValue<T>(make: () => Promise<T>, close?: (held: T) => void): LazyValue<T> {
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
      if (close) current?.then(close).catch(() => undefined);
      current = null;
    },
  };
}
