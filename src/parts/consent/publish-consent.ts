import { categories, revision } from "virtual:sitegen/consent";
import { CONSENT_CHANGED } from "../../kit/consent.ts";
import { storedConsent } from "./stored.ts";

// The visitor may have chosen in another tab, or on a page from which Back led to this one.
document.addEventListener("visibilitychange", publishConsent);

/** Tells the blocks what is granted, if that has changed (the interface is in src/kit/consent.ts). */
export function publishConsent(): void {
  const known = new Set(categories.map(({ code }) => code));
  const allowed = (storedConsent(cookies(), revision) ?? []).filter((code) => known.has(code)).join(" ");
  const { dataset } = document.documentElement;
  if (dataset.consent === allowed) return;
  dataset.consent = allowed;
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
