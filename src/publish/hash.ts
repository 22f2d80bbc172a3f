import { createHash } from "node:crypto";

/** Content hash of a file as the records keep it: 128 bits of SHA-256 in hex, enough to tell any two files apart. */
export function contentHash(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
