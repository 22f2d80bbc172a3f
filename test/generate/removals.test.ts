/** A space that lost its stories must not delete the published site. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { guardRemovals } from "../../src/generate/publish-site.ts";
import { openCommandSite } from "../definition/command-site.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";

const folder = temporaryFolder();
let service: SpaceService;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  for (let number = 0; number < 20; number += 1)
    service.publish(`extra-${number}`, (story) => {
      story.name = `Extra ${number}`;
      story.content = { component: "Page", body: [], meta_title: `Extra ${number}` };
    });
  const config = { definition: SAMPLE, site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify(config));
  writeFileSync(join(folder.dir, "strict.json"), JSON.stringify({ ...config, maxRemovedShare: 0 }));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const generate = async (...args: string[]) => {
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const { code, stdout, stderr } = await runHere(["generate", "--json", "--quiet", ...args], { cwd: folder.dir, env });
  return { code, report: JSON.parse(stdout), stderr };
};
const out = () => filesOf(join(folder.dir, "out"));

test("too many removals are refused, with the first ten paths, until they are allowed", async () => {
  expect((await generate()).code).toBe(0);
  const before = out();
  service.unpublish("extra-0");
  expect((await generate("--config", "strict.json")).report.error.code).toBe("BUILD_REMOVES_PAGES");
  expect(out()).toEqual(before);
  for (let number = 1; number < 8; number += 1) service.unpublish(`extra-${number}`);

  for (const args of [[], ["--dry-run"], []]) {
    const refused = await generate(...args);
    expect([refused.code, refused.report.ok, refused.report.error.code]).toEqual([1, false, "BUILD_REMOVES_PAGES"]);
    const { message, hint } = refused.report.error;
    expect(message).toMatch(/^16 of \d+ published pages would be removed, more than the 20 %/);
    expect(message.match(/^ {2}\/\S+$/gm)).toHaveLength(10);
    expect(message).toContain("and 6 more");
    expect([hint, refused.stderr]).toEqual([
      expect.stringContaining("--allow-removals"),
      expect.stringContaining(message),
    ]);
    expect(out()).toEqual(before);
  }
  const allowed = await generate("--allow-removals");
  expect([allowed.code, allowed.report.pages.removed]).toEqual([0, 16]);
});

test("pages that have moved and are redirected are not lost", async () => {
  for (let number = 8; number < 20; number += 1) service.rename(`extra-${number}`, `moved/extra-${number}`);
  const moved = await generate();
  expect([moved.code, moved.report.ok]).toEqual([0, true]);
  expect(readFileSync(join(folder.dir, "out/extra-8/index.html"), "utf8")).toContain("/moved/extra-8/");
});

test("a space without a page publishes nothing", async () => {
  await generate("--allow-removals");
  const before = out();
  for (const { slugPath } of service.contents().stories) service.unpublish(slugPath);
  const refused = await generate();
  expect([refused.code, refused.report.error.code]).toEqual([1, "BUILD_NO_PAGES"]);
  expect(refused.report.error.message.match(/^ {2}\/\S*$/gm)).toHaveLength(10);
  expect(out()).toEqual(before);

  mkdirSync(join(folder.dir, "fresh"));
  const fresh = await generate("--out", "fresh/out", "--state", "fresh/state");
  expect([
    fresh.code,
    Object.keys(filesOf(join(folder.dir, "fresh"))).filter((file) => file.startsWith("out")),
  ]).toEqual([1, []]);
});

test("the share counts from ten published pages on, and only pages", () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), fc.double({ min: 0, max: 1, noNaN: true }), (kept, gone, share) => {
      const paths = (count: number, name: string) => Array.from({ length: count }, (_, number) => `${name}${number}/`);
      const before = [...paths(kept, "kept"), ...paths(gone, "gone")].flatMap((path) => [
        `${path}_payload.json`,
        `${path}index.html`,
      ]);
      const pages = new Set([...paths(kept, "/kept"), "/new/"]);
      const guard = () => guardRemovals({ config: { maxRemovedShare: share }, before, pages, ofStories: pages });
      if (kept + gone >= 10 && gone > (kept + gone) * share) expect(guard).toThrow(`${gone} of ${kept + gone}`);
      else expect(guard).not.toThrow();
    }),
  );
});

test("a second domain removes no page", async () => {
  const siteOf = (origins: string[]) => {
    const languages = ["en", "fr"].map((code, at) => ({ code, ...(origins[at] && { origin: origins[at] }) }));
    return {
      "site.ts": `export default ${JSON.stringify({ languages, translation: "folders", global: null, pageTypes: { page: {} } })};`,
    };
  };
  const slugs = ["en", "fr"].flatMap((code) => ["home", "a", "b", "c", "d", "e"].map((name) => `${code}/${name}`));
  const stories = Object.fromEntries(slugs.map((slug) => [slug, storyWithHeadline(slug)]));
  const site = await openCommandSite(siteOf([]), stories);
  try {
    expect((await site.generate()).pages.total).toBe(12);
    site.write(siteOf(["https://x.example", "https://y.example"]));
    expect((await site.generate()).pages.total).toBe(12);
    expect(site.read("fr/a/index.html")).toContain("https://y.example/a/");
  } finally {
    await site.close();
  }
});
