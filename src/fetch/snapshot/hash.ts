import { hash } from "node:crypto";

/** Half of a SHA-256: long enough to avoid collisions, short enough for an index of 40,000 lines. */
export function hashText(text: string | Uint8Array): string {
  // Cut as bytes: a substring would keep the whole text in memory, once for each story.
  return hash("sha256", text, "buffer").toString("hex", 0, 16);
}
