/**
 * Clicks that come before React listens. What works natively (links, details, popovers, forms) is left alone; what
 * only React can answer is kept and clicked again after hydration, so the click that wakes the page is never lost.
 */
const NEEDS_REACT = "button:not([type=submit], [popovertarget]), [role=button], [data-cookie-settings]";

/** Starts keeping. The returned function ends that and gives one that clicks what was kept. */
export function keepEarlyClicks(): () => () => void {
  const kept: HTMLElement[] = [];
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(NEEDS_REACT) : null;
    if (!control || event.button !== 0) return;
    event.preventDefault();
    kept.push(control);
  };
  document.addEventListener("click", onClick, true);
  return () => {
    document.removeEventListener("click", onClick, true);
    return () => {
      for (const control of kept) if (control.isConnected) control.click();
    };
  };
}
