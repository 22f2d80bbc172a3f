/** When a build returns the last build's result, and when it checks everything again. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const SITE = `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`;
const page = (...body: object[]) => ({ content: { component: "page", body } });
const ODD = { component: "stranger" };

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite({ "site.ts": SITE }, { home: page({ component: "hero", headline: "Home" }, ODD) });
});
afterAll(() => site.close());

/** Whether a build looked at the pages, and its result. */
async function run(overrides: Partial<BuildOptions> = {}, config: object = {}) {
  const steps: string[] = [];
  const reporter = { ...SILENT, step: (title: string) => steps.push(title) };
  const result = await site.build({ config, overrides: { reporter, ...overrides } });
  return { isWhole: steps.includes("Rendering"), ...result };
}

beforeEach(async () => {
  await run();
  expect((await run()).isWhole).toBe(false);
});

test("nothing published: the last result, all of whose pages are unchanged", async () => {
  const whole = await run({ full: true });
  const { isWhole, report } = await run();
  expect(isWhole).toBe(false);
  expect(report).toMatchObject({ ok: true, out: site.out, pages: { total: 1, written: 0, unchanged: 1, removed: 0 } });
  for (const key of ["buildId", "cv", "stories", "redirects", "problems"] as const)
    expect(report[key]).toEqual(whole.report[key]);
  expect(report.problems.length).toBeGreaterThan(0);
});

test.each([
  ["--full", { full: true }, {}],
  ["drafts", { draft: true }, {}],
  ["another configuration", {}, { site: { companyName: "Another name" } }],
])("%s is a whole build", async (_, overrides, config) => {
  expect((await run(overrides, config)).isWhole).toBe(true);
});

test("neither drafts nor a dry run are remembered as the last build", async () => {
  for (const overrides of [{ dryRun: true }, { draft: true, dryRun: true }]) {
    await run({ ...overrides, full: true });
    expect((await run()).isWhole).toBe(false);
  }
  rmSync(join(site.dir, "state/cache"), { recursive: true });
  await run({ dryRun: true });
  expect((await run()).isWhole).toBe(true);
  await run({ draft: true });
  expect((await run()).isWhole).toBe(true);
  expect((await run()).isWhole).toBe(false);
});

test("--strict looks again where there is a warning, and not at notes alone", async () => {
  await expect(run({ strict: true })).rejects.toMatchObject({ code: "BUILD_STRICT" });
  const severities = { CONTENT_UNKNOWN_COMPONENT: "info" };
  await run({}, { check: { severities } });
  expect((await run({ strict: true }, { check: { severities } })).isWhole).toBe(false);
});

test("a file that somebody changed in the output folder", async () => {
  const path = join(site.out, "index.html");
  writeFileSync(path, "Not the page");
  expect((await run()).isWhole).toBe(true);
  expect(site.read("index.html")).toContain("Home");
});
