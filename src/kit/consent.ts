/**
 * How blocks and the consent service talk, so that neither imports the other. Blocks run in the page's tree; the
 * service is a chunk of src/client, loaded when needed.
 *
 * - The service writes what is allowed into `html[data-consent]`, categories separated by spaces ("media").
 * - After each change it dispatches `sitegen:consent` on window.
 * - A block asks for a category with `sitegen:consent-request`, detail `{category}`: the visitor pressed "always
 *   allow", so the service grants and stores it.
 * - A click on `[data-cookie-settings]` (the footer's link) or `sitegen:consent-open` opens the choice again.
 */
import { useEffect, useState } from "react";

export const CONSENT_CHANGED = "sitegen:consent";
export const CONSENT_REQUEST = "sitegen:consent-request";
export const CONSENT_OPEN = "sitegen:consent-open";

export type ConsentCategory = "media";

export function hasConsent(category: ConsentCategory): boolean {
  return (document.documentElement.dataset.consent ?? "").split(" ").includes(category);
}

export function requestConsent(category: ConsentCategory): void {
  window.dispatchEvent(new CustomEvent(CONSENT_REQUEST, { detail: { category } }));
}

/** Calls after each choice of the visitor. Returns what ends that. */
export function onConsentChange(listener: () => void): () => void {
  window.addEventListener(CONSENT_CHANGED, listener);
  return () => window.removeEventListener(CONSENT_CHANGED, listener);
}

/** False until the browser knows better, so the server's markup never holds what needs consent. */
export function useConsent(category: ConsentCategory): boolean {
  const [allowed, setAllowed] = useState(false);
  useEffect(() => {
    const read = () => setAllowed(hasConsent(category));
    read();
    return onConsentChange(read);
  }, [category]);
  return allowed;
}
