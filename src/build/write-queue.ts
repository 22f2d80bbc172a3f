/** Lets a few writes overlap, since each mostly waits for the disk, and holds the producer back when they pile up. */
export interface WriteQueue {
  /** Starts a write; resolves once there is room for the next one. */
  push(write: () => Promise<unknown>): Promise<void>;
  /** Resolves when every write has ended; rejects with the first failure. */
  drain(): Promise<void>;
}

export function createWriteQueue(limit: number): WriteQueue {
  const running = new Set<Promise<void>>();
  let failure: { cause: unknown } | undefined;
  const check = () => {
    if (failure) throw failure.cause;
  };
  return {
    async push(write) {
      check();
      const done: Promise<void> = write()
        .then(
          () => undefined,
          (cause: unknown) => {
            failure ??= { cause };
          },
        )
        .finally(() => running.delete(done));
      running.add(done);
      if (running.size >= limit) await Promise.race(running);
    },
    async drain() {
      await Promise.all(running);
      check();
    },
  };
}
