/** Plain types, so that a user's compiler need not read the whole program. */

export interface SiteBuildOptions {
  /** Folder of the configuration; default: the working directory. */
  cwd?: string;
  /** Configuration file, relative to `cwd`. */
  config?: string;
  /** Output folder; default: `out`. */
  out?: string;
  /** Folder of snapshot and caches; default: `.sitegen`. */
  state?: string;
  /** Replaces the process's environment. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Number of render threads; default: one per core. */
  jobs?: number;
  /** Ignore snapshot and caches. */
  full?: boolean;
  /** Treat problems in the content as an error. */
  strict?: boolean;
  /** Publish even if no page is left, or more pages would be removed than `maxRemovedShare` allows. */
  allowRemovals?: boolean;
  signal?: AbortSignal;
}

export interface SiteBuild {
  ok: boolean;
  buildId: string;
  /** The space's content version. */
  cv: number;
  out: string;
  stories: number;
  pages: { total: number; written: number; unchanged: number; removed: number };
  redirects: number;
  requests: { total: number; retried: number };
  /** Milliseconds. */
  ms: { fetch: number; bundle: number; render: number; write: number; total: number };
  problems: { severity: string; code: string; message: string; story: string; path: string; hint: string }[];
}
