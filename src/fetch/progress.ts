import type { Lang } from "../content/model.ts";

export interface Progress {
  done: number;
  expected: number;
  secondsLeft: number;
}

export interface ProgressMeter {
  /** Call after each request. */
  tick(): void;
  /** The number of stories in a language, once the service has returned it. */
  expectStories(lang: Lang, stories: number): void;
  expectMore(requests: number): void;
}

export interface ProgressOptions {
  retried: () => number;
  perPage: number;
  requestsPerSecond: number;
  report: ((progress: Progress) => void) | undefined;
}

/** The numbers of a progress line: requests done, requests expected as far as known, and an estimate of the time. */
export function createProgressMeter({ retried, perPage, requestsPerSecond, report }: ProgressOptions): ProgressMeter {
  const started = performance.now();
  const pages = new Map<Lang, number>();
  let others = 1;
  let done = 0;
  return {
    tick() {
      done += 1;
      const expected = Math.max(done, others + sum(pages.values()) + retried());
      const elapsed = (performance.now() - started) / 1000;
      const pace = Math.min(requestsPerSecond, done / Math.max(elapsed, 0.001));
      const secondsLeft = Math.ceil((expected - done) / Math.max(pace, 0.1));
      report?.({ done, expected, secondsLeft });
    },
    expectStories(lang, stories) {
      pages.set(lang, Math.ceil(stories / perPage));
    },
    expectMore(requests) {
      others += requests;
    },
  };
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
