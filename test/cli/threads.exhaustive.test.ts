/** Any number of threads writes the same site. `npm test` has test/generate/shards.test.ts. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { syntheticSlug, syntheticSpace } from "../../bench/space/synthetic.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

/** Enough pages that more threads than one are started (src/generate/render-pool.ts). */
const STORIES = 205;
const folder = temporaryFolder();
let service: SpaceService;

beforeAll(async () => {
  service = await startSpaceService({ space: syntheticSpace({ stories: STORIES }), rateLimit: false, quiet: true });
  writeFileSync(
    join(folder.dir, "sitegen.config.json"),
    JSON.stringify({ definition: SAMPLE, site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } }),
  );
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const generate = (name: string, args: string[]): Promise<CliResult> =>
  runCli(["generate", "--out", name, "--state", `${name}-state`, ...args], {
    cwd: folder.dir,
    env: { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token },
  });

test("any number of threads gives the same bytes, clean and after a change of every page", async () => {
  const first = await generate("one", ["--jobs", "1", "--verbose"]);
  const other = await generate("many", ["--jobs", "3", "--verbose"]);
  expect([first.code, other.code]).toEqual([0, 0]);
  expect(filesOf(join(folder.dir, "many"))).toEqual(filesOf(join(folder.dir, "one")));
  expect(other.stderr).toMatch(/Threads: 3 /);
  expect(first.stderr).toMatch(/Threads: 1 /);

  service.setGlobal((story) => {
    story.content.open_jobs = "17";
  });
  service.publish(syntheticSlug(4), (story) => {
    story.content.teaser_title = "Another title";
  });
  await generate("many", ["--jobs", "3"]);
  await generate("one", ["--jobs", "1"]);
  const many = filesOf(join(folder.dir, "many"));
  expect(many).toEqual(filesOf(join(folder.dir, "one")));
  const { id } = JSON.parse(readFileSync(join(folder.dir, "many/_assets/builds/latest.json"), "utf8"));
  await generate("clean", ["--jobs", "2"]);
  expect(JSON.parse(readFileSync(join(folder.dir, "clean/_assets/builds/latest.json"), "utf8")).id).toBe(id);
}, 300_000);

test("--verbose accounts for the time, the slowest pages and what was kept", async () => {
  const { stderr } = await generate("one", ["--verbose", "--full"]);
  expect(stderr).toMatch(/Time: fetch \d+\.\d s, bundle \d+\.\d s, render \d+\.\d s, write \d+\.\d s/);
  expect(stderr).toMatch(/Pages: \d+ rendered, 0 kept from the last build/);
  expect(stderr).toMatch(/Client: kept from the last build/);
  expect(stderr).toMatch(/Slowest: (\/\S* \d+ ms(, )?){5}/);
}, 180_000);
