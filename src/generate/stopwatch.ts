import { readFileSync } from "node:fs";

/** Wall time of steps. Parallel steps overlap. */
export interface StepTimes<Step extends string = string> {
  time<T>(step: Step, work: () => T | Promise<T>): Promise<T>;
  /** Milliseconds, in the order in which the steps ended. */
  readonly spent: Map<Step, number>;
}

export function createStepTimes<Step extends string = string>(): StepTimes<Step> {
  const spent = new Map<Step, number>();
  return {
    spent,
    async time(step, work) {
      const began = performance.now();
      try {
        return await work();
      } finally {
        spent.set(step, (spent.get(step) ?? 0) + performance.now() - began);
      }
    },
  };
}

type Phase = "fetch" | "bundle" | "render" | "write";

/** Wall time of each phase of a build. */
export interface Stopwatch extends Pick<StepTimes<Phase>, "time"> {
  /** Whole milliseconds. */
  read(): Record<Phase | "total", number>;
}

export function createStopwatch(): Stopwatch {
  const started = performance.now();
  const { time, spent } = createStepTimes<Phase>();
  const of = (phase: Phase) => Math.round(spent.get(phase) ?? 0);
  return {
    time,
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
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (found) return Math.round(Number(found[1]) / 1024);
  } catch {
    // Not on Linux.
  }
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
