/** Files of a site's own making (`outputs`), on a site that is not the sample and through the command line alone. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storyWithHeadline } from "../helpers/small-site.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

/** The whole of a site's output: a file for each page below /notes/, with its name and how many there are. */
const STOCK = `import { defineOutput } from "sitegen-storyblok";
import { appendFileSync } from "node:fs";
export const stock = defineOutput({
  name: "stock",
  keys: (reader) => reader.routes().map(({ path }) => path).filter((path) => path.startsWith("/notes/")),
  async make(key, reader) {
    appendFileSync(process.env.MADE_LOG, key + "\\n");
    const page = reader.page(key);
    if (page.page.body[0].headline === "Fail") throw new Error("no such note");
    const { headline } = page.page.body[0];
    if (headline === "In xx") reader.in("xx");
    const path = headline.startsWith("To ") ? headline.slice(3) : \`data\${key.slice(0, -1)}.json\`;
    return { path, body: JSON.stringify({ title: page.head.title, headline, html: page.html }) };
  },
});
`;
/** Called like one of the program's. */
const URLS = `import { defineOutput } from "sitegen-storyblok";
export const urls = defineOutput({
  name: "sitemap",
  keys: () => [""],
  make: (_, reader) => {
    const lines = reader.sitemap().map(({ path, lastmod }) => reader.absolute(path) + " " + lastmod.slice(0, 4));
    return { path: "urls.txt", body: [reader.word("moved"), reader.sitemapTotal(), ...lines].join("\\n") };
  },
});
`;
const SITE = `import { defineSite } from "sitegen-storyblok";
import { stock } from "./stock.ts";
import { urls } from "./urls.ts";
export default defineSite({
  languages: [{ code: "en" }],
  global: null,
  pageTypes: { page: {} },
  outputs: [stock, urls],
  sitemap: () => ["/price-list/", "/notes/one/"],
});
`;
const STORIES = {
  home: storyWithHeadline("Home"),
  "notes/one": storyWithHeadline("One", { name: "One" }),
  "notes/two": storyWithHeadline("Two", { name: "Two" }),
};

const ORIGIN = "https://x.example";

let site: CommandSite;
const log = () => join(site.dir, "made.log");
/** The keys that were made since the last call. */
const made = () => {
  const keys = existsSync(log()) ? readFileSync(log(), "utf8").split("\n").filter(Boolean).sort() : [];
  rmSync(log(), { force: true });
  return keys;
};
const json = (path: string) => JSON.parse(site.read(path));
const headline = (slug: string, text: string) =>
  site.service.publish(slug, (story) => {
    const [hero] = story.content.body as { headline: string }[];
    if (hero) hero.headline = text;
  });

beforeAll(async () => {
  site = await openCommandSite({ "site.ts": SITE, "stock.ts": STOCK, "urls.ts": URLS }, STORIES);
  process.env.MADE_LOG = log();
  await site.generate();
});
afterAll(async () => {
  delete process.env.MADE_LOG;
  await site.close();
});

test("each key is a file, made of what the page shows", () => {
  expect(made()).toEqual(["/notes/one/", "/notes/two/"]);
  expect(json("data/notes/one.json")).toEqual({ title: "One | X", headline: "One", html: "<h1>One</h1>" });
  expect(existsSync(join(site.out, "data/notes/two.json"))).toBe(true);
});

