import { encodeUriPart } from "../../content/rules/encode.ts";
import { escapeRegex } from "../../content/rules/escape-regex.ts";
import { encodePath } from "../../redirects/normalize.ts";
import { segmentsOf } from "../../redirects/pattern.ts";

/** Regular expressions for the variable parts of a pattern. */
export interface RegexStyle {
  /** Opens a named group: PCRE `(?<x>`, RE2 `(?P<x>`; Apache numbers its groups. */
  group: (name: string) => string;
  /** One segment, and the rest of a path after a slash. */
  segment: string;
  rest: string;
  /** What matches a segment without a variable part. */
  literal: (segment: string) => string;
}

/**
 * For values that go into the response. They are captured encoded, and cannot begin with a slash or contain a
 * backslash, so that `/go//evil.example` does not become `//evil.example`.
 */
export function rawStyle(group: RegexStyle["group"]): RegexStyle {
  return { group, segment: "[^/?\\\\ ]+", rest: "(?:[^/?\\\\ ][^?\\\\ ]*)?", literal: asSent };
}

/** A decoded segment as it may be in a request line: what a browser leaves as it is, such as `+`, others escape. */
function asSent(segment: string): string {
  return inEitherCase(
    encodePath(segment).replace(/[^\w%~-]/g, (character) => {
      const escaped = `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
      return character === "." ? "\\." : `(?:${escapeRegex(character)}|${escaped})`;
    }),
  );
}

/** Only matches a decoded path, with any characters. */
export const DECODED_STYLE: RegexStyle = {
  group: () => "(?:",
  segment: "[^/]+",
  rest: "[\\s\\S]*",
  literal: escapeRegex,
};

/** A path or pattern without its first slash, as part of a regular expression; the closing slash is optional. */
export function pathRegex(from: string, style: RegexStyle): string {
  const parts = segmentsOf(from).map((segment, index) => {
    const slash = index === 0 ? "" : "/";
    // The rest may be empty, with or without its slash.
    if (segment === "*") return `(?:${slash}${style.group("splat")}${style.rest}))?`;
    if (segment.startsWith(":")) return `${slash}${style.group(segment.slice(1))}${style.segment})`;
    return slash + style.literal(segment);
  });
  const isOpen = from.endsWith("/") && from !== "/";
  return parts.join("") + (isOpen ? "/?" : "");
}

/** Matches an encoded path or query as a browser sends it: the digits of an escape are of either case. */
function inEitherCase(regex: string): string {
  return regex.replace(/(?:%[0-9A-F]{2})+/g, "(?i:$&)");
}

/** A condition on a raw query string: all pairs must occur, in any order. */
export function queryRegex(query: readonly (readonly [string, string])[]): string {
  const encoded = (text: string) => inEitherCase(escapeRegex(encodeUriPart(text)));
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.map((pair) => `(?=(?:[^#]*&)?${pair}(?:&|$))`).join("");
}
