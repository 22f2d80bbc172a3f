import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { openPull } from "../../src/fetch/pull-space.ts";
import type { PullOptions, PullResult } from "../../src/fetch/pull-types.ts";
import type { Lang, RawStory, Space } from "../../src/site/api/model.ts";
import type { SpaceContents } from "../../src/space/model.ts";
import { plan } from "../helpers/definition.ts";

export const MINIMAL_SPACE = join(import.meta.dirname, "../fixtures/spaces/minimal");

/** Everything a test opens is closed in reverse order. */
export interface PullFixture {
  service: SpaceService;
  stateDir: string;
  pull(options?: Partial<PullOptions>): Promise<PullResult>;
  /** A pull without a snapshot. */
  cleanPull(options?: Partial<PullOptions>): Promise<PullResult>;
  tempDir(): string;
  /** Replaces the service by another with these contents and a newer version: changes without dates. */
  reopen(contents: SpaceContents, version?: number): Promise<void>;
  close(): Promise<void>;
}

/** Options of a test's pull, with short delays. */
export const QUICK: Omit<PullOptions, "plan" | "endpoint" | "token" | "stateDir"> = {
  version: "published",
  perPage: 100,
  full: false,
  offline: false,
  times: { rateLimitDelayMs: 5, transientDelayMs: 5 },
  rateWindowMs: 1,
  requestsPerSecond: 1000,
  timeoutMs: 20_000,
};

export type ServiceOptions = Parameters<typeof startSpaceService>[0];

export async function openPullFixture(options: Partial<ServiceOptions> = {}): Promise<PullFixture> {
  const dirs: string[] = [];
  const tempDir = () => {
    const dir = mkdtempSync(join(tmpdir(), "sitegen-fetch-"));
    dirs.push(dir);
    return dir;
  };
  const source = options.space ? {} : { dir: MINIMAL_SPACE, watch: false };
  let service = await startSpaceService({ ...source, quiet: true, ...options });
  const stateDir = tempDir();
  const opened: PullResult[] = [];
  const pull = async (changes: Partial<PullOptions> = {}) => {
    const opening = await openPull({
      endpoint: service.endpoint,
      token: changes.version === "draft" ? service.previewToken : service.token,
      stateDir,
      ...QUICK,
      ...changes,
    });
    const result = await opening.pull(changes.plan ?? plan);
    opened.push(result);
    return result;
  };
  return {
    get service() {
      return service;
    },
    stateDir,
    tempDir,
    pull,
    cleanPull: (changes = {}) => pull({ ...changes, stateDir: tempDir() }),
    async reopen(contents, version = service.cv() + 1) {
      await service.close();
      service = await startSpaceService({ ...options, space: { ...contents, info: { ...contents.info, version } } });
    },
    async close() {
      for (const { space } of opened) space.close();
      await service.close();
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Everything a build can read of a space, as plain values for comparison. */
export function contentsOf(space: Space): unknown {
  const stories = (lang: Lang): RawStory[] => [...space.stories(lang)];
  return {
    global: space.global,
    datasources: space.datasources,
    en: stories("en"),
    de: stories("de"),
    index: [...space.index("en"), ...space.index("de")].map(({ uuid, hash }) => ({ uuid, hash })),
  };
}

/** Requests since `from`, optionally without those for the version. */
export function paths(service: SpaceService, from = 0): string[] {
  return service.log.slice(from).map(({ path, query }) => {
    const shown = Object.entries(query).filter(([key]) => key !== "cv" && key !== "version");
    return `${path.replace("/v2/cdn/", "")}?${shown.map(([key, value]) => `${key}=${value}`).join("&")}`;
  });
}
