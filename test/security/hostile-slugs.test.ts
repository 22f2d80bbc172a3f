/** Hostile slugs, through the real service and a whole build: no file is written outside out/, and no script runs. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import type { BuildResult } from "../../src/generate/generate.ts";
import { buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

/** Slug, and the file its page is expected in, or null where it has none. */
const SLUGS: [slug: string, file: string | null][] = [
  ["../../escape", null],
  ["a/../../../escape", null],
  ["./same", null],
  ["a//double", null],
  ["back\\slash", null],
  ["zero\u0000byte", null],
  ["line\nbreak", null],
  [".htaccess", null],
  [".git/config", null],
  ["_assets/app.js", null],
  ["404.html", null],
  ["feed.xml", null],
  ["sitemap.xml", null],
  ["feed.xml/below", null],
  ["404.html/below", null],
  ["_redirects", null],
  ["vercel.json/below", null],
  ["what?now", null],
  ["part#one", null],
  [Array(5).fill("x".repeat(150)).join("/"), null],
  ["100%", "100%/index.html"],
  ["flushCache", null],
  ["team/_payload.json", null],
  ["_words.json", null],
  ["_words.json/below", null],
  ["x".repeat(256), null],
  ["\u00e4".repeat(128), null],
  ["x".repeat(255), `${"x".repeat(255)}/index.html`],
  ["//evil.example", "evil.example/index.html"],
  ["%2e%2e/%2e%2e/encoded", "%2e%2e/%2e%2e/encoded/index.html"],
  ["javascript:alert(1)", "javascript:alert(1)/index.html"],
  ["\"'><script>alert(1)<", "\"'><script>alert(1)</index.html"],
  ["</script><script>alert(2)", "</script><script>alert(2)/index.html"],
  ["\u00fcber uns", "\u00fcber uns/index.html"],
  ["\ud83d\ude80", "\ud83d\ude80/index.html"],
  ["\u202egnp.exe", "\u202egnp.exe/index.html"],
  ["half a character \ud800", null],
  ["\udc00\ud800", null],
  ["con", "con/index.html"],
  ["nul.html", "nul.html/index.html"],
  ["-rf", "-rf/index.html"],
  ["~root", "~root/index.html"],
  ["__proto__", "__proto__/index.html"],
  ["constructor", "constructor/index.html"],
];

const folder = temporaryFolder();
const out = join(folder.dir, "a", "b", "out");
const stateDir = join(folder.dir, "a", "b", "state");
let result: BuildResult;
let files: string[];

beforeAll(async () => {
  mkdirSync(join(folder.dir, "a", "b"), { recursive: true });
  const config = join(folder.dir, "sitegen.config.json");
  const hosts = ["netlify", "nginx", "apache", "vercel", "firebase", "serve"];
  writeFileSync(
    config,
    JSON.stringify({ definition: SAMPLE, site: { origin: "https://x.example", companyName: "X" }, hosts }),
  );
  const space = await startSpaceService({
    dir: join(import.meta.dirname, "../fixtures/spaces/minimal"),
    watch: false,
    rateLimit: false,
    quiet: true,
  });
  try {
    for (const [index, [slug]] of SLUGS.entries()) {
      space.publish(`made-${index}`, (story) => {
        story.name = `Made ${index}`;
        story.content = { component: "Page", body: [], meta_title: `Made ${index}` };
      });
      space.rename(`made-${index}`, slug);
    }
    result = await buildSite({ service: space, out, stateDir, config });
    files = Object.keys(filesOf(out));
  } finally {
    await space.close();
  }
});
afterAll(() => folder.remove());

test("the build is done, and says which stories have no page", () => {
  expect(result.report.ok).toBe(true);
  const unusable = result.report.problems.filter(({ code }) => code === "CONTENT_UNUSABLE_SLUG");
  for (const { message, hint } of unusable)
    expect([message.length < 400, hint]).toEqual([true, "Give the story another slug."]);
});

test.each(SLUGS)("%j", (slug, file) => {
  const refused = result.report.problems.some(({ code, story }) => code === "CONTENT_UNUSABLE_SLUG" && story === slug);
  expect([refused, files.includes(file ?? "")]).toEqual([file === null, file !== null]);
});

test("nothing lies outside of out/ and the state folder", () => {
  expect(readdirSync(folder.dir).sort()).toEqual(["a", "sitegen.config.json"]);
  expect(readdirSync(join(folder.dir, "a"))).toEqual(["b"]);
  expect(readdirSync(join(folder.dir, "a", "b")).sort()).toEqual(["out", "state"]);
  expect(files.filter((file) => /escape|double|same\//.test(file))).toEqual([]);
});

describe("what was written", () => {
  test("holds no script of a slug, and no address that leads elsewhere", () => {
    for (const file of files.filter((name) => /\.(html|xml)$/.test(name))) {
      const text = readFileSync(join(out, file), "utf8");
      expect([file, /<script>alert|(?:href|src|content)="(?:javascript:|\/\/|[^"]*url=\/\/)/i.test(text)]).toEqual([
        file,
        false,
      ]);
    }
  });

  test("keeps the build's own files", () => {
    expect(readFileSync(join(out, "404.html"), "utf8")).toContain("Ups, you got lost!");
    for (const file of ["feed.xml", "sitemap.xml", "robots.txt", "flushCache/index.html", ".htaccess"])
      expect(files).toContain(file);
  });
});
