import { hash } from "node:crypto";

/** Half of a SHA-256: enough that two different stories never collide, short in an index of 40,000. */
export function hashText(text: string | Uint8Array): string {
  return hash("sha256", text, "hex").slice(0, 32);
}
