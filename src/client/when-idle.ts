/** Calls once the browser is idle, after `timeout` ms at the latest. Safari has no requestIdleCallback. */
export function whenIdle(run: () => void, timeout: number): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout });
  else setTimeout(run, timeout / 10);
}
