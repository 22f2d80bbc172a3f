import { hash } from "node:crypto";

/** Sixteen characters that identify a text or bytes within one state folder. */
export function shortHash(text: string | Uint8Array): string {
  return hash("sha1", text, "base64url").slice(0, 16);
}

/** The same for a value, as JSON. */
export function valueHash(value: unknown): string {
  return shortHash(JSON.stringify(value));
}

/** Hash of content in records and file names: 128 bits of SHA-256 in hex. */
export function contentHash(bytes: Uint8Array | string): string {
  // Cut as bytes, since a slice of a string keeps the whole string in memory, for every file.
  return hash("sha256", bytes, "buffer").toString("hex", 0, 16);
}

export function sha256(bytes: Uint8Array | string): string {
  return hash("sha256", bytes);
}

/** The content hash, from a full SHA-256 in hex. */
export function contentHashOf(sha256: string): string {
  return sha256.slice(0, 32);
}
