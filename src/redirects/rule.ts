/** Types only: a redirect rule as written, and as used by stubs, manifest and host files. */

export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

/** A rule as written, with its location. */
export interface RawRule {
  /** Site path without the base path: `/old`, `/blog/*`, `/post/:slug`; its query is a condition too. */
  from: string;
  /** Site path or http(s) URL; may contain `:splat` and the names in `from`. */
  to: string;
  /** Empty means 301. */
  status: string;
  /** A condition such as `lang=de`, or "". */
  query: string;
  /** `file:line`, or the key in the configuration. */
  where: string;
}

/** Name and value that the request's query must contain, both decoded. */
export type QueryCondition = readonly [name: string, value: string];

/** A rule with valid syntax. */
export interface ParsedRule {
  /**
   * Decoded site path without the base path, with a slash at both ends (`/old/`, but `/old.html`). A pattern has
   * `:name` segments and may end in `/*`.
   */
  from: string;
  isPattern: boolean;
  /** All must match; empty for a plain rule. */
  query: readonly QueryCondition[];
  /** Percent-encoded site path (without the base path) or http(s) URL. Patterns keep their `:name`. */
  to: string;
  isExternal: boolean;
  status: RedirectStatus;
  where: string;
}

/** A rule of the build. */
export interface RedirectRule extends ParsedRule {
  /** True for a pattern that matches live pages: hosts that check redirects before files must not get it. */
  hidesPages: boolean;
}

/** Old path of a story, and the current path of its page. */
export interface Rename {
  from: string;
  to: string;
}

/** A rule of the configuration, whose types were checked when it was loaded. */
export function inlineRule(
  rule: { from: string; to: string; status?: number | undefined; query?: string | undefined },
  where: string,
): RawRule {
  return { from: rule.from, to: rule.to, status: String(rule.status ?? ""), query: rule.query ?? "", where };
}
