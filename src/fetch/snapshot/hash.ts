import { hash } from "node:crypto";

/** Half of a SHA-256: long enough to avoid collisions, short enough for an index of 40,000 lines. */
export function hashText(text: string | Uint8Array): string {
  return hash("sha256", text, "hex").slice(0, 32);
}
