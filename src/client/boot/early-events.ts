/**
 * The visitor may be faster than the boot script, so a script in the head of templates/document.html records clicks and
 * keys from the first paint on, which the boot script repeats, and whether the visitor went back.
 */
declare global {
  interface Window {
    /** Undefined once they are taken, and if the host's security policy has blocked that script. */
    early?: (Event[] & EventListenerObject) | undefined;
  }
}

/** Ends the recording and returns its events. */
export function takeEarlyEvents(): readonly Event[] {
  const { early } = window;
  if (early) early.handleEvent = () => {};
  window.early = undefined;
  return early ?? [];
}
