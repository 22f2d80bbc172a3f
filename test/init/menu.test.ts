/** The menu of a generated layout: pages directly below the home page, as the space has them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const page = (title: string, fields: object = {}) => ({ content: { component: "page", title }, ...fields });
const inGerman = (name: string) => ({ name__i18n__de: name });

let site: SiteFromSpace;
beforeAll(async () => {
  site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Harbour", ["de"]),
      "stories/home.json": page("Home"),
      "stories/contact.json": page("Contact", { name: "Contact", position: 30, ...inGerman("Kontakt") }),
      "stories/about.json": {
        name: "About us",
        ...inGerman("Über uns"),
        position: 10,
        content: { component: "page", title: "About", motto__i18n__de: "Nur auf Deutsch" },
      },
      "stories/100%.json": page("All of it", { name: "All", position: 40 }),
      "stories/blog/index.json": page("Blog", { name: "Blog", position: 20 }),
      "stories/blog/first.json": page("First", { name: "Too deep" }),
      "stories/blog/leute.json": {
        name: "Leute",
        content: {
          component: "Seite",
          Überschrift: "Die Leute",
          schreiben: { fieldtype: "multilink", linktype: "email", email: "a@b.example", url: "a@b.example" },
          fort: "0b57d0aa-0000-4000-8000-000000000000",
        },
      },
      "stories/blog/deep/er.json": { name: "Deeper", content: { component: "post", headline: "Deeper" } },
    }),
  );
});
afterAll(() => site.close());

/** Names, addresses and which one is the page itself. */
function menuOn(path: string): string[] {
  const [, menu = ""] = /<nav class="site-menu">(.*?)<\/nav>/.exec(site.page(path)) ?? [];
  return [...menu.matchAll(/<a href="([^"]*)"( aria-current="page")?>([^<]*)</g)].map(
    ([, href, current, name]) => `${name} ${href}${current ? " *" : ""}`,
  );
}

test("follows the space: order, names in each language, and no page below others", async () => {
  const { problems } = (await site.build()).report;
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(
    Array(2).fill("CONTENT_UNRESOLVED_RELATION fort"),
  );
  expect(menuOn("")).toEqual(["About us /about/", "Blog /blog/", "Contact /contact/", "All /100%25/"]);
  expect(menuOn("blog/first")).toEqual(menuOn(""));
  expect(menuOn("contact")).toEqual(["About us /about/", "Blog /blog/", "Contact /contact/ *", "All /100%25/"]);
  expect(menuOn("de/about")).toEqual([
    "Über uns /de/about/ *",
    "Blog /de/blog/",
    "Kontakt /de/contact/",
    "All /de/100%25/",
  ]);
  expect(readFileSync(join(site.dir, "site.ts"), "utf8")).toContain('data: menuOf("page")');
});

test("a field that only another language fills is in schema and component", () => {
  expect(readFileSync(join(site.dir, "blocks/page/page.schema.ts"), "utf8")).toContain("motto: text()");
  expect(site.page("de/about")).toContain("<p>Nur auf Deutsch</p>");
  expect(site.page("about")).not.toContain("Nur auf Deutsch");
});

test("headlines are found in the words of other languages, a mail link shows its address, an id of a story is no text", () => {
  const html = site.page("blog/leute");
  expect(html).toContain("<title>Die Leute | Harbour</title>");
  expect(html).toContain("<h1>Die Leute</h1>");
  expect(html).toContain('<a href="mailto:a@b.example">a@b.example</a>');
  expect(html).not.toContain("0b57d0aa");
});

test("a story that is renamed, and one that is gone, change the menu of every page", async () => {
  site.service.publish("about", (story) => {
    story.name = "Who we are";
  });
  site.service.unpublish("contact");
  await site.build();
  for (const path of ["", "blog/first"])
    expect(menuOn(path)).toEqual(["Who we are /about/", "Blog /blog/", "All /100%25/"]);
});

test("without a home story nothing links to one: no header, no error page, no breadcrumb, no cache page", async () => {
  const file = join(site.dir, "site.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace('home: "home"', 'home: "gone", cachePage: true'));
  await site.build();
  const read = (path: string) => readFileSync(join(site.out, path), "utf8");
  for (const path of ["404.html", "de/404.html", "blog/first/index.html", "flushCache/index.html"])
    expect([path, read(path).match(/<a [^>]*href="\/(?:de\/)?"(?![^>]*data-language-switch)/g)]).toEqual([path, null]);
  expect(read("404.html")).toContain('<span class="site-name">Harbour</span>');
  expect(read("404.html")).not.toContain("To the home page");
  expect(JSON.parse(read("blog/first/_payload.json")).crumbs).toEqual([
    { title: "Blog", href: "/blog/" },
    { title: "Too deep", href: "/blog/first/" },
  ]);
});

test("a page without a name is in no breadcrumb", async () => {
  const nameless = (body: string) => body.replaceAll('"name":"Blog"', '"name":""');
  site.service.faults.push({ kind: "changed", match: "/stories", times: Number.POSITIVE_INFINITY, change: nameless });
  site.service.publish("blog", () => undefined);
  await site.build();
  const { crumbs } = JSON.parse(readFileSync(join(site.out, "blog/first/_payload.json"), "utf8"));
  expect(crumbs).toEqual([{ title: "Too deep", href: "/blog/first/" }]);
});
