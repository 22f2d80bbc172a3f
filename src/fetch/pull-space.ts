import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Lang, Space } from "../content/model.ts";
import type { Problem } from "../problem.ts";
import { MAX_IN_FLIGHT } from "./constants.ts";
import { createContentClient } from "./content-client.ts";
import { createCvWatch } from "./cv-watch.ts";
import { fetchVersion } from "./fetch-version.ts";
import { fullPull } from "./full-pull.ts";
import { createProgressMeter, type Progress } from "./progress.ts";
import { createPackedSpace } from "./snapshot/packed-space.ts";
import { createStoryStore } from "./snapshot/story-store.ts";
import { rejectionProblems } from "./story-intake.ts";

export interface PullOptions {
  endpoint: string;
  token: string;
  version: "published" | "draft";
  perPage: number;
  requestsPerSecond: number;
  timeoutMs: number;
  /** The snapshot lies below it. */
  stateDir: string;
  full: boolean;
  offline: boolean;
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

export interface PullResult {
  space: Space;
  problems: Problem[];
  requests: { total: number; retried: number };
  moved: boolean;
  changed: Record<Lang, { published: string[]; renamed: { uuid: string; from: string }[]; removed: string[] }> & {
    datasources: boolean;
    global: boolean;
  };
  renames: { from: string; to: string }[];
  ms: number;
}

export async function pullSpace(options: PullOptions): Promise<PullResult> {
  const started = performance.now();
  const meter = createProgressMeter({
    count: () => client.count,
    perPage: options.perPage,
    requestsPerSecond: options.requestsPerSecond,
    report: options.onProgress,
  });
  const client = createContentClient({ ...options, onExchange: () => meter.tick() });
  const dir = join(options.stateDir, "snapshot");
  mkdirSync(dir, { recursive: true });
  const { version, problem } = await fetchVersion(client, Date.now);
  const store = createStoryStore({ dir, temporaryName: `tmp-${process.pid}-${Date.now()}` });
  const rejected = { en: new Map(), de: new Map() };
  const watch = createCvWatch(version, { steady: options.version === "published" });
  const { datasources, problems } = await fullPull({
    client,
    watch,
    intake: { store, rejected, origin: client.origin },
    perPage: options.perPage,
    parallel: Math.min(MAX_IN_FLIGHT / 2, options.requestsPerSecond),
    onTotal: (stories, lang) => meter.expectStories(lang, stories),
  });
  store.finish();
  const space = createPackedSpace({ cv: watch.cv, datasources, records: store.records, packs: store.packs() });
  return {
    space,
    problems: [...(problem ? [problem] : []), ...problems, ...rejectionProblems(rejected)],
    requests: client.count,
    moved: true,
    changed: {
      en: { published: [], renamed: [], removed: [] },
      de: { published: [], renamed: [], removed: [] },
      datasources: true,
      global: true,
    },
    renames: [],
    ms: Math.round(performance.now() - started),
  };
}
