import type { Lang } from "../site/api/model.ts";

export interface Progress {
  done: number;
  expected: number;
  secondsLeft: number;
}

export type ProgressMeter = ReturnType<typeof createProgressMeter>;

/** The numbers of a progress line: requests done, requests expected as far as known, and an estimate of the time. */
export function createProgressMeter(options: {
  retried: () => number;
  perPage: number;
  requestsPerSecond: number;
  report: ((progress: Progress) => void) | undefined;
}) {
  const { retried, perPage, requestsPerSecond, report } = options;
  const started = performance.now();
  const pages = new Map<Lang, number>();
  let others = 1;
  let done = 0;
  return {
    /** Call after each request. */
    tick() {
      done += 1;
      const stories = [...pages.values()].reduce((total, number) => total + number, 0);
      const expected = Math.max(done, others + stories + retried());
      const elapsed = (performance.now() - started) / 1000;
      const pace = Math.min(requestsPerSecond, done / Math.max(elapsed, 0.001));
      const secondsLeft = Math.ceil((expected - done) / Math.max(pace, 0.1));
      report?.({ done, expected, secondsLeft });
    },
    /** The number of stories in a language, once the service has returned it. */
    expectStories(lang: Lang, stories: number) {
      pages.set(lang, Math.ceil(stories / perPage));
    },
    expectMore(requests: number) {
      others += requests;
    },
  };
}
