import { categories, revision } from "virtual:sitegen/consent";
import { CONSENT_CHANGED } from "../../kit/consent.ts";
import { storedConsent } from "./stored.ts";

/** Tells the blocks what is granted (the interface is in src/kit/consent.ts). */
export function publishConsent(): void {
  const known = new Set(categories.map(({ code }) => code));
  const allowed = (storedConsent(cookies(), revision) ?? []).filter((code) => known.has(code));
  document.documentElement.dataset.consent = allowed.join(" ");
  window.dispatchEvent(new CustomEvent(CONSENT_CHANGED));
}

/** True if the visitor has answered the current question. */
export function isDecided(): boolean {
  return storedConsent(cookies(), revision) !== null;
}

/** A sandboxed frame may not read them: nothing is granted there. */
function cookies(): string {
  try {
    return document.cookie;
  } catch {
    return "";
  }
}
