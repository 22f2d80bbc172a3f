/** `generate --release`: the site as it will be, and as it is once the release is merged. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { runHere } from "../helpers/run-here.ts";
import { heroPage, openReleaseSite, type ReleaseSite } from "./release-site.ts";

/** The tests are one story of one site. */
let site: ReleaseSite;
const hooks = globalThis as { onHero?: (() => void) | undefined };

beforeAll(async () => {
  site = await openReleaseSite(SPACE);
});
afterAll(() => site.close());

const DATES = { first_published_at: "2025-01-01T08:00:00.000Z", published_at: "2025-01-02T08:00:00.000Z" };

const SPACE = {
  "blocks/hero-section/hero-section.tsx":
    "export default function Hero({ headline, link }) { globalThis.onHero?.(); return <section><h1>{headline}</h1>{link && <a href={link.href}>more</a>}</section>; }\n",
  "space/stories/home.json": {
    content: { component: "page", body: [{ component: "hero-section", headline: "Home", link: { $link: "team" } }] },
  },
  "space/stories/team.json": { ...heroPage("Team"), ...DATES },
  "space/stories/about.json": { ...heroPage("About"), draft: heroPage("About, saved").content },
  "space/stories/plain.json": heroPage("Plain"),
  "space/releases/7/release.json": { name: "Spring" },
  "space/releases/7/stories/about.json": {
    content: {
      component: "page",
      body: [{ component: "hero-section", headline: "Spring", headline__i18n__de: "Frühling" }],
    },
  },
  "space/releases/7/stories/sale.json": {
    content: { component: "page", body: [{ component: "hero-section", headline: "Sale", link: { $link: "missing" } }] },
  },
  "space/releases/7/stories/company/team.json": { ...heroPage("Team"), ...DATES, replaces: "team" },
  "space/releases/8/release.json": { name: "Empty" },
  "space/releases/9/release.json": { name: "Move" },
  "space/releases/9/stories/company/about.json": { ...heroPage("About"), replaces: "about" },
};

const out = (name: string) => join(site.dir, name);

/** Pages without what carries a date of publication, which only the service knows. */
function pagesOf(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(filesOf(out(name))).filter(([file]) => file.endsWith("index.html")));
}

async function json(...args: string[]) {
  const { code, stdout, stderr } = await runHere([...args, "--json"], { cwd: site.dir, env: site.env });
  return { code, stderr, ...JSON.parse(stdout) };
}

test("--diff lists pages with their addresses and what check finds, and writes nothing", async () => {
  const before = filesOf(site.dir);
  const result = await json("generate", "--release", "7", "--diff");
  expect([result.code, result.ok, result.release]).toEqual([0, true, 7]);
  expect(result.added).toEqual(["/de/sale/", "/sale/"]);
  expect(result.removed).toEqual([]);
  const page = (path: string, old = path) => ({ path, before: old, after: path });
  expect(result.changed).toEqual([
    page("/"),
    page("/about/"),
    page("/company/team/", "/team/"),
    page("/de/"),
    page("/de/about/"),
    page("/de/company/team/", "/de/team/"),
  ]);
  const broken = result.problems.filter((problem: { code: string }) => problem.code === "CONTENT_BROKEN_LINK");
  expect(broken.map((problem: { story: string }) => problem.story)).toContain("sale");
  const text = await site.run(["generate", "--release", "7", "--diff"]);
  expect(filesOf(site.dir)).toEqual(before);
  expect(text.stdout).toContain("come    /sale/\nchange  /\n");
  expect(text.stdout).toContain("change  /team/ -> /company/team/\n");
  expect(text.stderr).toContain("Release 7: 2 pages come, 0 pages go, 6 pages change. Nothing was written.");
});

test("an empty release changes nothing", async () => {
  const { code, added, removed, changed } = await json("generate", "--release", "8", "--diff");
  expect([code, added, removed, changed]).toEqual([0, [], [], []]);
});

test("wrong use is exit 2", async () => {
  for (const args of [
    ["--release", "spring"],
    ["--diff"],
    ["--release", "7", "--offline"],
    ["--release", "7", "--shard", "1/2"],
  ])
    expect((await site.run(["generate", ...args])).code, args.join(" ")).toBe(2);
});

