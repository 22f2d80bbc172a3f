import { hash } from "node:crypto";

/** Sixteen characters that identify a text or bytes within one state folder. */
export function shortHash(text: string | Uint8Array): string {
  return hash("sha1", text, "base64url").slice(0, 16);
}
