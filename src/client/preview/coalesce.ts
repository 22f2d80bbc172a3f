/** Longest wait for a frame: hidden pages get none. */
const MAX_WAIT_MS = 100;

/** Runs for the latest value only, at most once per frame and never concurrently. */
export function coalesce<T>(run: (value: T) => Promise<void>): (value: T) => void {
  let waiting: { value: T } | null = null;
  let running = false;
  const drain = async () => {
    running = true;
    while (waiting) {
      await nextFrame();
      const { value } = waiting;
      waiting = null;
      await run(value);
    }
    running = false;
  };
  return (value) => {
    waiting = { value };
    if (!running) void drain();
  };
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
