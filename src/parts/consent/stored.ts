/** The consent library's cookie (src/parts/consent/adapter.ts), in JSON. */
export const CONSENT_COOKIE = "cc_cookie";

/**
 * Categories the visitor has granted, read without the library. Null if nothing was decided, the cookie is damaged, or the
 * decision was about other choices.
 */
export function storedConsent(cookies: string, wanted: number): string[] | null {
  const pair = cookies.split("; ").find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`));
  if (!pair) return null;
  try {
    const { categories, revision = 0 } = JSON.parse(decodeURIComponent(pair.slice(CONSENT_COOKIE.length + 1))) as {
      categories?: unknown;
      revision?: unknown;
    };
    if (!Array.isArray(categories) || revision !== wanted) return null;
    return categories.filter((name) => typeof name === "string");
  } catch {
    return null;
  }
}
