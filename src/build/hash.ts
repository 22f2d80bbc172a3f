import { createHash } from "node:crypto";

/** Sixteen characters that stand for a text inside one state folder. */
export function shortHash(text: string): string {
  return createHash("sha1").update(text).digest("base64url").slice(0, 16);
}
