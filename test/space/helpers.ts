/** A content service for one test, over a folder written for it. */
import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import {
  type SpaceService,
  type SpaceServiceOptions,
  startSpaceService,
} from "../../bench/space/service/start-space-service.ts";
import type { StoryResponse } from "../../src/space/service/story-response.ts";

export const MINIMAL = join(import.meta.dirname, "../fixtures/spaces/minimal");

export const SPACE_JSON = {
  name: "Test",
  id: 4711,
  version: 1767600000,
  languages: ["de"],
  token: "public",
  previewToken: "preview",
};

export type Files = Record<string, unknown>;

/** Writes a space folder; strings and buffers are written unchanged, everything else as JSON. */
export async function makeSpace(files: Files): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "space-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await putFiles(dir, { "space.json": SPACE_JSON, ...files });
  return dir;
}

export async function putFiles(dir: string, files: Files): Promise<void> {
  for (const [path, value] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    const raw = typeof value === "string" || Buffer.isBuffer(value);
    // Synchronously, so that a service in this process never reads half a file.
    writeFileSync(join(dir, path), raw ? value : JSON.stringify(value, null, 2));
  }
}

export async function serve(options: SpaceServiceOptions): Promise<SpaceService> {
  const service = await startSpaceService({ quiet: true, watch: false, ...options });
  onTestFinished(() => service.close());
  return service;
}

export async function serveFiles(files: Files, options: SpaceServiceOptions = {}): Promise<SpaceService> {
  return serve({ dir: await makeSpace(files), ...options });
}

/** One service for all tests of a file. */
export function serveOnce(files: Files, options: SpaceServiceOptions = {}): () => SpaceService {
  let service: SpaceService | undefined;
  let dir = "";
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "space-"));
    await putFiles(dir, { "space.json": SPACE_JSON, ...files });
    service = await startSpaceService({ dir, quiet: true, watch: false, ...options });
  });
  afterAll(async () => {
    await service?.close();
    await rm(dir, { recursive: true, force: true });
  });
  return () => {
    if (!service) throw new Error("The service is there once the tests run.");
    return service;
  };
}

/** A page with some content, as a story file. */
export function page(content: Record<string, unknown> = {}, frame: Record<string, unknown> = {}) {
  return { content: { component: "Page", ...content }, ...frame };
}

/** All members of any endpoint's response; a test reads those of its endpoint. */
export interface ApiBody {
  stories: StoryResponse[];
  story: StoryResponse;
  cv: number;
  rels: StoryResponse[];
  rel_uuids: string[];
  links: StoryResponse[] & Record<string, Record<string, unknown>>;
  link: Record<string, unknown>;
  link_uuids: string[];
  datasources: Record<string, unknown>[];
  datasource: Record<string, unknown>;
  datasource_entries: { name: string; value: string; dimension_value: string | null }[];
  tags: Record<string, unknown>[];
  space: { id: number; name: string; version: number; language_codes: string[] };
}

export interface ApiResult {
  status: number;
  headers: Headers;
  url: string;
  text: string;
  /** Parsed if the response is JSON. */
  body: ApiBody;
}

/** Sends a request to the API; follows redirects by default. */
export async function api(
  service: SpaceService,
  path: string,
  init: { token?: string; redirect?: RequestRedirect; headers?: Record<string, string> } = {},
): Promise<ApiResult> {
  const url = new URL(`${service.endpoint}/cdn/${path}`);
  if (!url.searchParams.has("token")) url.searchParams.set("token", init.token ?? service.previewToken);
  const response = await fetch(url, { redirect: init.redirect ?? "follow", headers: init.headers ?? {} });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
  const body = (isJson ? JSON.parse(text) : {}) as ApiBody;
  return { status: response.status, headers: response.headers, url: response.url, text, body };
}

export function slugs(result: ApiResult): string[] {
  return result.body.stories.map((story) => story.full_slug);
}
