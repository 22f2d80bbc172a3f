import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { planOf } from "../../fetch/pull-plan.ts";
import { openPull, type PullResult } from "../../fetch/pull-space.ts";
import { openStorySummaryCache, type StorySummaryCache } from "../../incremental/story-summary-cache.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { checkSpaceFitsDefinition } from "../check-space-fits-definition.ts";
import type { ContentService } from "../content-service.ts";
import { type MappedSpace, mapSpace } from "../map-space.ts";

export interface DevContent {
  /** The map of the space as it was pulled last; pulls where the site asks for something else, or `again` is set. */
  map(definition: ResolvedSite, again: boolean): Promise<MappedSpace>;
  close(): void;
}

/**
 * The published content of a space, kept between changes. The snapshot of a configured service is the build's own, so
 * that a session starts with what the last build pulled. The embedded service restarts its version count in each
 * process: its snapshot is this session's alone.
 */
export function openDevContent(options: {
  config: Config;
  service: ContentService;
  stateDir: string;
  signal?: AbortSignal | undefined;
}): DevContent {
  const { config, service, stateDir, signal } = options;
  const own = service.embedded ? mkdtempSync(join(tmpdir(), "sitegen-space-")) : null;
  const { perPage, requestsPerSecond, timeoutMs } = config.storyblok;
  let known: { plan: string; pulled: PullResult } | undefined;

  const pull = async (definition: ResolvedSite, summaries: StorySummaryCache): Promise<PullResult> => {
    const opened = await openPull({
      endpoint: service.endpoint,
      token: service.token,
      version: "published",
      perPage,
      requestsPerSecond,
      timeoutMs,
      stateDir: own ?? stateDir,
      ownService: service.embedded,
      sameRun: true,
      full: false,
      offline: false,
      onStory: summaries.record,
      ...(signal && { signal }),
    });
    return opened.pull(planOf(definition));
  };

  return {
    async map(definition, again) {
      const plan = JSON.stringify(planOf(definition));
      const isKnown = known?.plan === plan && !again;
      const summaries = openStorySummaryCache(stateDir, definition);
      const pulled = isKnown && known ? known.pulled : await pull(definition, summaries);
      const mapped = await mapSpace({ definition, pulled, summaries, stateDir });
      if (!isKnown) known?.pulled.space.close();
      // A rename is reported once, and is in the record now.
      known = { plan, pulled: { ...pulled, renames: [] } };
      checkSpaceFitsDefinition(mapped);
      return mapped;
    },
    close() {
      known?.pulled.space.close();
      if (own !== null) rmSync(own, { recursive: true, force: true });
    },
  };
}
