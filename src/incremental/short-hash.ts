import { hash } from "node:crypto";

/** Sixteen characters that stand for a text inside one state folder. */
export function shortHash(text: string): string {
  return hash("sha1", text, "base64url").slice(0, 16);
}
