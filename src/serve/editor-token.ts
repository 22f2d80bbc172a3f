import { createHash, timingSafeEqual } from "node:crypto";

/** What the visual editor puts into the address of a page it frames. */
export interface EditorToken {
  spaceId: string;
  /** Seconds since 1970, as written. */
  timestamp: string;
  token: string;
}

export interface TokenAccess {
  /** "" where none is configured: then no token is valid. */
  previewToken: string;
  /** "" where it is not known. */
  spaceId: string;
}

const LIFETIME = 3600;
/** The editor's clock may run ahead of ours. */
const SKEW = 60;

/** The token of a query, or null; one that is given twice is none. */
export function readEditorToken(search: string): EditorToken | null {
  if (!search.includes("_storyblok_tk")) return null;
  const query = new URLSearchParams(search);
  const one = (name: string): string => {
    const [value = "", ...others] = query.getAll(`_storyblok_tk[${name}]`);
    return others.length === 0 ? value : "";
  };
  const token = { spaceId: one("space_id"), timestamp: one("timestamp"), token: one("token") };
  return Object.values(token).every((part) => part !== "") ? token : null;
}

/**
 * True for a query whose token is wrong or too old: the published page then stays as it is, live edits included.
 * Without a preview token nothing can be checked, as on a static host.
 */
export function isRefused(search: string, access: TokenAccess, now: number): boolean {
  if (access.previewToken === "" || !search.includes("_storyblok_tk")) return false;
  const token = readEditorToken(search);
  return !token || !isValidToken(token, access, now);
}

/**
 * The editor proves that it knows the preview token without sending it: hex SHA-1 of
 * `space_id:preview_token:timestamp`, good for an hour.
 */
export function isValidToken(token: EditorToken, { previewToken, spaceId }: TokenAccess, now: number): boolean {
  if (previewToken === "" || (spaceId !== "" && token.spaceId !== spaceId)) return false;
  if (!/^\d{1,12}$/.test(token.timestamp) || !/^[0-9a-f]{40}$/i.test(token.token)) return false;
  const age = now / 1000 - Number(token.timestamp);
  if (age > LIFETIME || age < -SKEW) return false;
  const expected = createHash("sha1").update(`${token.spaceId}:${previewToken}:${token.timestamp}`).digest();
  return timingSafeEqual(expected, Buffer.from(token.token, "hex"));
}

/** Marks a page whose editor may not edit it live: src/client/preview/in-editor.ts looks for it. */
export function refusePreview(html: string): string {
  return html.replace(/<html [^>]*/, (tag) => `${tag} data-preview="refused"`);
}
