import { createHash, timingSafeEqual } from "node:crypto";

/** The visual editor's token in the URL of a framed page. */
export interface EditorToken {
  spaceId: string;
  /** Seconds since 1970, as received. */
  timestamp: string;
  token: string;
}

export interface TokenAccess {
  /** "" if none is configured: no token is then valid. */
  previewToken: string;
  /** "" if unknown. */
  spaceId: string;
}

const LIFETIME = 3600;
/** Seconds that the editor's clock may be ahead. */
const SKEW = 60;

/** Reads the token from a query; null if it is missing or duplicated. */
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
 * True if the query's token is invalid or expired: the published page is then not editable. Without a preview token it
 * cannot be verified, as on a static host.
 */
export function isRefused(search: string, access: TokenAccess, now: number): boolean {
  if (access.previewToken === "" || !search.includes("_storyblok_tk")) return false;
  const token = readEditorToken(search);
  return !token || !isValidToken(token, access, now);
}

/**
 * Verifies the editor's token: hex SHA-1 of `space_id:preview_token:timestamp`, valid for an hour. It proves knowledge
 * of the preview token without sending it.
 */
export function isValidToken(token: EditorToken, { previewToken, spaceId }: TokenAccess, now: number): boolean {
  if (previewToken === "" || (spaceId !== "" && token.spaceId !== spaceId)) return false;
  if (!/^\d{1,12}$/.test(token.timestamp) || !/^[0-9a-f]{40}$/i.test(token.token)) return false;
  const age = now / 1000 - Number(token.timestamp);
  if (age > LIFETIME || age < -SKEW) return false;
  const expected = createHash("sha1").update(`${token.spaceId}:${previewToken}:${token.timestamp}`).digest();
  return timingSafeEqual(expected, Buffer.from(token.token, "hex"));
}

/** Marks a page that the editor may not edit live; read by src/client/preview/in-editor.ts. */
export function refusePreview(html: string): string {
  return html.replace(/<html [^>]*/, (tag) => `${tag} data-preview="refused"`);
}
