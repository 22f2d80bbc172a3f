export type Phase = "fetch" | "bundle" | "render" | "write";

/** Wall time of each phase in whole milliseconds. */
export interface Stopwatch {
  time<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  read(): Record<Phase | "total", number>;
}

export function createStopwatch(): Stopwatch {
  const started = performance.now();
  const spent: Record<Phase, number> = { fetch: 0, bundle: 0, render: 0, write: 0 };
  return {
    async time<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
      const begin = performance.now();
      try {
        return await work();
      } finally {
        spent[phase] += performance.now() - begin;
      }
    },
    read(): Record<Phase | "total", number> {
      const round = Math.round;
      return {
        fetch: round(spent.fetch),
        bundle: round(spent.bundle),
        render: round(spent.render),
        write: round(spent.write),
        total: round(performance.now() - started),
      };
    },
  };
}
