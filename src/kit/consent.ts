/**
 * The interface between blocks and the consent service, so that neither imports the other. Blocks are part of the page;
 * the service is a separate script of src/client, loaded on demand. Categories come from the site's definition.
 *
 * - The service writes the granted categories into `html[data-consent]`, separated by spaces.
 * - After each change it dispatches `sitegen:consent` on window.
 * - A block requests a category with `sitegen:consent-request`, detail `{category}`, when the visitor presses "always
 *   allow"; the service grants and stores it.
 * - A click on `[data-cookie-settings]` (the footer's link) or `sitegen:consent-open` opens the choice.
 */

export const CONSENT_CHANGED = "sitegen:consent";
export const CONSENT_REQUEST = "sitegen:consent-request";
export const CONSENT_OPEN = "sitegen:consent-open";

/** True if the visitor has consented to a category. Browser only. */
export function hasConsent(category: string): boolean {
  return (document.documentElement.dataset.consent ?? "").split(" ").includes(category);
}

/** Stores consent to a category; call it from a button that says so. */
export function requestConsent(category: string): void {
  window.dispatchEvent(new CustomEvent(CONSENT_REQUEST, { detail: { category } }));
}

/** Opens the consent dialog. */
export function openConsent(): void {
  window.dispatchEvent(new CustomEvent(CONSENT_OPEN));
}

/** Calls the listener after each choice; returns a function that removes it. */
export function onConsentChange(listener: () => void): () => void {
  window.addEventListener(CONSENT_CHANGED, listener);
  return () => window.removeEventListener(CONSENT_CHANGED, listener);
}
