/** How long the steps of one version took, for `--verbose`. Parallel steps overlap. */
export interface StepTimes {
  time<T>(step: string, work: () => T | Promise<T>): Promise<T>;
  /** `code for Node 61, its start 12`: whole milliseconds, in the order in which the steps ended; resets the list. */
  take(): string;
}

export function createStepTimes(): StepTimes {
  let spent = new Map<string, number>();
  return {
    async time(step, work) {
      const began = performance.now();
      try {
        return await work();
      } finally {
        spent.set(step, (spent.get(step) ?? 0) + performance.now() - began);
      }
    },
    take() {
      const text = [...spent].map(([step, ms]) => `${step} ${Math.round(ms)}`).join(", ");
      spent = new Map();
      return text;
    },
  };
}
