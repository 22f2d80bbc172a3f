/** The embedded content service has drafts: no website that is open in a browser on this machine can read them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { exportSpace } from "../../src/export/export-space.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { definition } from "../helpers/definition.ts";
import { memorySpace, rawStory } from "../helpers/memory-space.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { get } from "../serve/helpers.ts";

const folder = temporaryFolder();
let service: SpaceService;
beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const PATHS = [
  "/v2/cdn/stories?version=draft&token=minimal-preview-token",
  "/f/100200/x/0000000000/none.json",
  "/none",
];
const allowed = async (origin: string, method = "GET") => {
  const answers = await Promise.all(PATHS.map((path) => get(service.origin, path, { origin }, method)));
  expect(answers.map(({ headers }) => headers.vary)).toEqual(PATHS.map(() => "origin"));
  return [...new Set(answers.map(({ headers }) => headers["access-control-allow-origin"]))];
};

test.each([
  "http://127.0.0.1:3000",
  "http://localhost:3000",
  "https://localhost",
  "http://de.localhost:3000",
  "http://[::1]:8080",
])("a page of %s may read it", async (origin) => {
  expect(await allowed(origin)).toEqual([origin]);
  expect(await allowed(origin, "OPTIONS")).toEqual([origin]);
});

test.each([
  "https://evil.example",
  "http://localhost.evil.example",
  "http://evil.example:3000/http://localhost",
  "http://127.0.0.1.evil.example",
  "http://evillocalhost",
  "null",
])("a page of %s may not", async (origin) => {
  expect(await allowed(origin)).toEqual([undefined]);
  expect(await allowed(origin, "OPTIONS")).toEqual([undefined]);
});

test("each exported space has tokens of its own, and keeps them", async () => {
  const space = memorySpace([rawStory({ full_slug: "home", uuid: "a" })]);
  const tokensOf = async (name: string) => {
    const dir = join(folder.dir, name);
    const assets = new Map();
    await exportSpace({ space, site: definition, dir, spaceId: "7", assets, origin: "" });
    const { token, previewToken } = JSON.parse(readFileSync(join(dir, "space.json"), "utf8"));
    return [token, previewToken];
  };
  const [first, second] = [await tokensOf("one"), await tokensOf("two")];
  expect(new Set([...first, ...second]).size).toBe(4);
  for (const token of first) expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(await tokensOf("one")).toEqual(first);
});

test("each site that init makes has tokens of its own, and keeps them", async () => {
  const tokensOf = async (name: string, ...args: string[]) => {
    const dir = join(folder.dir, name);
    await runHere(["init", "--yes", "--dir", dir, ...args], { cwd: folder.dir });
    const { token, previewToken } = JSON.parse(readFileSync(join(dir, "space/space.json"), "utf8"));
    return [token, previewToken];
  };
  const all = [await tokensOf("first"), await tokensOf("second"), await tokensOf("sample", "--sample")];
  expect(new Set(all.flat()).size).toBe(6);
  for (const token of all.flat()) expect(token).toMatch(/^[0-9a-f]{32}$/);
  expect(await tokensOf("first")).toEqual(all[0]);
});
