import { categories, revision } from "virtual:sitegen/consent";
import { CONSENT_CHANGED } from "../../kit/consent.ts";
import { hasDecided, storedConsent } from "./stored.ts";

/** Tells the blocks what is granted (the interface is in src/kit/consent.ts). */
export function publishConsent(): void {
  const known = new Set(categories.map(({ code }) => code));
  const allowed = storedConsent(document.cookie, revision).filter((code) => known.has(code));
  document.documentElement.dataset.consent = allowed.join(" ");
  window.dispatchEvent(new CustomEvent(CONSENT_CHANGED));
}

/** True if the visitor has answered the current question. */
export function isDecided(): boolean {
  return hasDecided(document.cookie, revision);
}