test("an output has what the program's own have: the sitemap's addresses, and words", async () => {
  const lines = ["/", "/notes/one/", "/notes/two/", "/price-list/"].map((path) => `${ORIGIN}${path}`);
  const shown = () => site.read("urls.txt").split("\n");
  expect(shown()).toEqual(["This page has moved", "4", ...lines.map((line) => expect.stringContaining(line))]);
  expect([...site.read("sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(lines);
  const why = await site.run("why", "sitemap.xml");
  expect(why.stdout).toContain("pages of stories in the sitemap\n");
});

test("what a change does not concern is kept without being made, and `why` says so", async () => {
  headline("notes/one", "Another");
  await site.generate();
  expect(made()).toEqual(["/notes/one/"]);
  expect(json("data/notes/one.json").headline).toBe("Another");
  const one = await site.run("why", "data/notes/one.json");
  expect(one.stdout).toContain('Made by the output "stock" for the key "/notes/one/".');
  expect(one.stdout).toContain("Made by the last build: something it shows of other stories, lists or assets changed.");
  expect(one.stdout).toContain("pages as they were rendered (1): /notes/one/");
  const two = await site.run("why", "/data/notes/two.json");
  expect(two.stdout).toContain("Kept by the last build");
  headline("home", "New home");
  await site.generate();
  expect(made()).toEqual([]);
});

test("a build of everything compares by value too, and a file that is gone is made again", async () => {
  rmSync(join(site.out, "data/notes/two.json"));
  await site.generate();
  expect(made()).toEqual(["/notes/two/"]);
  expect(existsSync(join(site.out, "data/notes/two.json"))).toBe(true);
});

test("a key that comes is made, one that goes takes its file along", async () => {
  site.service.publish("notes/three", (story) => {
    Object.assign(story, storyWithHeadline("Three"));
  });
  await site.generate();
  expect(made()).toEqual(["/notes/three/"]);
  expect(json("data/notes/three.json").headline).toBe("Three");
  site.service.unpublish("notes/three");
  await site.generate("--allow-removals");
  expect(made()).toEqual([]);
  expect(existsSync(join(site.out, "data/notes/three.json"))).toBe(false);
});

test("one that throws is a problem with its key, keeps its last file, and is tried again", async () => {
  headline("notes/two", "Fail");
  const { problems } = await site.generate();
  expect(problems).toEqual([
    expect.objectContaining({
      code: "OUTPUT_FAILED",
      message: expect.stringMatching(
        /^The output "stock" failed for the key "\/notes\/two\/": no such note \(stock\.ts:9:\d+\)$/,
      ),
    }),
  ]);
  expect(json("data/notes/two.json").headline).toBe("Two");
  expect((await site.generate()).problems).toHaveLength(1);
  const strict = await site.run("generate", "--strict", "--jobs", "1");
  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain("OUTPUT_FAILED");
  headline("notes/two", "Two again");
  expect((await site.generate()).problems).toEqual([]);
  expect(json("data/notes/two.json").headline).toBe("Two again");
  made();
});

test.each([
  [
    "the path of a page",
    "notes/one/index.html",
    /output "stock" \(key "\/notes\/two\/"\) and the page \/notes\/one\/ both make/,
  ],
  [
    "the path of another file of the build",
    "robots.txt",
    /output "stock".* and the build itself \(robots\) both make the file robots\.txt/,
  ],
  ["a path of another key", "data/notes/one.json", /the output "stock" \(key "\/notes\/one\/"\) both make/],
  [
    "a path outside",
    "../x.txt",
    /output "stock" \(key "\/notes\/two\/"\) makes "\.\.\/x\.txt", which cannot be a file of the site/,
  ],
])("%s is an error that names both, and nothing is published", async (_, path, message) => {
  headline("notes/two", `To ${path}`);
  const before = statSync(join(site.out, "data/notes/two.json")).mtimeMs;
  const { code, stderr } = await site.run("generate", "--jobs", "1");
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(statSync(join(site.out, "data/notes/two.json")).mtimeMs).toBe(before);
  headline("notes/two", "Two again");
});

test("one that asks for a language that the site does not have says so", async () => {
  headline("notes/two", "In xx");
  const { problems } = await site.generate();
  expect(problems[0]?.message).toContain('There is no language "xx"; the site has en');
  headline("notes/two", "Two again");
  await site.generate();
  made();
});

test("one takes over what the same code made last, unless the file was changed by hand", async () => {
  const all = (mark: string) => `import { defineOutput } from "sitegen-storyblok";
import { appendFileSync } from "node:fs";
export const stock = defineOutput({
  name: "stock",
  keys: () => ["all"],
  make(key, reader, { last }) {
    const known = JSON.parse(last()[0]?.body.toString() ?? "{}");
    const entries = reader.routes().map(({ path }) => {
      const page = reader.page(path);
      if (known[page.hash]) return [page.hash, known[page.hash]];
      appendFileSync(process.env.MADE_LOG, path + "\\n");
      return [page.hash, page.page.body[0].headline + "${mark}"];
    });
    return { path: "all.json", body: JSON.stringify(Object.fromEntries(entries)) };
  },
});
`;
  const edit = async (text: string) => {
    headline("notes/two", text);
    await site.generate();
    expect(Object.values(JSON.parse(site.read("all.json")))).toContain(text);
    return made();
  };
  made();
  site.write({ "stock.ts": all("") });
  await site.generate();
  expect(made()).toEqual(["/", "/notes/one/", "/notes/two/"]);
  expect(await edit("Taken over")).toEqual(["/notes/two/"]);
  writeFileSync(join(site.out, "all.json"), site.read("all.json").replaceAll('":"', '":"?'));
  expect(await edit("By hand")).toEqual(["/", "/notes/one/", "/notes/two/"]);
  const last = site.read("all.json");
  expect(last).not.toContain("?");
  expect((await site.run("generate", "--full")).code).toBe(0);
  expect(site.read("all.json")).toBe(last);
  made();
  site.write({ "stock.ts": all("!") });
  await site.generate();
  expect(made()).toEqual(["/", "/notes/one/", "/notes/two/"]);
  site.write({ "stock.ts": STOCK });
  await site.generate();
  made();
});

test("one that never ends is stopped", async () => {
  site.write({
    "stock.ts": STOCK.replace(
      "const page",
      "if (key.includes('two')) await new Promise(() => {});\n const page",
    ).replace('name: "stock",', 'name: "stock", timeout: 0.2,'),
  });
  const { problems } = await site.generate();
  // A busy machine may stop the others too.
  const said = problems.map(({ message }) => message);
  expect(said.join("\n")).toContain('for the key "/notes/two/": It was stopped after 0.2 seconds');
  site.write({ "stock.ts": STOCK });
  await site.generate();
});

test("nothing of it is sent to browsers", async () => {
  expect(site.read("index.html")).not.toContain("stock");
  const scripts = fg.sync("_assets/**/*.js", { cwd: site.out }).map((path) => site.read(path));
  expect(scripts.filter((text) => /MADE_LOG|no such note/.test(text))).toEqual([]);
});

test("is deployed, verified, and rolled back with its build", async () => {
  const target = join(site.dir, "target");
  expect((await site.run("deploy", target)).code).toBe(0);
  expect(readFileSync(join(target, "data/notes/one.json"), "utf8")).toBe(site.read("data/notes/one.json"));
  const server = await startStaticServer(target);
  try {
    expect((await site.run("verify", server.origin, "--json")).stdout).not.toContain("data/notes");
    rmSync(join(target, "data/notes/one.json"));
    expect((await site.run("verify", server.origin, "--json")).stdout).toContain("data/notes/one.json");
  } finally {
    await server.close();
  }
  const last = json("data/notes/one.json");
  headline("notes/one", "For a short time");
  await site.generate();
  expect(json("data/notes/one.json").headline).toBe("For a short time");
  expect((await site.run("rollback")).code).toBe(0);
  expect(json("data/notes/one.json")).toEqual(last);
});
