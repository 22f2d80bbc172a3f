import { readOrNull } from "../files/read-or-null.ts";

type Phase = "fetch" | "bundle" | "render" | "write";

export type Stopwatch = ReturnType<typeof createStopwatch>;

/** Wall time of each phase of a build. Parallel phases overlap. */
export function createStopwatch() {
  const started = performance.now();
  const spent = { fetch: 0, bundle: 0, render: 0, write: 0 };
  const of = (phase: Phase) => Math.round(spent[phase]);
  return {
    async time<T>(phase: Phase, work: () => T | Promise<T>): Promise<T> {
      const began = performance.now();
      try {
        return await work();
      } finally {
        spent[phase] += performance.now() - began;
      }
    },
    /** Whole milliseconds. */
    read: () => ({
      ...{ fetch: of("fetch"), bundle: of("bundle"), render: of("render"), write: of("write") },
      total: Math.round(performance.now() - started),
    }),
  };
}

/**
 * Peak memory of this process in MB. On Linux, `maxRSS` of a child process includes its parent's memory, so /proc is
 * read first.
 */
export function peakRssMb(): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(`${readOrNull("/proc/self/status")}`);
  return Math.round((found ? Number(found[1]) : process.resourceUsage().maxRSS) / 1024);
}
