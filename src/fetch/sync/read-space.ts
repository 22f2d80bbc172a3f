import { sitegenError } from "../../problems/errors.ts";
import { MAX_TOP_UPS } from "../constants.ts";
import { containsDefaultValues } from "../requests/fetch-datasources.ts";
import { fetchVersionOrZero } from "../requests/fetch-version-or-zero.ts";
import type { Unresolved } from "../snapshot/manifest.ts";
import { recordLinkMismatches } from "./compare-links.ts";
import { createCvTracker } from "./cv-tracker.ts";
import { fullPull } from "./full-pull.ts";
import { incrementalSync } from "./incremental-sync.ts";
import { fetchMissing } from "./missing-stories.ts";
import { ingestContext, type PullState, resetPullState, storyCount } from "./pull-state.ts";

export interface ReadSpaceOptions {
  state: PullState;
  version: number;
  /** True if the state comes from a consistent snapshot. */
  trusted: boolean;
  unresolved: readonly Unresolved[];
}

type Read = { kind: "steady"; cv: number } | { kind: "moved"; version: number } | { kind: "lost" };

/**
 * Reads the space until the result is one consistent version: in full if nothing is known, otherwise only what changed.
 * If the space changes meanwhile, the changes are read with a few more requests and without a restart.
 */
export async function readSpace({ state, version, trusted, unresolved }: ReadSpaceOptions): Promise<void> {
  let known = trusted;
  let trust = trusted;
  let at = version;
  for (let round = 0; round <= MAX_TOP_UPS; round += 1) {
    const read: Read = known
      ? await incrementalSync({ state, version: at, trusted: trust })
      : await pullWhole(state, at);
    const outcome = read.kind === "steady" ? await readMissing(state, read.cv, unresolved) : read;
    if (outcome.kind === "steady") {
      state.cv = outcome.cv;
      return;
    }
    trust = false;
    known = outcome.kind === "moved";
    if (outcome.kind === "moved") at = Math.max(at, outcome.version);
    else resetPullState(state);
  }
  throw sitegenError("FETCH_MOVING", {
    message: `The space kept changing while it was pulled; gave up after ${MAX_TOP_UPS} attempts to catch up.`,
  });
}

async function pullWhole(state: PullState, version: number): Promise<Read> {
  const steady = state.client.version === "published";
  const tracker = createCvTracker(version, { steady });
  const { perPage, parallel, client, meter } = state;
  const { languages, dimensions, datasources } = state.plan;
  // Global stories, datasources and the version; pages are added when their number is known.
  meter.expectMore(languages.length + dimensions.length * datasources.length + 1);
  const fetched = await fullPull({
    client,
    tracker,
    intake: ingestContext(state),
    perPage,
    parallel,
    onTotal: (stories, lang) => {
      state.totals[lang] = stories;
      meter.expectStories(lang, stories);
    },
  });
  state.datasources = fetched.datasources;
  state.datasourceProblems = fetched.problems;
  state.defaultFromDimension = fetched.problems.length === 0 && containsDefaultValues(state.plan, fetched.datasources);
  state.totalsTrue = true;
  const cv = tracker.newest();
  if (!steady) return { kind: "steady", cv };
  if (tracker.torn()) return { kind: "moved", version: cv };
  // CDN responses may all be of the old version; the space's own version tells.
  const now = await fetchVersionOrZero(state);
  if (now > Math.max(version, cv)) return { kind: "moved", version: now };
  // If the service counts another number of stories than were read, its listing is compared.
  state.totalsTrue = languages.every((lang) => [null, storyCount(state, lang)].includes(state.totals[lang] ?? null));
  if (!state.totalsTrue) return { kind: "moved", version };
  compareWithListing(state);
  return { kind: "steady", cv };
}

/** What differs between the listing and the stories just read will not be resolved by reading them again. */
function compareWithListing(state: PullState): void {
  const links = state.listed ?? [];
  recordLinkMismatches(state.linkMismatches, {
    records: state.store.records,
    links,
    uuids: new Set(links.map((link) => link.uuid)),
  });
  state.listed = null;
}

async function readMissing(state: PullState, cv: number, unresolved: readonly Unresolved[]): Promise<Read> {
  const tracker = createCvTracker(cv, { steady: state.client.version === "published" });
  await fetchMissing(state, tracker, unresolved);
  const moved = state.client.version === "published" && tracker.newest() !== cv;
  return moved ? { kind: "moved", version: tracker.newest() } : { kind: "steady", cv };
}
