import { hash } from "node:crypto";

/** A file's content hash in the records: 128 bits of SHA-256 in hex. */
export function contentHash(bytes: Uint8Array | string): string {
  // Cut as bytes: a part of a text would keep the whole text in memory, once for each file.
  return hash("sha256", bytes, "buffer").toString("hex", 0, 16);
}

/** The same from a full SHA-256 in hex. */
export function contentHashOf(sha256: string): string {
  return sha256.slice(0, 32);
}
