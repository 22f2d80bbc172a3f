/** A build on several machines equals one on a single machine, byte for byte; and which parts cannot be merged. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { build } from "../../src/generate/generate.ts";
import { belongsToShard, readShard } from "../../src/generate/shards/part-file.ts";
import { renderShard } from "../../src/generate/shards/render-shard.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { takeBundles } from "../helpers/bundles.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
const at = (name: string) => join(folder.dir, name);
let service: Awaited<ReturnType<typeof startSpaceService>>;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = {
    definition: SAMPLE,
    site: { companyName: "X", origin: "https://www.example.com" },
    storyblok: { requestsPerSecond: 1000 },
  };
  writeFileSync(at("sitegen.config.json"), JSON.stringify(config));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

async function optionsFor(stateDir: string, out: string): Promise<BuildOptions> {
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const config = await loadConfig({ cwd: folder.dir, file: at("sitegen.config.json"), env });
  const plain = { draft: false, full: false, offline: true, strict: false, keepGoing: false, dryRun: false };
  return { ...plain, config, out, stateDir, jobs: 1, reporter: SILENT };
}

const single = (stateDir: string, out: string) =>
  buildSite({ service, out, stateDir, config: at("sitegen.config.json"), overrides: { offline: false } });

async function shards(stateDir: string, of: number, name: string): Promise<string[]> {
  const parts: string[] = [];
  for (let index = 1; index <= of; index += 1) {
    const part = at(`${name}-${index}of${of}`);
    await renderShard(await optionsFor(stateDir, part), { index, of });
    parts.push(part);
  }
  return parts;
}

const merge = async (stateDir: string, out: string, parts: string[], more: Partial<BuildOptions> = {}) =>
  build({ ...(await optionsFor(stateDir, out)), parts, ...more });

let moment = 0;
function publishSomething(): void {
  moment += 1;
  service.publish("company/about", (story) => {
    story.content.meta_title = `Moment ${moment}`;
  });
}

describe.each(IS_EXHAUSTIVE ? [1, 2, 5] : [2])("%i shards", (of) => {
  test("make the site that one machine makes, cold, and warm after a publish", async () => {
    const [one, many] = [at(`one-${of}`), at(`many-${of}`)];
    const [state, shared] = [at(`state-${of}`), at(`shared-${of}`)];
    mkdirSync(state);
    const first = await single(state, one);
    cpSync(state, shared, { recursive: true });
    for (const name of ["output", "cache"]) rmSync(join(shared, name), { recursive: true, force: true });
    if (of !== 2 || !IS_EXHAUSTIVE) takeBundles(shared); // once the code is bundled from nothing
    const parts = await shards(shared, of, "cold");
    const merged = await merge(shared, many, parts.toReversed());
    expect(merged.report.buildId).toBe(first.report.buildId);
    expect(filesOf(many)).toEqual(filesOf(one));
    expect(merged.report.problems).toEqual(first.report.problems);

    publishSomething();
    const second = await single(state, one);
    expect(second.report.pages.written).toBeGreaterThan(0);
    // The state of the shards pulls by itself; then all of them render again.
    await buildSite({ service, out: at(`pulled-${of}`), stateDir: shared, config: at("sitegen.config.json") });
    const warm = await merge(shared, many, await shards(shared, of, "cold"));
    expect(filesOf(many)).toEqual(filesOf(one));
    expect(warm.report.pages).toEqual(second.report.pages);

    // What a merge leaves behind makes the next build on one machine an incremental one.
    publishSomething();
    await single(state, one);
    const next = await buildSite({ service, out: many, stateDir: shared, config: at("sitegen.config.json") });
    expect(next.report.pages.written).toBe(second.report.pages.written);
    expect(filesOf(many)).toEqual(filesOf(one));
  });
});

describe("parts", () => {
  let parts: string[];
  let other: string[];
  const state = at("state");
  const out = at("site");
  let before: Record<string, string>;
  beforeAll(async () => {
    mkdirSync(state);
    await single(state, out);
    other = await shards(state, 2, "older");
    publishSomething();
    await single(state, out);
    before = filesOf(out);
    parts = await shards(state, 3, "part");
  });
  const refused = async (given: string[], why: RegExp) => {
    await expect(merge(state, out, given)).rejects.toMatchObject({
      code: "PART_WRONG",
      message: expect.stringMatching(why),
    });
    expect(filesOf(out)).toEqual(before);
  };
  const copy = (index: number) => {
    const to = at("copy");
    rmSync(to, { recursive: true, force: true });
    cpSync(parts[index] ?? "", to, { recursive: true });
    return to;
  };
  const [first, second, third] = [() => parts[0] ?? "", () => parts[1] ?? "", () => parts[2] ?? ""];

  test("a shard run again, also with more threads, gives the same part", async () => {
    const files = filesOf(second());
    await renderShard({ ...(await optionsFor(state, second())), jobs: 2 }, { index: 2, of: 3 });
    expect(filesOf(second())).toEqual(files);
  });

  test("missing, doubled, of another number of shards, of another input, not there at all", async () => {
    await refused([first(), third()], /^Of 3 shards number 2 is missing/);
    await refused([first()], /numbers 2, 3 are missing/);
    await refused([first(), second(), third(), copy(1)], /it is shard 2 of 3, and so is /);
    await refused([first(), second(), third(), ...other.slice(0, 1)], /rendered from another input/);
    await refused([first(), second(), at("nowhere")], /holds no finished part/);
    await refused([first(), second(), out], /holds no finished part/);
    const four = await shards(state, 4, "four");
    await refused([first(), four[1] ?? "", third()], /one of 4 shards, but .* one of 3/);
  });

  test("damaged: its list, a page that changed, a page that is new to the site, a file that is lost", async () => {
    const damaged = copy(0);
    const list = join(damaged, "part.json");
    const text = readFileSync(list, "utf8");
    writeFileSync(list, text.replace('"size":', '"size":1'));
    await refused([damaged, second(), third()], /part\.json is damaged/);
    writeFileSync(list, text.slice(0, -20));
    await refused([damaged, second(), third()], /part\.json is damaged/);
    writeFileSync(list, text);
    const [page = ""] = readdirSync(join(damaged, "tree"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("index.html"),
    );
    const file = join(damaged, "tree", page);
    const html = readFileSync(file, "utf8");
    writeFileSync(file, html.replace("<title>", "<title>x"));
    await refused([damaged, second(), third()], /index\.html is damaged/);
    rmSync(file);
    await refused([damaged, second(), third()], /index\.html is missing/);
  });

  test("a folder that is no part's is not cleared", async () => {
    await expect(renderShard(await optionsFor(state, out), { index: 1, of: 3 })).rejects.toMatchObject({
      code: "PART_FOLDER",
    });
    expect(filesOf(out)).toEqual(before);
  });

  test("a dry run checks and changes nothing; the merge itself does", async () => {
    await merge(state, at("dry"), parts, { dryRun: true });
    expect(readdirSync(folder.dir)).not.toContain("dry");
    await merge(state, at("fresh"), parts);
    const pages = Object.entries(before).filter(([path]) => !path.startsWith("_assets/"));
    const fresh = filesOf(at("fresh"));
    expect(pages.filter(([path, hash]) => fresh[path] !== hash)).toEqual([]);
  });
});

describe("which shard a machine is", () => {
  test.each([
    [
      { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "3" },
      { index: 2, of: 3 },
    ],
    [{ CI_NODE_INDEX: "1", CI_NODE_TOTAL: "1" }, null],
    [
      { JOB_COMPLETION_INDEX: "0", SITEGEN_SHARDS: "4" },
      { index: 1, of: 4 },
    ],
    [
      { AWS_BATCH_JOB_ARRAY_INDEX: "3", SITEGEN_SHARDS: "4" },
      { index: 4, of: 4 },
    ],
    [{ JOB_COMPLETION_INDEX: "0" }, null],
    [{}, null],
  ])("%j", (env, shard) => {
    expect(readShard(undefined, env)).toEqual(shard);
    expect(readShard("5/7", env)).toEqual({ index: 5, of: 7 });
  });

  test.each(["0/3", "4/3", "1", "1/", "a/b", "1/0", "-1/3", "1.5/3"])("--shard %s is refused", (flag) => {
    expect(() => readShard(flag, {})).toThrow(expect.objectContaining({ code: "SHARD_INVALID" }));
  });

  test("every route falls to exactly one shard, and shards are of about one size", () => {
    const paths = Array.from({ length: 7000 }, (_, n) => `/section-${n % 7}/page-${n}/`);
    const sizes = [1, 2, 3, 4, 5, 6, 7].map(
      (index) => paths.filter((path) => belongsToShard(path, { index, of: 7 })).length,
    );
    expect(sizes.reduce((a, b) => a + b)).toBe(7000);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(300);
  });
});

test("from the command line: pull, shards by flag and by variable, merge", async () => {
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const run = (args: string[], more: Record<string, string> = {}) =>
    runHere([...args, "--state", "cli-state", "--quiet"], { cwd: folder.dir, env: { ...env, ...more } });
  const pulled = await run(["pull", "--json"]);
  expect([pulled.code, JSON.parse(pulled.stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
  takeBundles(at("cli-state"));
  const byFlag = await run(["generate", "--offline", "--shard", "1/2", "--out", "cli-1", "--json"]);
  expect(JSON.parse(byFlag.stdout)).toMatchObject({ ok: true, shard: { index: 1, of: 2 } });
  const missing = await run(["merge", "cli-1", "--out", "cli-site", "--json"]);
  expect([missing.code, JSON.parse(missing.stdout).error.code]).toEqual([1, "PART_WRONG"]);
  const variables = { JOB_COMPLETION_INDEX: "1", SITEGEN_SHARDS: "2" };
  expect((await run(["generate", "--offline", "--out", "cli-2"], variables)).code).toBe(0);
  const merged = await run(["merge", "cli-1", "cli-2", "--out", "cli-site", "--json"]);
  const alone = await run(["generate", "--out", "cli-one", "--json"]);
  expect([merged.code, JSON.parse(merged.stdout).buildId]).toEqual([0, JSON.parse(alone.stdout).buildId]);
  expect(filesOf(at("cli-site"))).toEqual(filesOf(at("cli-one")));
  expect((await run(["generate", "--shard", "3/2"])).code).toBe(2);
});
