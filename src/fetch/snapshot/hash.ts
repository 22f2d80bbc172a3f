import { createHash } from "node:crypto";

/** Half of a SHA-256: enough that two different stories never meet, short in an index of 40,000. */
export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
