/**
 * The visitor may be faster than the scripts, so one in the head of templates/document.html records clicks, keys and
 * whether the visitor went back, from the first paint on until the app runs. The boot script repeats what was before it.
 */
declare global {
  interface Window {
    /** Undefined once they are taken, and if the host's security policy has blocked that script. */
    early?: (Event[] & EventListenerObject) | undefined;
  }
}

/** The events until now. */
export function earlyEvents(): readonly Event[] {
  return [...(window.early ?? [])];
}

/** Ends the recording and returns its events. */
export function takeEarlyEvents(): readonly Event[] {
  const { early } = window;
  if (early) early.handleEvent = () => {};
  window.early = undefined;
  return early ?? [];
}
