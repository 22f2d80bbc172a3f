import type { ResolvedSite } from "../../site/resolve-site.ts";

/** Longest file name of common file systems, in bytes. */
const LONGEST_NAME = 255;

/** Longest path of a story: its listing pages must stay within an object store's limit of 1024 bytes for a key. */
const LONGEST_PATH = 700;

/** Files at the root of every build, which a page or redirect stub at their path would overwrite. */
const OWN =
  /^(?:404\.html|robots\.txt|sitemap(?:-\d+)?\.xml|_assets)(?:\/|$)|^flushCache$|(?:^|\/)(?:_(?:payload|words)\.json|index\.html)(?:\/|$)/;

/** Below a file that one of the program's outputs makes there; at its own path a page takes its place. */
const BELOW_OUTPUT = /(?:^|\/)(?:llms\.txt|index\.(?:md|json)|words\.bin|pages-\d+\.bin|og\.png)\//;

/** Files with a host's configuration. */
const HOST_FILE = /^(?:_redirects|_headers|CNAME|nginx\.conf|(?:vercel|firebase|serve)\.json)(?:\/|$)/;

/** What decides which paths are reserved. */
export type ReservedPathRules = Pick<ResolvedSite, "languages" | "pageTypes">;

/** Matches most paths; all others are checked in detail. */
const PLAIN = /^(?:[\w-][\w.-]{0,200}\/)*[\w-][\w.-]{0,200}$/;

/** Why a decoded site path (`/team/`) cannot be a folder with a page in out/; "" if it can. */
export function reservedPathError(path: string, rules: ReservedPathRules): string {
  if (/[\p{Cc}\\]/u.test(path)) return "it holds a backslash or a control character";
  if (/\p{Cs}/u.test(path)) return "it holds half of a character, which no address can have";
  if (/[?#]/.test(path)) return 'it holds "?" or "#", which end the path of an address';
  const bare = path.replace(/^\/|\/$/g, "");
  if (
    OWN.test(bare) ||
    BELOW_OUTPUT.test(bare) ||
    HOST_FILE.test(bare) ||
    isLanguageFile(path.replace(/\/$/, ""), rules)
  )
    return "a file of the build itself lies there";
  if (bare.length > LONGEST_PATH / 3 && bytesOf(bare) > LONGEST_PATH) return `it is longer than ${LONGEST_PATH} bytes`;
  if (bare === "" || PLAIN.test(bare)) return "";
  for (const name of bare.split("/")) {
    if (name === "") return "it holds an empty segment";
    // Hosts hide names with a leading dot, and "." and ".." lead elsewhere.
    if (name.startsWith(".") && name !== ".well-known") return `"${shorten(name)}" begins with a dot`;
    if (bytesOf(name) > LONGEST_NAME) return `"${shorten(name)}" is longer than ${LONGEST_NAME} bytes`;
  }
  return "";
}

/** The error page, the feeds and, with a domain of its own, all other files at a language's root. */
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

/** True if a text can be a path segment: letters and digits first, no characters with a meaning in paths, no page's file. */
export function isSegment(text: string): boolean {
  return /^(?!index\.html$)[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(text) && bytesOf(text) <= LONGEST_NAME;
}

/** Length in UTF-8, without TextEncoder, which not every runtime's types have. */
function bytesOf(text: string): number {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return points.reduce((sum, point) => sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4), 0);
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
