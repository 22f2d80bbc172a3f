/** What `init --from-space` takes for the heads of pages, from the service's own plugin for search engines too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCard } from "../../src/content/page/card.ts";
import { resolveSite } from "../../src/site/resolve-site.ts";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const seo = (title: string, description: string) => ({
  plugin: "seo_metatags",
  _uid: "s",
  title,
  description,
  og_title: "",
});
const page = (title: string, fields: object = {}) => ({ content: { component: "page", title, ...fields } });

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Heads"),
      "stories/home.json": page("Home", { seo: seo("Found by this", "Described by this") }),
      "stories/plain.json": page("Plain", { seo: seo("", ""), description: "Its own words" }),
    }),
  );
  await site.build();
});
afterAll(() => site.close());

const described = (text: string) => `<meta name="description" content="${text}">`;

test("title and description of the plugin come first, then those of other fields", () => {
  expect(readFileSync(join(site.dir, "site.ts"), "utf8")).toContain(
    'head: { title: ["seo", "title"], description: ["seo", "description"] }',
  );
  expect(site.page("")).toContain("<title>Found by this | Heads</title>");
  expect(site.page("")).toContain(described("Described by this"));
  expect(site.page("plain")).toContain("<title>Plain | Heads</title>");
  expect(site.page("plain")).toContain(described("Its own words"));
});

test("cards have a page's own title, the plugin's only where there is no other", () => {
  const site = resolveSite({
    languages: [{ code: "en" }],
    pageTypes: { page: { head: { title: ["seo.title", "seo", "title"] } } },
  });
  const reader = { image: () => null, day: () => "", dateText: () => "", href: () => "/", option: () => null };
  const titleOf = (fields: object) =>
    buildCard({ component: "page", name: "Name", fields } as never, reader as never, site).title;
  expect(titleOf({ seo: seo("Found by this", ""), title: "Home" })).toBe("Home");
  expect(titleOf({ seo: seo("Found by this", ""), title: "" })).toBe("Found by this");
  expect(titleOf({ title: "" })).toBe("Name");
});

test("check names the pages whose plugin holds no title", async () => {
  const found = (await site.check()).filter(({ code }) => /TITLE|DESCRIPTION/.test(code));
  expect(found.map(({ code, story, path }) => `${code} ${story} ${path}`)).toEqual([
    "CHECK_META_TITLE_MISSING plain seo",
  ]);
});
