/** A value that is created on first use and can be dropped. A failure is not cached: the next request tries again. */
export function createLazyValue<T>(make: () => Promise<T>, close?: (held: T) => void) {
  let current: Promise<T> | null = null;
  return {
    get(): Promise<T> {
      if (current) return current;
      const making = make();
      current = making;
      making.catch(() => {
        if (current === making) current = null;
      });
      return making;
    },
    /** The value if it exists already, or null. */
    peek: async (): Promise<T | null> => current?.catch(() => null) ?? null,
    drop(): void {
      if (close) current?.then(close).catch(() => undefined);
      current = null;
    },
  };
}
