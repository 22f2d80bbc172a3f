import { readFileSync } from "node:fs";

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
      const all = Object.entries({ ...spent, total: performance.now() - started });
      return Object.fromEntries(all.map(([phase, ms]) => [phase, Math.round(ms)])) as Record<Phase | "total", number>;
    },
  };
}

/**
 * Peak memory of this process in MB. On Linux, `maxRSS` of a child process includes its parent's memory, so /proc is
 * read first.
 */
export function peakRssMb(): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (found) return Math.round(Number(found[1]) / 1024);
  } catch {
    // Not on Linux.
  }
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
