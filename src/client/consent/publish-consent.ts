import { categories, revision } from "virtual:sitegen/consent";
import { CONSENT_CHANGED } from "../../kit/consent.ts";
import { hasDecided, storedConsent } from "./stored.ts";

/** Tells the blocks what is allowed (the contract is in src/kit/consent.ts). */
export function publishConsent(): void {
  const known = new Set(categories.map(({ code }) => code));
  const allowed = storedConsent(document.cookie, revision).filter((code) => known.has(code));
  document.documentElement.dataset.consent = allowed.join(" ");
  window.dispatchEvent(new CustomEvent(CONSENT_CHANGED));
}

/** True where the visitor has answered what is asked now. */
export function isDecided(): boolean {
  return hasDecided(document.cookie, revision);
}
