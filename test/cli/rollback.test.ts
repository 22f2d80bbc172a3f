/** `sitegen rollback`: generate twice, roll the second build back, list the builds, generate again. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
let service: SpaceService;
beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = { definition: SAMPLE, site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify(config));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const run = (...args: string[]) =>
  runHere(args, {
    cwd: folder.dir,
    env: { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token },
  });
const out = join(folder.dir, "out");
const page = () => readFileSync(join(out, "company/about/index.html"), "utf8");

test("a publish is taken back, also from where it was deployed, and the next generate makes it again", async () => {
  const first = JSON.parse((await run("generate", "--json", "--quiet")).stdout);
  const before = filesOf(out);
  service.publish("company/about", (story) => {
    story.content.meta_title = "A mistake";
  });
  const second = JSON.parse((await run("generate", "--json", "--quiet")).stdout);
  expect(page()).toContain("<title>A mistake");
  const live = () => readFileSync(join(folder.dir, "live/company/about/index.html"), "utf8");
  expect((await run("deploy", "live", "--quiet")).code).toBe(0);
  expect(live()).toContain("<title>A mistake");

  const list = await run("rollback", "--list");
  expect(list.stdout.split("\n")).toEqual([
    expect.stringMatching(
      new RegExp(`^${second.buildId} {2}\\d{4}-.* UTC {2}\\d+ pages {2}published {2}.*/company/about/`),
    ),
    expect.stringMatching(new RegExp(`^${first.buildId} {2}.* pages {2}oldest kept$`)),
    "",
  ]);

  const back = await run("rollback", "--json");
  expect([back.code, JSON.parse(back.stdout)]).toEqual([
    0,
    { ok: true, buildId: first.buildId, from: second.buildId, out, files: expect.anything() },
  ]);
  const after = filesOf(out);
  expect(Object.keys(before).filter((path) => after[path] !== before[path])).toEqual([]);

  const deployed = JSON.parse((await run("deploy", "live", "--json", "--quiet")).stdout);
  expect([deployed.buildId, live()]).toEqual([first.buildId, page()]);
  expect(deployed.files.uploaded).toBeLessThan(deployed.files.total / 2);

  const again = JSON.parse((await run("generate", "--json", "--quiet")).stdout);
  expect([again.buildId, page().includes("<title>A mistake")]).toEqual([second.buildId, true]);

  // Published again as it is: no page of the list changed.
  service.publish("company/about", () => undefined);
  await run("generate", "--quiet");
  const [newest = ""] = (await run("rollback", "--list")).stdout.split("\n");
  expect(newest).toMatch(/ {2}1 file written, 0 removed$/);
  const unknown = await run("rollback", "nobody", "--json");
  expect([unknown.code, JSON.parse(unknown.stdout).error.code]).toEqual([1, "ROLLBACK_UNKNOWN"]);
});
