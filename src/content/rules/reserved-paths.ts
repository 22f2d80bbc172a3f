import type { ResolvedSite } from "../../site/resolve-site.ts";

/** Longest name that a common file system holds, in bytes. */
const LONGEST_NAME = 255;

/** Of a story's path: a list's page below it must stay within the 1024 bytes of an object store's key. */
const LONGEST_PATH = 700;

/**
 * Files that every build has below a domain's root; a page or a redirect's stub at their path would take their place.
 */
const OWN =
  /^(?:404\.html|robots\.txt|sitemap(?:-\d+)?\.xml|_assets)(?:\/|$)|^flushCache$|(?:^|\/)(?:_payload\.json|index\.html)(?:\/|$)/;

/** Files that a host reads its rules from. */
const HOST_FILE = /^(?:_redirects|_headers|CNAME|nginx\.conf|(?:vercel|firebase|serve)\.json)(?:\/|$)/;

/** What of a site decides which places are taken. */
export type ReservedPathRules = Pick<ResolvedSite, "languages" | "pageTypes">;

/** What nearly every place looks like; the others are looked at more closely. */
const PLAIN = /^(?:[\w-][\w.-]{0,200}\/)*[\w-][\w.-]{0,200}$/;

/** Why a decoded site path (`/team/`) cannot be a folder with a page of its own below out/, or "" when it can. */
export function reservedPathFault(path: string, rules: ReservedPathRules): string {
  if (/[\p{Cc}\\]/u.test(path)) return "it holds a backslash or a control character";
  if (/\p{Cs}/u.test(path)) return "it holds half of a character, which no address can have";
  if (/[?#]/.test(path)) return 'it holds "?" or "#", which end the path of an address';
  const place = path.replace(/^\/|\/$/g, "");
  if (OWN.test(place) || HOST_FILE.test(place) || isLanguageFile(path.replace(/\/$/, ""), rules))
    return "a file of the build itself lies there";
  if (place.length > LONGEST_PATH / 3 && bytesOf(place) > LONGEST_PATH)
    return `it is longer than ${LONGEST_PATH} bytes`;
  if (place === "" || PLAIN.test(place)) return "";
  for (const name of place.split("/")) {
    if (name === "") return "it holds an empty segment";
    // Hosts keep such names to themselves, "." and ".." lead elsewhere.
    if (name.startsWith(".") && name !== ".well-known") return `"${shorten(name)}" begins with a dot`;
    if (bytesOf(name) > LONGEST_NAME) return `"${shorten(name)}" is longer than ${LONGEST_NAME} bytes`;
  }
  return "";
}

/** The error page, the feeds and, with a domain of its own, all other files of a language's root. */
function isLanguageFile(path: string, { languages, pageTypes }: ReservedPathRules): boolean {
  const files = ["404.html", ...Object.values(pageTypes).flatMap(({ feed }) => feed?.path ?? [])];
  return languages.some(({ home, folder }) => {
    const root = folder === "" ? "" : `/${folder}/`;
    return (
      files.some((file) => `${path}/`.startsWith(`${home}${file}/`)) ||
      (root !== "" && path.startsWith(root) && OWN.test(path.slice(root.length)))
    );
  });
}

/** True where a text can be one name in a path: letters and digits first, nothing that means something there. */
export function isSegment(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(text) && bytesOf(text) <= LONGEST_NAME;
}

/** In UTF-8; without a TextEncoder, since this runs anywhere. */
function bytesOf(text: string): number {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return points.reduce((sum, point) => sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4), 0);
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
