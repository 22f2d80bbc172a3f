/**
 * The visitor may be faster than the boot script, so a script in the head of templates/document.html records clicks and
 * keys from the first paint on, which the boot script repeats, and the address of which this is the document.
 */
declare global {
  interface Window {
    /** Undefined once they are taken, and if the host's security policy has blocked that script. */
    early?: (EarlyEvents & EventListenerObject) | undefined;
  }
}

/** `path`: that of the document's address; Back may have changed the page's since. */
type EarlyEvents = Event[] & { path?: string };

/** Ends the recording and returns its events. */
export function takeEarlyEvents(): EarlyEvents {
  const { early } = window;
  if (early) for (const type of ["click", "keydown"]) removeEventListener(type, early, true);
  window.early = undefined;
  return early ?? [];
}
