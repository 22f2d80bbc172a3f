import { hash } from "node:crypto";

/** Content hash of a file as the records keep it: 128 bits of SHA-256 in hex, enough to tell any two files apart. */
export function contentHash(bytes: Uint8Array | string): string {
  return contentHashOf(hash("sha256", bytes, "hex"));
}

/** The same from a whole SHA-256 in hex. */
export function contentHashOf(sha256: string): string {
  return sha256.slice(0, 32);
}
