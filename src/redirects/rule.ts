/** Types only: a redirect rule as it is written, and as every reader of it (stub, manifest, host file) gets it. */

export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

/** A rule as its owner wrote it, with the place it was read from. */
export interface RawRule {
  /** Site path without the base: `/old`, `/blog/*`, `/post/:slug`; a query on it is a condition too. */
  from: string;
  /** Site path or http(s) address; may use `:splat` and the names of `from`. */
  to: string;
  /** Empty means 301. */
  status: string;
  /** Condition such as `lang=de`; empty means none. */
  query: string;
  /** `file:line`, or the key in the configuration. */
  where: string;
}

/** Name and value that the request's query must carry, both decoded. */
export type QueryCondition = readonly [name: string, value: string];

export interface RedirectRule {
  /**
   * Decoded site path, base not included, with a slash at both ends (`/old/`; a path to a file has none at the
   * end: `/old.html`). A pattern carries `:name` segments and may end in `/*`.
   */
  from: string;
  isPattern: boolean;
  /** All of them must hold; empty for a plain rule. */
  query: readonly QueryCondition[];
  /** Percent-encoded; a site path (base not included) or an http(s) address. Patterns keep their `:name`. */
  to: string;
  isExternal: boolean;
  status: RedirectStatus;
  /** A pattern that also fits live pages: a host that looks at redirects before files must not get it. */
  hidesPages: boolean;
  where: string;
}

/** A path that a story left, and where its page is now. */
export interface Rename {
  from: string;
  to: string;
}
