/**
 * Clicks that come before React listens. What works natively (links, details, popovers, forms) is left alone; what
 * only React can answer is kept and clicked again after hydration, so the click that wakes the page is never lost.
 */
export const NEEDS_REACT = "button:not([type=submit], [popovertarget]), [role=button]";
export const NEEDS_APP = "[data-cookie-settings]";

/**
 * Starts keeping clicks on what the selector names. The returned function ends that and gives one that clicks again.
 */
export function recordEarlyClicks(selector: string): () => () => void {
  const kept: HTMLElement[] = [];
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
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
