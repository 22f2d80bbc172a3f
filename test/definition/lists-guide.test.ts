/** docs/lists.md, word by word: the files that it shows, as two sites. */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { type ForeignSite, foreignSite, heroPage } from "./foreign-site.ts";

const guide = readFileSync(join(ROOT, "docs/lists.md"), "utf8");
const shown = [...guide.matchAll(/^```tsx? file=(\S+)\n([\s\S]*?)^```/gm)];
const first = Object.fromEntries(
  shown.flatMap(([, path = "", text = ""]) => (/^second\//.test(path) ? [] : [[path, text]])),
);
const second = Object.fromEntries(
  shown.flatMap(([, path = "", text = ""]) => (/^second\//.test(path) ? [[path.slice("second/".length), text]] : [])),
);
const ARTICLE = {
  "blocks/article/article.schema.ts":
    'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ name: "article", kind: "page", fields: { title: text(), topic: text() } });\n',
  "blocks/article/article.tsx": "export default function Article({ title }) { return <h1>{title}</h1>; }\n",
};
const article = (day: number, topic: string, tags: string[] = []) => ({
  name: `Article ${day}`,
  tags,
  first_published_at: `2026-01-${10 + day}T09:00:00.000Z`,
  content: { component: "article", title: `Article ${day}`, topic },
});
const STORIES = {
  home: heroPage("Home"),
  articles: { content: { component: "page", body: [{ component: "article-list", headline: "All", per_page: 2 }] } },
  "texts/a": article(1, "lamps", ["Old & New"]),
  "texts/b": article(2, "lamps"),
  "texts/c": article(3, "lamps", ["old, new", "🎒"]),
  "texts/d": article(4, "chairs"),
};

let site: ForeignSite;
const page = (path: string) => readFileSync(join(site.out, path, "index.html"), "utf8").replaceAll("<!-- -->", "");
const listed = (path: string) => [...page(path).matchAll(/<li>(?:<a [^>]*>)?([^<]+)/g)].map(([, name]) => name);

describe("a listing block", () => {
  beforeAll(async () => {
    const topics = { "space/datasources/topics.json": JSON.stringify([{ name: "Lamps", value: "lamps" }]) };
    const config = { site: { origin: "https://x.example", companyName: "X" } };
    const feeds = 'page: { feed: { path: "pages.xml", title: { en: "Pages" } } },';
    // The card's own field, in the list that the guide shows.
    const withCard = {
      "site.ts": `import { card } from "./card.ts";\n${first["site.ts"]?.replace("global: null,", "global: null,\n  card,").replace("page: {},", feeds)}`,
      "blocks/article-list/article-list.tsx":
        first["blocks/article-list/article-list.tsx"]
          ?.replace("{title}</a>", "{title}</a> in {topic}")
          .replace("href, title }", "href, title, topic }") ?? "",
    };
    site = await foreignSite({ config, stories: STORIES, files: { ...first, ...withCard, ...ARTICLE, ...topics } });
  });
  afterAll(() => site.close());

  test("has pages, pages of categories, and links between them", () => {
    expect(listed("articles")).toEqual(["Article 4", "Article 3"]);
    expect(listed("articles/page/2")).toEqual(["Article 2", "Article 1"]);
    expect(listed("articles/categories/lamps")).toEqual(["Article 3", "Article 2"]);
    expect(listed("articles/categories/lamps/page/2")).toEqual(["Article 1"]);
    expect(listed("articles/categories/chairs")).toEqual(["Article 4"]);
    expect(existsSync(join(site.out, "articles/page/3"))).toBe(false);
    expect(page("articles")).toContain('<a href="/articles/categories/lamps/">Lamps (3)</a>');
    expect(page("articles/page/2")).toContain('<a href="/articles/">Newer</a></nav>');
    expect(page("articles/categories/lamps")).toContain('aria-current="page">Lamps (3)');
    expect(existsSync(join(site.out, "feed.xml"))).toBe(true);
    const titles = [...page("articles").matchAll(/href="(\/\w+\.xml)" title="(\w+)"/g)].map(([, ...one]) => one);
    expect(titles).toEqual([
      ["/pages.xml", "Pages"],
      ["/feed.xml", "Articles"],
    ]);
  });

  test("shows cards of the site's own", () => {
    expect(page("articles/categories/lamps")).toContain('<a href="/texts/c/">Article 3</a> in Lamps</li>');
  });

  test("is without a problem", async () => {
    expect((await site.check()).filter(({ severity }) => severity !== "info").map(({ code }) => code)).toEqual([]);
  });
});

test("tags and entries of a source have lists by routes", async () => {
  const products = ["lamp", "lamp", "lamp", "chair"].map((category, at) => ({
    sku: `${at}`,
    name: `P${at}`,
    category,
  }));
  const shop = createServer((_, response) => response.end(JSON.stringify(products)));
  await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
  process.env.SHOP_URL = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const { articles: _, ...stories } = STORIES;
  site = await foreignSite({ stories, files: { ...second, ...ARTICLE } });
  try {
    expect(listed("tags/old-new")).toEqual(["Article 3", "Article 1"]);
    expect([listed("products"), listed("products/page/2")]).toEqual([
      ["P0", "P1"],
      ["P2", "P3"],
    ]);
    expect([listed("products/lamp/page/2"), listed("products/chair")]).toEqual([["P2"], ["P3"]]);
    expect(page("products/lamp")).toContain('<a href="/products/lamp/page/2/">More</a>');
  } finally {
    site.close();
    delete process.env.SHOP_URL;
    await new Promise((done) => shop.close(done));
  }
});
