/**
 * The visitor may be faster than the boot script, so a script in the head of templates/document.html records events from
 * the first paint on: clicks, of which the boot script repeats those before it, and changes of fields until hydration.
 */
declare global {
  interface Window {
    /** Undefined after hydration, and if the host's security policy has blocked that script. */
    early?: (Event[] & EventListenerObject) | undefined;
  }
}

/** What was recorded until now. */
export function earlyEvents(): readonly Event[] {
  return window.early ?? [];
}

/** Ends that recording. */
export function endEarlyEvents(): void {
  const { early } = window;
  if (early) for (const type of ["click", "input"]) removeEventListener(type, early, true);
  window.early = undefined;
}
