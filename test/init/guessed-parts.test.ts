/** What `init --from-space` takes from a space beside its components: menu, headings, lists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteFromSpace, siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const page = (title: string, fields: object = {}) => ({
  name: title,
  content: { component: "page", title, ...fields },
});
const post = (title: string, date: string) => ({ content: { component: "post", title, date } });
const link = ($link: string) => ({ $link });
const linksIn = (html: string, className: string) => {
  const [, nav = ""] = new RegExp(`<nav class="${className}"[^>]*>(.*?)</nav>`).exec(html) ?? [];
  return [...nav.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, name]) => `${name} ${href}`);
};

describe("a space with a navigation of its own", () => {
  let site: SiteFromSpace;
  beforeAll(async () => {
    site = await siteFromSpace((dir) =>
      writeFiles(dir, {
        "space.json": spaceInfo("Own"),
        "stories/home.json": {
          name: "Home",
          content: {
            component: "page",
            title: "",
            body: [
              { component: "hero", headline: "We draw maps" },
              { component: "latest-posts", headline: "News" },
              {
                component: "visit",
                side: "left",
                since: "1957-03-04 00:00",
                email: "maps@x.example",
                button: "Come and see",
                to: link("about"),
              },
              { component: "price-list", headline: "Prices", maps: ["relief", "town"] },
            ],
          },
        },
        "stories/about.json": page("About"),
        "stories/imprint.json": page("Imprint"),
        "stories/blog/one.json": post("First", "2025-01-01 00:00"),
        "stories/blog/two.json": post("Second", "2025-02-01 00:00"),
        "stories/global.json": {
          content: {
            component: "global",
            nav: [
              { component: "nav_item", label: "Who we are", link: link("about") },
              { component: "nav_item", label: "", link: link("blog/one") },
              { component: "nav_item", label: "Nowhere", link: "" },
            ],
          },
        },
      }),
    );
    await site.build();
  });
  afterAll(() => site.close());

  test("has it as its menu, in the editors' order", () => {
    expect(linksIn(site.page(""), "site-menu")).toEqual(["Who we are /about/", "One /blog/one/"]);
  });

  test("has legal pages in the footer as long as editors keep none there", () => {
    expect(linksIn(site.page(""), "site-links")).toEqual(["Imprint /imprint/"]);
  });

  test("shows no heading that nobody wrote, and has one for screen readers", () => {
    expect(site.page("")).toContain('<h1 class="visually-hidden">Home</h1>');
    expect(site.page("about")).toContain("<h1>About</h1>");
  });

  test("shows a date in words, an address that can be written to and a button's text on its link, and no choice of a look", () => {
    const [, visit] = /<section class="visit" data-side="left">(.*?)<\/section>/.exec(site.page("")) ?? [];
    expect(visit).toBe(
      '<p>March 4, 1957</p><p><a href="mailto:maps@x.example">maps@x.example</a></p><p><a href="/about/">Come and see</a></p>',
    );
  });

  test("keeps the focal point of a cropped picture in view", () => {
    expect(readFileSync(join(site.dir, "styles/site.css"), "utf8")).toContain(
      "object-position: var(--focus-point, 50%)",
    );
  });

  test("lists the stories that a block's name stands for, newest first, also after a publish", async () => {
    const titles = () => [...site.page("").matchAll(/<li><a href="([^"]*)">([^<]*)</g)].map(([, , title]) => title);
    expect(titles()).toEqual(["Second", "First"]);
    site.service.publish("blog/one", ({ content }) => {
      content.title = "The first";
    });
    await site.build();
    expect(titles()).toEqual(["Second", "The first"]);
    expect(readFileSync(join(site.dir, "blocks/latest-posts/latest-posts.data.ts"), "utf8")).toContain('type: "post"');
    // Its content has what it lists.
    expect(existsSync(join(site.dir, "blocks/price-list/price-list.data.ts"))).toBe(false);
  });

  test("a second run has nothing to say", async () => {
    expect(await site.init()).toMatchObject({ written: [], notes: [] });
  });
});

test("a footer of its own is the site's, in the editors' order", async () => {
  const item = (component: string, to: string) => ({ component, title: "", target: link(to) });
  const site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Both"),
      "stories/home.json": page("Home"),
      ...Object.fromEntries(
        ["About", "Imprint", "Terms"].map((name) => [`stories/${name.toLowerCase()}.json`, page(name)]),
      ),
      "stories/global.json": {
        content: {
          component: "global",
          footer_nav: [item("footer_link", "terms"), item("footer_link", "imprint")],
          main_nav: [item("nav_item", "about")],
        },
      },
    }),
  );
  try {
    await site.build();
    expect(linksIn(site.page(""), "site-menu")).toEqual(["About /about/"]);
    expect(linksIn(site.page(""), "site-links")).toEqual(["Terms /terms/", "Imprint /imprint/"]);
    expect(readFileSync(join(site.dir, "site.ts"), "utf8")).toContain("layout: { Layout },");
  } finally {
    await site.close();
  }
});

test("without one, legal pages and those that do not fit into the menu are in the footer", async () => {
  const names = Array.from({ length: 10 }, (_, index) => `Page ${String(index).padStart(2, "0")}`);
  const files = [...names, "Privacy", "Imprint"].map((name, position) => [
    `stories/${name.toLowerCase().replace(" ", "-")}.json`,
    { ...page(name), position },
  ]);
  const site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Rest"),
      "stories/home.json": page("Home"),
      ...Object.fromEntries(files),
    }),
  );
  try {
    await site.build();
    const named = (nav: string) => linksIn(site.page(""), nav).map((one) => one.replace(/ \/.*/, ""));
    expect(named("site-menu")).toEqual(names.slice(0, 8));
    expect(named("site-links")).toEqual([...names.slice(8), "Privacy", "Imprint"]);
  } finally {
    await site.close();
  }
});
