/** A page that cannot be rendered, because a block of the site throws for one text. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { writeSampleWith } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
let service: SpaceService;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  mkdirSync(join(folder.dir, "blocks/Fragile"), { recursive: true });
  writeFileSync(
    join(folder.dir, "blocks/Fragile/Fragile.schema.ts"),
    'import { block, text } from "sitegen/schema";\nexport const schema = block({ name: "Fragile", kind: "section", description: "Throws on demand.", fields: { text: text() } });\n',
  );
  writeFileSync(
    join(folder.dir, "blocks/Fragile/Fragile.tsx"),
    'export function Fragile(props: { text: string }) {\n  if (props.text === "boom") throw new Error("it broke");\n  return <p className="fragile">{props.text}</p>;\n}\n',
  );
  const config = { site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify(config));
  writeSampleWith(folder.dir);
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const say = (text: string) =>
  service.publish("imprint", (story) => {
    story.content.body = [{ component: "Fragile", text, text__i18n__de: text }];
  });
const run = (...args: string[]) =>
  runHere([...args, "--json"], {
    cwd: folder.dir,
    env: { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token },
  });
const generate = (...args: string[]) => run("generate", ...args);
const out = () => filesOf(join(folder.dir, "out"));
const page = () => readFileSync(join(folder.dir, "out/imprint/index.html"), "utf8");

test("own blocks render; a page that fails stops the publish, or keeps its last good version with --keep-going", async () => {
  say("hello");
  const good = await generate();
  expect([good.code, page().includes('<p class="fragile">hello</p>')]).toEqual([0, true]);
  for (const state of ["new-state", "clean-state"])
    copyBundles(join(folder.dir, ".sitegen/cache"), join(folder.dir, state, "cache"));

  const before = out();
  say("boom");
  const failed = await generate();
  expect([failed.code, JSON.parse(failed.stdout).error.code]).toEqual([1, "RENDER_FAILED"]);
  expect(failed.stderr).toContain("RENDER_FAILED");
  expect(failed.stderr).toContain("body[0] (Fragile)");
  expect(failed.stderr).toContain("it broke");
  expect(out()).toEqual(before);

  service.publish("company", (story) => {
    story.content.meta_description = "Changed meanwhile";
  });
  const kept = await generate("--keep-going");
  expect(kept.code).toBe(3);
  expect(JSON.parse(kept.stdout).problems).toContainEqual(
    expect.objectContaining({ code: "RENDER_FAILED", story: "imprint" }),
  );
  expect(page()).toContain('<p class="fragile">hello</p>');
  expect(readFileSync(join(folder.dir, "out/company/index.html"), "utf8")).toContain("Changed meanwhile");

  say("fixed");
  expect([(await generate()).code, page().includes("fixed")]).toEqual([0, true]);
}, 240_000);

test("merge: parts in which a page failed are refused, or keep its last good version with --keep-going", async () => {
  say("whole again");
  expect((await generate()).code).toBe(0);
  const before = out();
  say("boom");
  service.publish("company", (story) => {
    story.content.meta_description = "Changed in parts";
  });
  expect((await run("pull")).code).toBe(0);
  const parts = ["part-1", "part-2"];
  for (const [index, part] of parts.entries()) {
    const args = ["--offline", "--shard", `${index + 1}/2`, "--out", part, "--keep-going"];
    expect((await generate(...args)).code).toBeOneOf([0, 3]);
  }
  const refused = await run("merge", ...parts);
  expect([refused.code, JSON.parse(refused.stdout).error.code, out()]).toEqual([1, "RENDER_FAILED", before]);
  expect(refused.stderr).toContain("it broke");
  const kept = await run("merge", ...parts, "--keep-going");
  expect([kept.code, JSON.parse(kept.stdout).problems]).toEqual([
    3,
    expect.arrayContaining([expect.objectContaining({ code: "RENDER_FAILED", story: "imprint" })]),
  ]);
  expect(page()).toContain('<p class="fragile">whole again</p>');
  expect(readFileSync(join(folder.dir, "out/company/index.html"), "utf8")).toContain("Changed in parts");
}, 240_000);

test("--keep-going: a page that has no good version is not published, and every build tries it again", async () => {
  say("boom");
  const fresh = ["--out", "new", "--state", "new-state"];
  const first = await generate("--keep-going", ...fresh);
  const report = JSON.parse(first.stdout);
  expect([first.code, report.problems.map(({ code }: { code: string }) => code)]).toEqual([
    3,
    expect.arrayContaining(["RENDER_FAILED"]),
  ]);
  expect(first.stderr).toContain("not published /imprint/");
  const files = filesOf(join(folder.dir, "new"));
  const pages = Object.keys(files).filter((file) => file.endsWith("_payload.json"));
  expect(report.pages).toEqual({ total: pages.length, written: pages.length, unchanged: 0, removed: 0 });
  const manifest = readFileSync(join(folder.dir, `new/_assets/builds/meta/${report.buildId}.json`), "utf8");
  expect(JSON.parse(manifest).prerendered).not.toContain("/imprint/");
  expect((await generate(...fresh)).code).toBe(1);
  service.publish("company", (story) => {
    story.content.meta_description = "Changed beside it";
  });
  expect((await generate("--keep-going", ...fresh)).code).toBe(3);
  say("mended");
  const mended = await generate(...fresh);
  const clean = await generate("--out", "clean", "--state", "clean-state");
  const { buildId, pages: all } = JSON.parse(mended.stdout);
  expect([mended.code, buildId, all.total]).toEqual([0, JSON.parse(clean.stdout).buildId, report.pages.total + 2]);
}, 240_000);
