import { createPullPlans } from "../fetch/pull-plan.ts";
import type { OpenedPull, PullOptions, PullResult } from "../fetch/pull-space.ts";
import { openSpaces, type SpaceAccess } from "../fetch/pull-spaces.ts";
import type { StoredStories } from "../incremental/stored-stories.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { MAIN_SPACE, spacesOf } from "../site/spaces.ts";
import type { BuildOptions } from "./build-options.ts";
import { type ContentService, type SpaceService, serviceOf } from "./content-service.ts";
import { noteRenames } from "./rename-record.ts";

/** Requests per second; the embedded service needs no limit. */
const EMBEDDED_RATE = 1000;

export interface StartedPull extends Pick<OpenedPull, "unchangedSnapshotId" | "requests"> {
  /** Reads the space as the site needs it; each new or changed story is recorded in `stories` as it arrives. */
  pull(site: ResolvedSite, stories: Pick<StoredStories, "record">): Promise<PullResult>;
}

/** The whole space, from the content service or the last snapshot. */
export async function pull(
  options: BuildOptions,
  service: ContentService,
  { site, stories }: { site: ResolvedSite; stories: StoredStories },
): Promise<PullResult> {
  return (await startPull(options, service, { spaces: spacesOf(site.languages) })).pull(site, stories);
}

type PulledWith = Pick<
  BuildOptions,
  "config" | "stateDir" | "draft" | "release" | "full" | "offline" | "fromTarget" | "reporter" | "signal"
>;

/** Requests what has changed; `pull` of the result reads it. */
export async function startPull(
  options: PulledWith,
  service: Omit<ContentService, "close">,
  of: { spaces: readonly string[] | Promise<readonly string[]> } & Pick<PullOptions, "deferChecks" | "sameRun"> & {
      snapshotIn?: string;
    },
): Promise<StartedPull> {
  const { deferChecks = false, sameRun = false, snapshotIn = options.stateDir } = of;
  const { storyblok } = options.config;
  const { draft } = options;
  const access = ({ endpoint, token, previewToken, spaceId }: SpaceService) => ({
    endpoint,
    spaceId,
    token: draft ? previewToken : token,
    // Who has one token only may have given the preview token as that.
    previewToken: previewToken || token,
  });
  const { config, offline } = options;
  const wanted = draft ? "previewToken" : "token";
  const otherSpace = (space: string): SpaceAccess => {
    const own = offline ? service : serviceOf(space, { config, service }, wanted);
    return { space, ...access(own), ownService: false };
  };
  const others = async () => (await of.spaces).filter((space) => space !== MAIN_SPACE).map(otherSpace);
  let record: StoredStories["record"] = () => undefined;
  const opened = await openSpaces(
    {
      ...access(service),
      release: options.release,
      version: draft ? "draft" : "published",
      perPage: storyblok.perPage,
      requestsPerSecond: service.embedded ? EMBEDDED_RATE : storyblok.requestsPerSecond,
      timeoutMs: storyblok.timeoutMs,
      stateDir: snapshotIn,
      full: options.full,
      ownService: service.embedded,
      offline: options.offline,
      partial: options.fromTarget?.partial,
      deferChecks,
      sameRun,
      onProgress: ({ done, expected, secondsLeft }) =>
        options.reporter.progress(done, expected, secondsLeft > 0 ? `requests, ${secondsLeft} s left` : "requests"),
      onStory: (hash, story) => record(hash, story),
      ...(options.signal && { signal: options.signal }),
    },
    others(),
  );
  return {
    ...opened,
    async pull(site, stories) {
      record = stories.record;
      return opened.pull(createPullPlans(site), (renames) =>
        noteRenames({ renames, definition: site, stateDir: options.stateDir }),
      );
    },
  };
}
