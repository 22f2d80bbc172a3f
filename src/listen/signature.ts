import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Header with the hex HMAC-SHA1 of the raw body. */
export const SIGNATURE_HEADER = "webhook-signature";

/** True if the signature matches the body. Takes constant time. */
export function isSigned(body: Uint8Array, signature: string | undefined, secret: string): boolean {
  const expected = createHmac("sha1", secret).update(body).digest();
  const given = Buffer.from(/^[0-9a-f]{40}$/i.test(signature ?? "") ? (signature ?? "") : "00".repeat(20), "hex");
  return timingSafeEqual(expected, given) && signature !== undefined;
}

/** True if an Authorization header has the key: `Bearer KEY`. Takes constant time; nobody has an empty key. */
export function hasKey(authorization: string | undefined, key: string): boolean {
  const given = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(key)) && key !== "";
}
