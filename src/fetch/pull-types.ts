import type { RawStory } from "../content/model.ts";
import type { Problem } from "../problem.ts";
import type { Progress } from "./progress.ts";
import type { PullPlan } from "./pull-plan.ts";
import type { PackedSpace } from "./snapshot/packed-space.ts";
import type { Changes, Rename } from "./sync/changes.ts";
import type { RetryTimes } from "./transport/retry-policy.ts";

/** What a pull is asked for; PullResult is what it returns. */
export interface PullOptions {
  /** Languages, datasources and global story of the site. */
  plan: PullPlan;
  endpoint: string;
  token: string;
  version: "published" | "draft";
  perPage: number;
  requestsPerSecond: number;
  timeoutMs: number;
  /** The snapshot is below it. */
  stateDir: string;
  /** Ignore the snapshot and read everything; it still tells what changed. */
  full: boolean;
  /**
   * The pull may end before it knows whether a folder was moved or renamed, which in a large space takes a story of
   * each; `foldersStay` of the result then asks.
   */
  foldersLater?: boolean | undefined;
  /** The last snapshot and no request. */
  offline: boolean;
  /**
   * The service is the embedded one, started by this program: it has no limits per page size, and files edited while
   * it was not running carry no date, so that a space which moved is read whole.
   */
  ownService?: boolean | undefined;
  /** The snapshot was made from this very run of the service, so that their versions can be compared. */
  sameRun?: boolean | undefined;
  /** Hears of every story that is new or changed, with the hash it is stored under. */
  onStory?: ((hash: string, story: RawStory) => void) | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Entries of cdn/links per request; tests lower it to reach the ways of a large space with a small one. */
  listingPage?: number | undefined;
  /** Waits between retries and the rate window; tests shorten them. */
  times?: RetryTimes | undefined;
  rateWindowMs?: number | undefined;
}

export interface PullResult {
  /** Stories are read from disk while it is in use; `close` ends that. */
  space: PackedSpace;
  problems: Problem[];
  /** Codes of the space's languages beside the default one; null where that is not known. */
  spaceLanguages: string[] | null;
  requests: { total: number; retried: number };
  /** False: nothing changed since the snapshot. */
  moved: boolean;
  /** Names the snapshot that holds this space; "" for drafts, which none holds. */
  snapshot: string;
  /** What is different from the snapshot that `since` names; null where there was none of this space. */
  changed: Changes;
  since: string | null;
  renames: Rename[];
  /**
   * Asks what the pull has left open: false where a folder was moved or renamed, or the space has moved on, so that
   * another pull is due. Null where nothing is open. As long as it was not asked, the next pull looks.
   */
  foldersStay: (() => Promise<boolean>) | null;
  ms: number;
}
