import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Header with the hex HMAC-SHA1 of the raw body. */
export const SIGNATURE_HEADER = "webhook-signature";

/** True if the signature matches the body. Takes constant time. */
function isSigned(body: Uint8Array, signature: string | undefined, secret: string): boolean {
  const expected = createHmac("sha1", secret).update(body).digest();
  const given = Buffer.from(/^[0-9a-f]{40}$/i.test(signature ?? "") ? (signature ?? "") : "00".repeat(20), "hex");
  return timingSafeEqual(expected, given) && signature !== undefined;
}

/** What a webhook has to show: a signature, an address that cannot be guessed, or either of the two. "" for none. */
export interface WebhookAccess {
  secret: string;
  path: string;
}

/** As `acceptWebhook`, for the first space whose webhook it is; null if it is none's. */
export function acceptFromAny(
  request: Parameters<typeof acceptWebhook>[0],
  spaces: readonly WebhookAccess[],
): string | null {
  for (const access of spaces) {
    const path = acceptWebhook(request, access);
    if (path !== null) return path;
  }
  return null;
}

/** The part of the address behind the secret one, `/` or `/sources/NAME`; null if the request is not the service's. */
function acceptWebhook(
  request: { url: string; body: Uint8Array; signature: string | undefined },
  { secret, path }: WebhookAccess,
): string | null {
  const address = pathOf(request.url);
  if (secret !== "" && isSigned(request.body, request.signature, secret)) return address;
  const [, head = "", rest = "/"] = /^(.*?)(\/sources\/[^/]*\/?|\/)?$/.exec(address) ?? [];
  return path !== "" && isSameText(head, pathOf(`/${path}`).replace(/\/$/, "")) ? rest : null;
}

/** As written, without dots; "/" for an address that is none. */
export function pathOf(url: string): string {
  try {
    return new URL(`http://listen.invalid/${url.replace(/^\/+/, "")}`).pathname;
  } catch {
    return "/";
  }
}

/** Takes constant time. */
export function isSameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** True if an Authorization header has the key: `Bearer KEY`. Takes constant time; nobody has an empty key. */
export function hasKey(authorization: string | undefined, key: string): boolean {
  const given = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
  return isSameText(given, key) && key !== "";
}
