import type { Problem } from "../problems/problem.ts";
import type { ByLanguage } from "../site/by-language.ts";
import type { Progress } from "./progress.ts";
import type { PullPlan } from "./pull-plan.ts";
import type { Rename, StoryChanges } from "./snapshot/compare-records.ts";
import type { StoryIntake } from "./snapshot/ingest-story.ts";
import type { PartialPacks } from "./snapshot/pack.ts";
import type { PackedSpace } from "./snapshot/packed-space.ts";
import type { RetryTimes } from "./transport/retry-policy.ts";

/** Which space to pull, how much of it, and where it is kept. */
export interface PullOptions {
  /** Languages, datasources and global story of the site. */
  plan: PullPlan;
  /** Name of the space among those of the site; absent for the main one. */
  space?: string | undefined;
  endpoint: string;
  token: string;
  version: "published" | "draft";
  /** The space that it has to be, where one is configured. */
  spaceId?: string | undefined;
  /** Number of a release: the space as it will be once that is merged. Always read in full, and not stored. */
  release?: string | undefined;
  /** Reads the release's stories; default: `token`. */
  previewToken?: string | undefined;
  perPage: number;
  requestsPerSecond: number;
  timeoutMs: number;
  /** The state folder, which contains the snapshot. */
  stateDir: string;
  /** Ignore the snapshot and read everything; the result still lists what changed. */
  full: boolean;
  /**
   * The pull may return before it has read datasources and, in a large space, the listing, which shows moved folders and
   * stories sorted by hand. The caller then calls the result's `restUnchanged`.
   */
  deferChecks?: boolean | undefined;
  /** Use the last snapshot and send no request. */
  offline: boolean;
  /** Packs of the snapshot that are only partly in the state folder. */
  partial?: PartialPacks | undefined;
  /**
   * The service is the embedded one, started by this program. It has no limits per page size, and files edited while it
   * was not running have no date, so a space that changed is read in full.
   */
  ownService?: boolean | undefined;
  /** The snapshot was made in this run of the service, so that versions can be compared. */
  sameRun?: boolean | undefined;
  onStory?: StoryIntake["onStory"];
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Entries of cdn/links per request; tests lower it to cover the code for large spaces with a small one. */
  listingPage?: number | undefined;
  /** Retry delays; tests shorten them. */
  times?: RetryTimes | undefined;
  rateWindowMs?: number | undefined;
}

export interface PullResult {
  /** Stories are read from disk on demand, until `close`. */
  space: PackedSpace;
  problems: Problem[];
  /** Codes of the space's languages besides the default one; null if unknown. */
  spaceLanguages: string[] | null;
  requests: { total: number; retried: number };
  /** False if nothing changed since the snapshot. */
  moved: boolean;
  /** Id of the snapshot of this space; "" for drafts, which are not stored. */
  snapshot: string;
  /** What changed since the previous snapshot, whose id `since` is; null if there was none of this space. */
  changed: ByLanguage<StoryChanges>;
  since: string | null;
  renames: Rename[];
  /**
   * Runs the deferred checks. False if a datasource was changed, a folder moved or renamed, or the space has changed
   * meanwhile, so that another pull is needed. Null if nothing was deferred. If it is never called, the next pull checks.
   */
  restUnchanged: (() => Promise<boolean>) | null;
  /**
   * Milliseconds until everything published so far can be seen; null if it is seen already. Tokens with a minimum cache
   * time may get older responses.
   */
  staleForMs: number | null;
  /** Throws if what was pulled is no longer what was asked for: a release may be merged meanwhile. */
  confirm?: (() => Promise<void>) | undefined;
  ms: number;
}

/** What a pull returns besides what it took. */
export type Pulled = Omit<PullResult, "requests" | "ms" | "spaceLanguages">;
