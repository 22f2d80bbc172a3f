/** `sitegen pull`, `generate --shard`, `merge` and `rollback` with a configuration and folders of other names. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { stateWithBundles } from "../helpers/bundles.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
let service: SpaceService;
beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/preview");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = { definition: SAMPLE, site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  for (const name of ["pulled", "drafts"]) stateWithBundles(join(folder.dir, name));
  writeFileSync(join(folder.dir, "other.json"), JSON.stringify({ ...config, maxRemovedShare: 0 }));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

async function run(args: string[]) {
  const { endpoint, token, previewToken } = service;
  const env = { STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: token, STORYBLOK_PREVIEW_TOKEN: previewToken };
  const { code, stdout, stderr } = await runHere([...args, "--config", "other.json", "--json"], {
    cwd: folder.dir,
    env,
  });
  return { code, stderr, report: JSON.parse(stdout) };
}
const pull = (...args: string[]) => run(["pull", "--state", "pulled", ...args]);
const shard = () => run(["generate", "--offline", "--shard", "1/1", "--out", "part", "--state", "pulled"]);
const merge = (...args: string[]) => run(["merge", "part", "--out", "site", "--state", "pulled", ...args]);

test("pull asks for what is new, --full for everything, --draft for what was never published", {
  timeout: 180_000,
}, async () => {
  const first = await pull();
  const again = await pull();
  const full = await pull("--full", "--verbose");
  expect([first.code, again.code, full.code]).toEqual([0, 0, 0]);
  expect(again.report.requests.total).toBe(1);
  expect(full.report.requests.total).toBe(first.report.requests.total);
  expect(full.report.requests.total).toBeGreaterThan(5);
  expect(full.report.input).toBe(first.report.input);
  const drafts = await run(["pull", "--draft", "--state", "drafts", "--quiet"]);
  expect([drafts.code, drafts.stderr]).toEqual([0, ""]);
  expect(drafts.report.stories).toBeGreaterThan(first.report.stories);
});

test("merge: --dry-run, --strict and --allow-removals do what they do for generate; rollback undoes it", {
  timeout: 180_000,
}, async () => {
  await shard();
  const dry = await merge("--dry-run", "--quiet");
  expect([dry.code, dry.stderr.includes("Dry run"), existsSync(join(folder.dir, "site"))]).toEqual([0, false, false]);
  const first = await merge("--keep-going", "--verbose");
  expect([first.code, first.report.buildId]).toEqual([0, dry.report.buildId]);
  const before = filesOf(join(folder.dir, "site"));

  service.publish("company/about", (story) => {
    story.content.body = [{ component: "Nonsense" }];
  });
  service.unpublish("insights/first-post");
  await pull();
  await shard();
  const strict = await merge("--strict");
  expect([strict.code, strict.report.error.code]).toEqual([1, "BUILD_STRICT"]);
  const refused = await merge();
  expect([refused.code, refused.report.error.code]).toEqual([1, "BUILD_REMOVES_PAGES"]);
  expect(filesOf(join(folder.dir, "site"))).toEqual(before);
  const allowed = await merge("--allow-removals");
  expect([allowed.code, allowed.report.pages.removed]).toEqual([0, expect.any(Number)]);
  expect(allowed.report.pages.removed).toBeGreaterThan(0);

  const back = await run(["rollback", "--out", "site", "--state", "pulled", "--quiet"]);
  expect([back.code, back.stderr, back.report.buildId]).toEqual([0, "", first.report.buildId]);
  const after = filesOf(join(folder.dir, "site"));
  expect(Object.keys(before).filter((path) => after[path] !== before[path])).toEqual([]);
});
