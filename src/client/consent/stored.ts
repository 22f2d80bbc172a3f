import { CONSENT_CHANGED } from "../../kit/consent.ts";

/** The cookie of the consent library (src/client/consent/adapter.ts); it holds JSON. */
export const CONSENT_COOKIE = "cc_cookie";

/** Categories the visitor has agreed to, read without the library. */
export function storedConsent(cookies: string): string[] {
  const pair = cookies.split("; ").find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`));
  if (!pair) return [];
  try {
    const { categories } = JSON.parse(decodeURIComponent(pair.slice(CONSENT_COOKIE.length + 1))) as {
      categories?: unknown;
    };
    return Array.isArray(categories) ? categories.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** Tells the blocks what is allowed (the contract is in src/blocks/ui/consent.ts). */
export function publishConsent(): void {
  document.documentElement.dataset.consent = storedConsent(document.cookie).join(" ");
  window.dispatchEvent(new CustomEvent(CONSENT_CHANGED));
}
