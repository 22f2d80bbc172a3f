/**
 * Clicks before hydration. What works natively (links, details, popovers, forms) is left alone; clicks that only React
 * can handle are recorded and repeated after hydration, so that the click that starts hydration is not lost.
 */
export const NEEDS_REACT = "button:not([type=submit], [popovertarget]), [role=button]";
export const NEEDS_APP = "[data-cookie-settings]";

/**
 * Starts recording clicks on elements that match the selector. The returned function stops recording and returns one
 * that repeats the clicks.
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
