import pLimit from "p-limit";

/**
 * Does work for each item, some at a time. After a failure nothing further is started; it is thrown once what was running
 * has ended.
 */
export async function eachLimited<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const one = async (item: T) => {
    try {
      await work(item);
    } catch (error) {
      limit.clearQueue();
      throw error;
    }
  };
  const results = await Promise.allSettled(items.map((item) => limit(one, item)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
