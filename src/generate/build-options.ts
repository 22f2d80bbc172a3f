import { cpus } from "node:os";
import type { Config } from "../config/config.ts";
import type { TestHooks } from "../incremental/test-hooks.ts";
import type { Problem } from "../problems/problem.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { Asking } from "../sources/load-sources.ts";
import type { StateFromTarget } from "../state/from-target.ts";
import type { SiteBuild } from "./build-types.ts";
import type { OpenedSite } from "./open-site.ts";
import type { PreparedClient } from "./prepare-client.ts";
import type { Project } from "./project.ts";

/** A site's code, while it is bundled. */
export interface BegunCode {
  opened: Promise<OpenedSite>;
  client: Promise<PreparedClient>;
}

export interface BuildOptions {
  config: Config;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  draft: boolean;
  /** Number of a release of the space: the site as it will be once that is merged. */
  release?: string | undefined;
  /** Ignore snapshot and caches. */
  full: boolean;
  /** Build from the last snapshot without any request. */
  offline: boolean;
  jobs: number;
  strict: boolean;
  keepGoing: boolean;
  dryRun: boolean;
  /** Publish even if no page is left, or more pages would be removed than `maxRemovedShare` allows. */
  allowRemovals?: boolean;
  /** Folders of the parts that other machines rendered (shards/); nothing is rendered on this one. */
  parts?: readonly string[];
  /** The environment for the site's own sources; default: the process's, with `.env` beside the configuration. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Which of the site's own sources are asked; default: all, or none if `offline`. */
  ask?: Asking;
  /** The site's code, if it was begun before. */
  code?: BegunCode | undefined;
  /** The rest of a state of which a part was brought from a target. */
  fromTarget?: StateFromTarget | undefined;
  /**
   * Publish nothing as long as the space is as in this snapshot: an earlier build was put back. Its id, as a build returns
   * it.
   */
  holdAt?: string | undefined;
  /** The caller needs only the counts and the first problems, so the whole list need not be read. */
  countsProblems?: boolean;
  /** What a process that builds again and again keeps in memory; by default it is read from the state folder. */
  project?: Project;
  reporter: Reporter;
  signal?: AbortSignal | undefined;
  testHooks?: TestHooks | undefined;
}

/** Defaults of a build: published content, as fast as possible, into the output folder. */
export const BUILD_DEFAULTS = {
  draft: false,
  full: false,
  offline: false,
  jobs: cpus().length,
  strict: false,
  keepGoing: false,
  dryRun: false,
} satisfies Partial<BuildOptions>;

/**
 * Adjusts the options to the environment: it may include drafts, and a build with drafts is never production, so that
 * it is not indexed.
 */
export function withEnvironment<T extends Pick<BuildOptions, "config" | "draft">>(options: T): T {
  const { config } = options;
  const draft = options.draft || config.drafts;
  const environment = draft && config.environment === "production" ? "draft" : config.environment;
  return { ...options, draft, config: { ...config, environment } };
}

/** Whether later builds may start from this one: what is not published is not stored. */
export function isRemembered({ dryRun, draft, release }: Pick<BuildOptions, "dryRun" | "draft" | "release">): boolean {
  return !dryRun && !draft && release === undefined;
}

/** What `generate --json` prints, without the list of problems. */
export interface BuildSummary extends Omit<SiteBuild, "problems"> {
  peakRssMb: number;
}

/** What `generate --json` prints. */
export interface BuildReport extends BuildSummary {
  problems: Problem[];
}
