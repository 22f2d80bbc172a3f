/** Plain types, so that a user's compiler need not read the whole program for them. */

export interface SiteBuildOptions {
  /** Folder of the configuration; the working directory when absent. */
  cwd?: string;
  /** Configuration file, seen from `cwd`. */
  config?: string;
  /** Output folder; `out` when absent. */
  out?: string;
  /** Folder of snapshot and caches; `.sitegen` when absent. */
  state?: string;
  /** In place of the process's environment. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Threads that render; one a core when absent. */
  jobs?: number;
  /** Ignore snapshot and caches. */
  full?: boolean;
  /** Problems in the content are an error. */
  strict?: boolean;
  /** Publish also where no page is left, or more pages go than `maxRemovedShare` allows. */
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
