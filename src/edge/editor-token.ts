/** The one rule for the visual editor's token, for `serve` and for functions at the edge. */
import type { RefusalWord } from "../site/editor-words.ts";

/** The visual editor's token in the URL of a framed page. */
export interface EditorToken {
  spaceId: string;
  /** Seconds since 1970, as received. */
  timestamp: string;
  token: string;
}

export interface TokenAccess {
  /** Name of the space among those of the site; "" for the main one. */
  space: string;
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
 * Why the editor sees what is published, by the word that says it: its token is too old, of the future, or not made with
 * the preview token of a known space; or the page is not of its space.
 */
export type Refusal = TokenRefusal | { reason: "preview_elsewhere" /** Of the editor. */; space: string };

export interface TokenRefusal {
  reason: Extract<RefusalWord, "preview_late" | "preview_early" | "preview_foreign">;
  /** Between the clock of the editor, when it made the token, and this machine's; 0 for a foreign one. */
  minutes: number;
}

/**
 * Why the query's token is not accepted, or null: the published page is then not editable. Without a preview token it
 * cannot be verified, as on a static host.
 */
export async function refusalOf(
  search: string,
  spaces: readonly TokenAccess[],
  now: number,
): Promise<TokenRefusal | null> {
  if (spaces.every(({ previewToken }) => previewToken === "") || !search.includes("_storyblok_tk")) return null;
  const token = readEditorToken(search);
  if (await spaceOfToken(token, spaces, now)) return null;
  // Only who knows the preview token is told of the clock.
  const when = token && Number(token.timestamp) * 1000;
  if (!token || when === null || !(await spaceOfToken(token, spaces, when)))
    return { reason: "preview_foreign", minutes: 0 };
  return { reason: when > now ? "preview_early" : "preview_late", minutes: Math.round(Math.abs(now - when) / 60_000) };
}

/** The space whose editor made the token; null if none of them did. */
export async function spaceOfToken<T extends TokenAccess>(
  token: EditorToken | null,
  spaces: readonly T[],
  now: number,
): Promise<T | null> {
  for (const one of spaces) if (token && (await isValidToken(token, one, now))) return one;
  return null;
}

/**
 * Verifies the editor's token: hex SHA-1 of `space_id:preview_token:timestamp`, valid for an hour. It proves knowledge
 * of the preview token without sending it.
 */
async function isValidToken(
  token: EditorToken,
  { previewToken, spaceId }: Omit<TokenAccess, "space">,
  now: number,
): Promise<boolean> {
  if (previewToken === "" || (spaceId !== "" && token.spaceId !== spaceId)) return false;
  if (!/^\d{1,12}$/.test(token.timestamp) || !/^[0-9a-f]{40}$/i.test(token.token)) return false;
  const age = now / 1000 - Number(token.timestamp);
  if (age > LIFETIME || age < -SKEW) return false;
  const expected = await sha1(`${token.spaceId}:${previewToken}:${token.timestamp}`);
  return isSame(expected, token.token.toLowerCase());
}

async function sha1(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Takes the same time wherever two texts of one length differ. */
function isSame(a: string, b: string): boolean {
  let different = 0;
  for (let at = 0; at < a.length; at += 1) different |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return a.length === b.length && different === 0;
}

/** Marks a page that the editor may not edit live; read by src/client/preview/in-editor.ts. */
export function refusePreview(html: string, refusal: Refusal): string {
  const { reason } = refusal;
  const detail = "space" in refusal ? `data-space="${refusal.space}"` : `data-minutes="${refusal.minutes}"`;
  const why = `data-refused="${reason}" ${detail}`;
  return html.replace(/<html [^>]*/, (tag) => `${tag} data-preview="refused" ${why}`);
}
