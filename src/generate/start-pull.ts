import { createPullPlan } from "../fetch/pull-plan.ts";
import { type OpenedPull, openPull, type PullOptions, type PullResult } from "../fetch/pull-space.ts";
import type { StoredStories } from "../incremental/stored-stories.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { BuildOptions } from "./build-options.ts";
import type { ContentService } from "./content-service.ts";

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
  return (await startPull(options, service)).pull(site, stories);
}

/** Requests what has changed; `pull` of the result reads it. */
export async function startPull(
  options: BuildOptions,
  service: ContentService,
  { deferChecks = false }: Pick<PullOptions, "deferChecks"> = {},
): Promise<StartedPull> {
  const { storyblok } = options.config;
  const draft = options.draft;
  let record: StoredStories["record"] = () => undefined;
  const opened = await openPull({
    endpoint: service.endpoint,
    spaceId: service.spaceId,
    token: draft ? service.previewToken : service.token,
    release: options.release,
    // Who has one token only may have given the preview token as that.
    previewToken: service.previewToken || service.token,
    version: draft ? "draft" : "published",
    perPage: storyblok.perPage,
    requestsPerSecond: service.embedded ? EMBEDDED_RATE : storyblok.requestsPerSecond,
    timeoutMs: storyblok.timeoutMs,
    stateDir: options.stateDir,
    full: options.full,
    ownService: service.embedded,
    offline: options.offline,
    partial: options.fromTarget?.partial,
    deferChecks,
    onProgress: ({ done, expected, secondsLeft }) =>
      options.reporter.progress(done, expected, secondsLeft > 0 ? `requests, ${secondsLeft} s left` : "requests"),
    onStory: (hash, story) => record(hash, story),
    ...(options.signal && { signal: options.signal }),
  });
  return {
    ...opened,
    async pull(site, stories) {
      record = stories.record;
      const pulled = await opened.pull(createPullPlan(site));
      // Resolving a page reports unresolved relations too, with the language and the block's path.
      const problems = pulled.problems.filter((problem) => problem.code !== "CONTENT_UNRESOLVED_RELATION");
      return { ...pulled, problems };
    },
  };
}
