import { createProblem, type Problem } from "../../problems/problem.ts";
import type { Datasources, Lang } from "../../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import type { SpaceLink } from "../parse/parse-responses.ts";
import type { ProgressMeter } from "../progress.ts";
import type { PullPlan } from "../pull-plan.ts";
import { rejectionsOf, type StoryIntake } from "../snapshot/ingest-story.ts";
import type { Snapshot } from "../snapshot/snapshot-table.ts";
import { createStoryStore } from "../snapshot/story-store.ts";
import type { LinkMismatches } from "./compare-links.ts";

export interface PullState extends StoryIntake {
  readonly plan: PullPlan;
  readonly dir: string;
  readonly perPage: number;
  readonly parallel: number;
  /** Entries per request of the listing (cdn/links). */
  readonly listingPage: number;
  readonly meter: Pick<ProgressMeter, "expectStories" | "expectMore">;
  datasources: ByLanguage<Datasources>;
  datasourceProblems: Problem[];
  /** True if datasource responses with a dimension also hold the default values. */
  defaultFromDimension: boolean;
  /** True as long as the service's `total` header was correct. */
  totalsTrue: boolean;
  /** Number of stories according to that header. */
  totals: ByLanguage<number | null>;
  cv: number;
  /** The space's version that cdn/spaces/me returned last; null until it could be read. */
  serverVersion: number | null;
  /** The service's time before anything was read, in seconds since 1970. */
  readonly startedAt: number;
  linkMismatches: LinkMismatches;
  /** Uuids that stories refer to and that were requested in vain; not requested again. */
  readonly missing: Set<string>;
  /** The snapshot that the records are read from. */
  base: Snapshot | null;
  /** Checks may be deferred (read-space.ts): that is wanted, and the last pull left nothing open. */
  readonly deferChecks: boolean;
  /** True if the listing has still to be compared, because of this pull or of the snapshot's. */
  listingDue: boolean;
  /** The same for the datasources. */
  datasourcesDue: boolean;
  /** A listing with so many changes that everything is read instead. */
  listed: SpaceLink[] | null;
}

export type PullStateOptions = Pick<
  PullState,
  "plan" | "client" | "dir" | "perPage" | "parallel" | "listingPage" | "meter" | "onStory" | "deferChecks" | "startedAt"
>;

/** Starts empty, or from the last snapshot. */
export function createPullState(setting: PullStateOptions, base: Snapshot | null): PullState {
  const { languages, dimensions } = setting.plan;
  const manifest = base?.manifest;
  return {
    ...setting,
    store: createStoryStore(setting.plan, setting.dir, base),
    rejected: byLanguage(languages, (lang) => rejectionsOf(manifest?.rejected[lang])),
    undated: new Set(manifest?.undated),
    references: new Set(),
    missing: new Set(manifest?.missing),
    datasources: manifest?.datasources ?? Object.fromEntries(dimensions.map(({ language }) => [language, {}])),
    datasourceProblems: [],
    defaultFromDimension: manifest?.defaultFromDimension ?? false,
    totalsTrue: manifest?.totalsTrue ?? true,
    totals: byLanguage(languages, () => null),
    cv: manifest?.cv ?? 0,
    serverVersion: null,
    linkMismatches: new Map(Object.entries(manifest?.linkMismatches ?? {})),
    base,
    deferChecks: setting.deferChecks && manifest?.settled === true && !manifest.checksDue,
    listingDue: manifest?.checksDue ?? false,
    datasourcesDue: manifest?.checksDue ?? false,
    listed: null,
  };
}

/** Drops all stories before a full read. */
export function resetPullState(state: PullState): void {
  state.store.discard();
  state.store = createStoryStore(state.plan, state.dir, null);
  state.base = null;
  state.listingDue = false;
  state.datasourcesDue = false;
  state.rejected = byLanguage(state.plan.languages, () => new Map());
  state.undated = new Set();
  state.references = new Set();
}

/** Number of stories as the service counts them, including those that could not be parsed. */
export function storyCount({ store, rejected }: PullState, lang: Lang): number {
  return forLanguage(store.records, lang).size + forLanguage(rejected, lang).size;
}

/** Tracks whether everything that was read came from the same content version (cv). */
export interface CvTracker {
  /** The content version to request. */
  readonly cv: number;
  /** Records the content version of a response; null if it has none. */
  note(cv: number | null): void;
  /** Requests the newest version seen from now on. */
  adopt(): void;
  /** The newest version seen, or the requested one if responses have none. */
  newest(): number;
  /** True if more than one version was seen: the result may be inconsistent. */
  isInconsistent(): boolean;
}

/** `steady` is false for drafts, whose responses are not tied to a version. */
export function createCvTracker(cv: number, { steady }: { steady: boolean }): CvTracker {
  const seen = new Set<number>();
  let pinned = cv;
  return {
    get cv() {
      return pinned;
    },
    note(served) {
      if (served !== null) seen.add(served);
    },
    adopt() {
      if (seen.size > 0) pinned = Math.max(...seen);
    },
    newest: () => (seen.size > 0 ? Math.max(...seen) : pinned),
    isInconsistent: () => steady && seen.size > 1,
  };
}

/** For drafts alone, which are of no version. */
export function createDraftTracker(): CvTracker {
  return createCvTracker(0, { steady: false });
}

/** Minimum cache times in seconds that tokens are given. */
const WINDOWS = [
  30, 60, 120, 180, 240, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400,
];

/** Unix times in seconds: the space's version, and the content version of the responses. */
interface Versions {
  version: number;
  cv: number;
}

/**
 * The token's minimum cache time in seconds; null if it has none. With one, the content version is the space's version
 * rounded down to a multiple of it, and responses may be as old as that. If several fit, the longest: the cost of a
 * wrong guess is only a request too many. `known` is the one learned before.
 */
export function learnCacheWindow(known: number | null, { version, cv }: Versions): number | null {
  const fits = (window: number) => cv % window === 0 && version - cv < window;
  if (known !== null && fits(known)) return known;
  return version > cv ? (WINDOWS.findLast(fits) ?? null) : null;
}

/** When everything published until `version` is in the responses, as Unix time in seconds. */
export function windowEnd(window: number, version: number): number {
  return (Math.floor(version / window) + 1) * window;
}

export function cacheWindowNotice(window: number): Problem {
  const text = window % 60 === 0 ? `${window / 60} min` : `${window} s`;
  return createProblem("info", "FETCH_MINIMUM_CACHE", {
    message: `The token has a minimum cache time of ${text}: what is published may take as long to be seen.`,
    hint: "To see publishes at once, set the token's minimum cache time to 0 in the content service, or use a token without one.",
  });
}
