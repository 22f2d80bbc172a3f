interface Opened<T> {
  value: Promise<T>;
  users: number;
  isDropped?: boolean;
}

/** At most this many releases stay open: each holds a copy of the space. */
const MOST = 3;

/** What is opened for a release of the space when it is first asked for, and for the space without one (""). */
export function createPerRelease<T extends { close(): void }>(open: (release: string) => Promise<T>) {
  const opened = new Map<string, Opened<T>>();
  const closeUnused = ({ value, users, isDropped }: Opened<T>) => {
    if (isDropped && users === 0) value.then((one) => one.close()).catch(() => undefined);
  };
  const drop = (release: string, one: Opened<T>) => {
    if (opened.get(release) === one) opened.delete(release);
    one.isDropped = true;
    closeUnused(one);
  };
  const dropOldest = () => {
    const releases = [...opened].filter(([release]) => release !== "");
    const idle = releases.find(([, one]) => one.users === 0);
    if (idle && releases.length > MOST) drop(...idle);
  };
  return {
    /** What `work` gets stays open until it has ended. */
    async use<R>(release: string, work: (opened: T) => Promise<R>): Promise<R> {
      const one: Opened<T> = opened.get(release) ?? { value: open(release), users: 0 };
      // The one used last is at the end.
      opened.delete(release);
      opened.set(release, one);
      one.users += 1;
      try {
        return await work(await one.value);
      } catch (error) {
        // It may have been merged, so the next request looks again.
        if (release !== "" || (await isRejected(one.value))) drop(release, one);
        throw error;
      } finally {
        one.users -= 1;
        closeUnused(one);
        dropOldest();
      }
    },
    /** All that are open. */
    async all(): Promise<T[]> {
      const settled = await Promise.allSettled([...opened.values()].map(({ value }) => value));
      return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    },
    close() {
      for (const entry of opened) drop(...entry);
    },
  };
}

function isRejected(value: Promise<unknown>): Promise<boolean> {
  return value.then(
    () => false,
    () => true,
  );
}
