/** `path: "real"`: pages at the path that editors set, with field-level translation and with folders. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { heroPage, openReleaseSite, type ReleaseSite } from "../cli/release-site.ts";
import { filesOf } from "../helpers/build-site.ts";
import { type Command, command } from "../serve/command.ts";
import { editorQuery, get } from "../serve/helpers.ts";

let site: ReleaseSite | undefined;
let running: Command | undefined;
afterEach(async () => {
  await running?.interrupt();
  running = undefined;
  await site?.close();
});

const definition = (more: string) =>
  `export default { languages: [{ code: "en" }, { code: "de" }], global: null, pageTypes: { page: {} }, ${more} };\n`;

const linkTo = (slug: string) => ({
  content: { component: "page", body: [{ component: "hero-section", headline: "Home", link: { $link: slug } }] },
});

const FIELDS = {
  "space/stories/home.json": { ...linkTo("company/team"), path: "welcome" },
  "space/stories/company/team.json": { ...heroPage("Team"), path: "/about/people/" },
  "space/stories/company/jobs.json": { ...heroPage("Jobs"), path: "careers", slug__i18n__de: "firma/stellen" },
  "space/stories/plain.json": heroPage("Plain"),
};

async function open(files: Readonly<Record<string, unknown>>, more = 'path: "real"') {
  site = await openReleaseSite({ "site.ts": definition(more), ...files });
  return site;
}

async function generate(...args: string[]) {
  const result = await site?.run(["generate", "--json", ...args]);
  return { code: result?.code, stderr: result?.stderr, ...JSON.parse(result?.stdout || "{}") };
}

const pagesIn = (out = "out") =>
  Object.keys(filesOf(join(site?.dir ?? "", out)))
    .filter((file) => file.endsWith("_payload.json"))
    .map((file) => `/${file.slice(0, -"_payload.json".length)}`);
const read = (file: string) => readFileSync(join(site?.dir ?? "", "out", file), "utf8");

test("pages are at the real path, and links, hreflang and sitemap follow", async () => {
  await open(FIELDS);
  expect((await generate()).code).toBe(0);
  expect(pagesIn()).toEqual([
    "/",
    "/about/people/",
    "/careers/",
    "/de/",
    "/de/about/people/",
    "/de/firma/stellen/",
    "/de/plain/",
    "/plain/",
  ]);
  expect(read("index.html")).toContain('href="/about/people/"');
  expect(read("careers/index.html")).toContain('hreflang="de" href="https://x.example/de/firma/stellen/"');
  expect(read("sitemap.xml")).toContain("https://x.example/de/about/people/");
});

test("without the key, pages are at their slugs", async () => {
  await open(FIELDS, "");
  await generate();
  expect(pagesIn()).toContain("/company/team/");
  expect(existsSync(join(site?.dir ?? "", "out/about"))).toBe(false);
});

test("with folders, the path may name the language's folder or not", async () => {
  await open(
    {
      "space/stories/en/home.json": heroPage("Home"),
      "space/stories/en/team.json": { ...heroPage("Team"), path: "en/people" },
      "space/stories/de/home.json": heroPage("Start"),
      "space/stories/de/team.json": { ...heroPage("Team"), path: "/de/menschen", alternate_of: "en/team" },
      "space/stories/de/jobs.json": { ...heroPage("Stellen"), path: "stellen" },
    },
    'path: "real", translation: "folders"',
  );
  await generate();
  expect(pagesIn()).toEqual(["/", "/de/", "/de/menschen/", "/de/stellen/", "/people/"]);
  expect(read("people/index.html")).toContain('hreflang="de" href="https://x.example/de/menschen/"');
});

test("a path that is set, changed and removed redirects its old address; incremental is clean", async () => {
  const { dir, write, service } = await open(FIELDS);
  await generate();
  const edits = [{ path: "people" }, {}, { path: "about/us" }];
  for (const frame of edits) {
    const cv = service.cv();
    write({ "space/stories/company/team.json": { ...heroPage("Team"), ...frame } });
    await expect.poll(() => service.cv(), { timeout: 30_000 }).toBeGreaterThan(cv);
    expect((await generate()).code).toBe(0);
    await generate("--out", "clean", "--state", "clean-state", "--full");
    expect(pagesIn()).toEqual(pagesIn("clean"));
  }
  expect(pagesIn()).toContain("/about/us/");
  for (const old of ["about/people", "people", "company/team", "de/people"])
    expect(readFileSync(join(dir, "out", old, "index.html"), "utf8"), old).toContain("about/us/");
});

test("a path that cannot be a page, or is taken, is a problem and nothing outside of out/ is written", async () => {
  const { dir } = await open({
    ...FIELDS,
    "space/stories/bad.json": { ...heroPage("Bad"), path: "../../outside" },
    "space/stories/query.json": { ...heroPage("Query"), path: "a?b=c" },
    "space/stories/url.json": { ...heroPage("Address"), path: "https://elsewhere.example/x" },
    "space/stories/second.json": { ...heroPage("Second"), path: "plain" },
  });
  const { code, problems } = await generate();
  expect(code).toBe(0);
  const hints = (wanted: string) =>
    (problems as { code: string; hint: string }[]).flatMap(({ code, hint }) => (code === wanted ? hint : []));
  expect(hints("CONTENT_UNUSABLE_SLUG")).toEqual(Array(6).fill("Give the story another real path or slug."));
  expect(hints("CONTENT_DUPLICATE_PATH")).toContain("Give one of them another real path or slug.");
  expect(existsSync(join(dir, "../outside"))).toBe(false);
  expect(pagesIn()).toHaveLength(8);
});

test("the editor opens a draft at its real path", async () => {
  const { dir, env } = await open(FIELDS);
  running = command(["serve", "--port", "0"], { cwd: dir, env });
  const [, origin = ""] = await running.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  const query = editorQuery({ previewToken: "preview", spaceId: 7 });
  expect((await get(origin, `/about/people/${query}`)).text).toContain("<h1>Team</h1>");
  expect((await get(origin, `/de/about/people/${query}`)).status).toBe(200);
});

test("another value is a configuration error", async () => {
  await open(FIELDS, 'path: "rael"');
  const { code, stderr } = await generate();
  expect([code, stderr]).toEqual([2, expect.stringContaining("path")]);
});
