/** A space with a folder for each language, and in each a story that all pages of the language share. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const page = (title: string) => ({ content: { component: "page", title } });
const config = (claim: string) => ({ content: { component: "config", claim } });

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Folders"),
      "stories/fr/home.json": { ...page("Accueil"), alternate_of: "en/home" },
      "stories/fr/config.json": { ...config("Des cartes"), alternate_of: "en/config" },
      "stories/en/home.json": page("Welcome"),
      "stories/en/config.json": config("Maps"),
      "stories/en/team.json": { content: { component: "office", title: "Team" } },
    }),
  );
});
afterAll(() => site.close());
const file = () => join(site.dir, "site.ts");
const edit = (from: string | RegExp, to: string) => {
  const text = readFileSync(file(), "utf8");
  expect(text).toMatch(from);
  writeFileSync(file(), text.replace(from, to));
};

test("the story of each language's folder is its pages' own, and none is a page", async () => {
  expect(readFileSync(file(), "utf8")).toContain('global: "config"');
  const claim = "<footer>{(shared.global as { claim?: string } | null)?.claim} · {companyName}</footer>";
  const layout = join(site.dir, "layout/layout.tsx");
  writeFileSync(layout, readFileSync(layout, "utf8").replace(/<footer.*<\/footer>/s, claim));
  expect((await site.build()).report).toMatchObject({ problems: [], pages: { total: 3 } });
  expect(site.page("team")).toContain("Maps · Folders");
  expect(site.page("fr")).toContain("Des cartes · Folders");
});

test("a second run has nothing to say", async () => {
  const { written, notes } = await site.init();
  expect([written, notes]).toEqual([[], []]);
});

test("a story that the definition names as shared is not told to be a page", async () => {
  edit('global: "config"', 'global: "team"');
  edit(/ {4}office: .*\n/, "");
  const { notes } = await site.init();
  expect(notes.filter((note) => note.includes("office"))).toEqual([]);
  edit('global: "team"', 'global: "config"');
  edit("  pageTypes: {\n", "  pageTypes: {\n    office: {},\n");
});

test("with a prefix for every language / leads to the first one's home, also after a publish", async () => {
  edit('{ code: "en"', '{ code: "en", prefix: "en"');
  const { report } = await site.build();
  expect(report).toMatchObject({ problems: [], redirects: 1 });
  const stub = () => readFileSync(join(site.out, "index.html"), "utf8");
  expect(stub()).toContain('<meta http-equiv="refresh" content="0; url=/en/">');
  const first = stub();
  site.service.publish("en/team", ({ content }) => {
    content.title = "The team";
  });
  expect((await site.build()).report).toMatchObject({ problems: [], redirects: 1 });
  expect(stub()).toBe(first);
  expect(site.page("en/team")).toContain("The team");
});

test("folders of countries have the locale of what is spoken there, and it is said that it was guessed", async () => {
  const start = (title: string) => ({ ...page(title), alternate_of: "us" });
  const markets = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Markets"),
      ...Object.fromEntries(["us", "at", "fr"].map((code) => [`stories/${code}/index.json`, start(code)])),
    }),
  );
  expect(readFileSync(join(markets.dir, "site.ts"), "utf8")).toContain(
    '[{ code: "at", locale: "de-AT", name: "Österreichisches Deutsch" }, { code: "fr", name: "Français" }, { code: "us", locale: "en-US", name: "American English" }]',
  );
  expect(markets.notes).toEqual([expect.stringContaining('no language has the code "at" or "us", but a country')]);
  await markets.close();
});
