import { hash } from "node:crypto";

/** A file's content hash in the records: 128 bits of SHA-256 in hex. */
export function contentHash(bytes: Uint8Array | string): string {
  return contentHashOf(hash("sha256", bytes, "hex"));
}

/** The same from a full SHA-256 in hex. */
export function contentHashOf(sha256: string): string {
  return sha256.slice(0, 32);
}
