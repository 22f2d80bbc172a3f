/** Signed links that show one draft for some time, made by `sitegen share` and read by `serve` and at the edge. */

/** What a link shows. */
export interface SharedDraft {
  /** Id of the link, by which it is revoked. */
  link: string;
  /** Id of the story. */
  story: number;
  /** Code of a language of the site. */
  language: string;
  /** Language to request from the content service; "" for its default. */
  answer: string;
  /** Languages whose text is shown where that one has none, with commas between. */
  fallback?: string;
  /** Name of the story's space among those of the site; absent for the main one. */
  space?: string;
  /** Number of a release, or "". */
  release: string;
  /** URLs without the origin: of the story's page, and of the page that is shown where there is none yet. */
  page: string;
  lost: string;
  /** Times in milliseconds. */
  issued: number;
  until: number;
}

export type ShareRefusal = "invalid" | "expired" | "revoked";

/** Fewer characters can be guessed. */
export const MIN_SECRET = 32;

const VERSION = "share-1";

export async function signShare(draft: SharedDraft, secret: string): Promise<string> {
  const body = toBase64(new TextEncoder().encode(JSON.stringify(draft)));
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), signed(body));
  return `${body}.${toBase64(new Uint8Array(signature))}`;
}

/** The draft of a link, and why it is not shown. `revoked` is a list as `sitegen share --revoke` prints it. */
export async function readShare(
  token: string,
  { secret, revoked, now }: { secret: string; revoked: string; now: number },
): Promise<{ draft: SharedDraft; refusal: ShareRefusal | null } | { draft: null; refusal: "invalid" }> {
  const [body = "", signature = "", ...more] = token.split(".");
  const bytes = fromBase64(signature);
  if (secret.length < MIN_SECRET || !bytes || more.length > 0) return { draft: null, refusal: "invalid" };
  if (!(await crypto.subtle.verify("HMAC", await keyOf(secret), bytes, signed(body))))
    return { draft: null, refusal: "invalid" };
  // The signature says that the text is of our own making.
  const draft = JSON.parse(new TextDecoder().decode(fromBase64(body) ?? new Uint8Array())) as SharedDraft;
  if (!(now < draft.until)) return { draft, refusal: "expired" };
  return { draft, refusal: isRevoked(draft, revoked) ? "revoked" : null };
}

/** An entry is the id of a link, or `before:` and a time in milliseconds for all that were made until then. */
function isRevoked({ link, issued }: SharedDraft, revoked: string): boolean {
  return revoked.split(/[\s,]+/).some((entry) => {
    const before = /^before:(\d{1,15})$/.exec(entry)?.[1];
    return entry === link || (before !== undefined && issued <= Number(before));
  });
}

function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

function signed(body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${VERSION}.${body}`);
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Null for a text that is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}
