/**
 * How blocks and the consent service talk, so that neither imports the other. Blocks run in the page's tree; the
 * service is a chunk of src/client, loaded when needed. Categories are those of the site's definition.
 *
 * - The service writes what is allowed into `html[data-consent]`, categories separated by spaces.
 * - After each change it dispatches `sitegen:consent` on window.
 * - A block asks for a category with `sitegen:consent-request`, detail `{category}`: the visitor pressed "always
 *   allow", so the service grants and stores it.
 * - A click on `[data-cookie-settings]` (the footer's link) or `sitegen:consent-open` opens the choice again.
 */

export const CONSENT_CHANGED = "sitegen:consent";
export const CONSENT_REQUEST = "sitegen:consent-request";
export const CONSENT_OPEN = "sitegen:consent-open";

/** Whether the visitor has agreed to a category. In the browser only. */
export function hasConsent(category: string): boolean {
  return (document.documentElement.dataset.consent ?? "").split(" ").includes(category);
}

/** Stores that the visitor agrees to a category: for a button that says so. */
export function requestConsent(category: string): void {
  window.dispatchEvent(new CustomEvent(CONSENT_REQUEST, { detail: { category } }));
}

/** Opens the consent dialog. */
export function openConsent(): void {
  window.dispatchEvent(new CustomEvent(CONSENT_OPEN));
}

/** Calls after each choice of the visitor. Returns what ends that. */
export function onConsentChange(listener: () => void): () => void {
  window.addEventListener(CONSENT_CHANGED, listener);
  return () => window.removeEventListener(CONSENT_CHANGED, listener);
}
