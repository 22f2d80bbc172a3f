import { hash } from "node:crypto";

/** A file's content hash in the records: 128 bits of SHA-256 in hex. */
export function contentHash(bytes: Uint8Array | string): string {
  // Cut as bytes, since a slice of a string keeps the whole string in memory, for every file.
  return hash("sha256", bytes, "buffer").toString("hex", 0, 16);
}

/** The content hash, from a full SHA-256 in hex. */
export function contentHashOf(sha256: string): string {
  return sha256.slice(0, 32);
}
