import { encodePart } from "../../content/rules/encode.ts";

/** Regular expressions for the parts of a pattern that are not literal. */
export interface RegexStyle {
  /** Opens a group for a name: PCRE `(?<x>`, RE2 `(?P<x>`; Apache counts its groups. */
  group: (name: string) => string;
  /** One segment, and the rest of a path after a slash. */
  segment: string;
  rest: string;
}

/**
 * For values that go into an answer. They are taken encoded, and neither can begin with a slash or hold a backslash:
 * `/go//evil.example` must not turn into `//evil.example`.
 */
export function rawStyle(group: RegexStyle["group"]): RegexStyle {
  return { group, segment: "[^/?\\\\ ]+", rest: "(?:[^/?\\\\ ][^?\\\\ ]*)?" };
}

/** Only tells whether a decoded path fits; it may hold anything. */
export const DECODED: RegexStyle = { group: () => "(?:", segment: "[^/]+", rest: "[\\s\\S]*" };

export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (character) =>
    character === "/" || character === "-" ? character : `\\${character}`,
  );
}

/** A path or pattern, without its first slash, as the inside of a regular expression; a closing slash is optional. */
export function pathRegex(from: string, style: RegexStyle): string {
  const segments = from.replace(/^\/+|\/+$/g, "").split("/");
  const parts = segments.map((segment, index) => {
    const slash = index === 0 ? "" : "/";
    // The rest may be empty, with its slash or without.
    if (segment === "*") return `(?:${slash}${style.group("splat")}${style.rest}))?`;
    if (segment.startsWith(":")) return `${slash}${style.group(segment.slice(1))}${style.segment})`;
    return slash + escapeRegex(segment);
  });
  const isOpen = from.endsWith("/") && from !== "/";
  return parts.join("") + (isOpen ? "/?" : "");
}

/** A condition on a raw query string: every pair must occur, in any order. */
export function queryRegex(query: readonly (readonly [string, string])[]): string {
  const pairs = query.map(([name, value]) => `${escapeRegex(encodePart(name))}=${escapeRegex(encodePart(value))}`);
  return pairs.map((pair) => `(?=(?:[^#]*&)?${pair}(?:&|$))`).join("");
}
