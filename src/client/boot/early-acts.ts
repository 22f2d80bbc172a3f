/**
 * Clicks and sent forms before hydration. What works natively (links, details, popovers, forms with an address) is left
 * alone; what only React can handle is recorded and repeated after hydration, so that the click that starts hydration is
 * not lost.
 */
export const REACT_CLICKS = "button:not([type=submit], [popovertarget], [commandfor]), [role=button]";
export const REACT_FORMS = "form:not([action], [method=dialog])";
export const APP_CLICKS = "[data-cookie-settings]";

/**
 * Starts recording events on elements that match the selector; `before` are those until now. The returned function
 * stops recording and returns one that repeats them.
 */
export function recordEarlyActs(type: "click" | "submit", selector: string, before: readonly Event[] = []) {
  const kept: (() => void)[] = [];
  const onEvent = (event: Event & { button?: number; submitter?: HTMLElement | null }) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (!control || event.type !== type || event.button) return;
    event.preventDefault();
    kept.push(() =>
      control instanceof HTMLFormElement
        ? control.requestSubmit(event.submitter)
        : control.isConnected && control.click(),
    );
  };
  before.forEach(onEvent);
  document.addEventListener(type, onEvent, true);
  return () => {
    document.removeEventListener(type, onEvent, true);
    return () => {
      for (const repeat of kept.splice(0)) repeat();
    };
  };
}
