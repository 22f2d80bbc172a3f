import type { Datasources, Lang } from "../../content/model.ts";
import type { Problem } from "../../problems/problem.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { createReferenceIndex, type ReferenceIndex } from "../parse/find-references.ts";
import { type IngestContext, type RejectionsByLang, rejectionKey } from "../parse/ingest-story.ts";
import type { SpaceLink } from "../parse/parse-responses.ts";
import type { ProgressMeter } from "../progress.ts";
import type { PullPlan } from "../pull-plan.ts";
import type { PullOptions } from "../pull-types.ts";
import type { Snapshot } from "../snapshot/open-snapshot.ts";
import { createStoryStore, type StoryStore } from "../snapshot/story-store.ts";
import type { ContentClient } from "../transport/content-client.ts";
import type { LinkMismatches } from "./compare-links.ts";

export interface PullState {
  readonly plan: PullPlan;
  readonly client: ContentClient;
  readonly dir: string;
  readonly perPage: number;
  readonly parallel: number;
  /** Entries per request of the listing (cdn/links). */
  readonly listingPage: number;
  readonly onStory?: PullOptions["onStory"];
  readonly meter: Pick<ProgressMeter, "expectStories" | "expectMore">;
  store: StoryStore;
  rejected: RejectionsByLang;
  /** Uuids of stories that came without a date of publication. */
  undated: Set<string>;
  references: ReferenceIndex;
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
  /** File of the index that the records are read from. */
  savedIndex: string | null;
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
  const rejected = (lang: Lang) => new Map((manifest?.rejected[lang] ?? []).map((one) => [rejectionKey(one), one]));
  return {
    ...setting,
    store: newStore(setting, base),
    rejected: byLanguage(languages, rejected),
    undated: new Set(manifest?.undated),
    references: createReferenceIndex(languages),
    datasources: manifest?.datasources ?? Object.fromEntries(dimensions.map(({ language }) => [language, {}])),
    datasourceProblems: [],
    defaultFromDimension: manifest?.defaultFromDimension ?? false,
    totalsTrue: manifest?.totalsTrue ?? true,
    totals: byLanguage(languages, () => null),
    cv: manifest?.cv ?? 0,
    serverVersion: null,
    linkMismatches: new Map(Object.entries(manifest?.linkMismatches ?? {})),
    savedIndex: manifest?.index ?? null,
    deferChecks: setting.deferChecks && manifest?.settled === true && !manifest.checksDue,
    listingDue: manifest?.checksDue ?? false,
    datasourcesDue: manifest?.checksDue ?? false,
    listed: null,
  };
}

/** Drops all stories before a full read. */
export function resetPullState(state: PullState): void {
  state.store.discard();
  state.store = newStore(state, null);
  state.savedIndex = null;
  state.listingDue = false;
  state.datasourcesDue = false;
  state.rejected = byLanguage(state.plan.languages, () => new Map());
  state.undated = new Set();
  state.references = createReferenceIndex(state.plan.languages);
}

function newStore({ dir, plan }: Pick<PullState, "dir" | "plan">, base: Snapshot | null): StoryStore {
  return createStoryStore({ plan, dir, temporaryName: temporaryName(), base: base ?? undefined });
}

/** Unique, since two pulls may share the folder and one pull may need several names. */
export function temporaryName(): string {
  return `tmp-${process.pid}-${performance.now().toString(36).replace(".", "-")}-${Math.random().toString(36).slice(2)}`;
}

export function ingestContext({ store, rejected, undated, references, client, onStory }: PullState): IngestContext {
  return { store, rejected, undated, references, origin: client.origin, onStory };
}

/** Number of stories as the service counts them, including those that could not be parsed. */
export function storyCount({ store, rejected }: PullState, lang: Lang): number {
  return forLanguage(store.records, lang).size + forLanguage(rejected, lang).size;
}