test("a release that does not exist, or no right to read it, is said plainly and writes nothing", async () => {
  await json("generate");
  for (const more of [[], ["--diff"]]) {
    const unknown = await json("generate", "--release", "99", ...more);
    expect([unknown.code, unknown.ok, unknown.error.code]).toEqual([2, false, "RELEASE_UNKNOWN"]);
    expect(unknown.stderr).toContain("The space has no release 99");
    const refused = await site.run(["generate", "--release", "7", "--json", ...more], { STORYBLOK_PREVIEW_TOKEN: "" });
    expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([5, "FETCH_UNAUTHORIZED"]);
    expect(refused.stderr).toContain("STORYBLOK_PREVIEW_TOKEN");
    expect(refused.stderr + refused.stdout).not.toContain("public");
  }
  expect(existsSync(out("out-release-99"))).toBe(false);
  expect(existsSync(out(".sitegen/releases/99"))).toBe(false);
  expect(existsSync(out("out-release-7"))).toBe(false);
});

test("the release's site is what a build says once it is merged, as the diff did; the normal output is untouched", async () => {
  await json("generate");
  const before = filesOf(out("out"));
  const pagesBefore = pagesOf("out");
  // The release's own state lies in it.
  const stateOf = () =>
    Object.fromEntries(Object.entries(filesOf(out(".sitegen"))).filter(([file]) => !file.startsWith("releases/")));
  const state = stateOf();
  const diff = await json("generate", "--release", "7", "--diff");
  const release = await json("generate", "--release", "7");
  expect([release.code, release.ok, release.out]).toEqual([0, true, out("out-release-7")]);
  expect(filesOf(out("out"))).toEqual(before);
  expect(stateOf()).toEqual(state);
  const about = readFileSync(join(out("out-release-7"), "about/index.html"), "utf8");
  expect(about).toContain("<h1>Spring</h1>");
  expect(about).not.toMatch(/noindex|data-blok|_editable/);
  expect(readFileSync(join(out("out-release-7"), "de/about/index.html"), "utf8")).toContain("<h1>Frühling</h1>");
  const predicted = pagesOf("out-release-7");
  expect(predicted).toHaveProperty("company/team/index.html");
  const again = await json("generate", "--release", "7");
  expect([again.pages.written, again.pages.total]).toEqual([0, release.pages.total]);
  // Also what the build of the release that is not there was still bundling when it failed.
  expect(readdirSync(out(".sitegen/releases"))).toEqual(["7"]);
  await site.merge("7");
  await json("generate");
  const after = pagesOf("out");
  expect(after).toEqual(predicted);
  const fileOf = (path: string) => `${path.slice(1)}index.html`;
  for (const path of diff.added)
    expect([pagesBefore[fileOf(path)], typeof after[fileOf(path)]]).toEqual([undefined, "string"]);
  const changed = new Set(diff.changed.map((one: { after: string }) => fileOf(one.after)));
  // What is at the old address of a moved page is a redirect now.
  const moved = new Set(diff.changed.map((one: { before: string }) => fileOf(one.before)));
  for (const [file, hash] of Object.entries(after))
    if (pagesBefore[file] !== undefined && (changed.has(file) || !moved.has(file)))
      expect(pagesBefore[file] !== hash, file).toBe(changed.has(file));
});

test("redirects of earlier renames, and of the release's own, are in its site", async () => {
  site.service.rename("plain", "simple");
  await json("generate");
  await json("generate", "--release", "9");
  for (const [from, to] of [
    ["plain", "/simple/"],
    ["about", "/company/about/"],
  ])
    expect(readFileSync(join(out("out-release-9"), `${from}/index.html`), "utf8")).toContain(to);
});

test("merged while the site is built: nothing is published", async () => {
  // Merges as soon as pages are rendered, which is after the pull.
  hooks.onHero = () => {
    const { contents, replace, cv } = site.service;
    replace({ ...contents(), releases: [] }, cv() + 1);
  };
  try {
    const result = await json("generate", "--release", "8", "--jobs", "1");
    expect([result.code, result.error.code]).toEqual([1, "RELEASE_MERGED"]);
  } finally {
    hooks.onHero = undefined;
  }
  expect(existsSync(join(out("out-release-8"), "index.html"))).toBe(false);
  expect(existsSync(out(".sitegen/releases/8"))).toBe(false);
});
