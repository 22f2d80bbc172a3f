/** Sitemap, robots.txt and feeds of a site in two languages. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const FILES = {
  "site.ts": `export default {
  languages: [{ code: "en" }, { code: "fr", locale: "fr-FR" }],
  global: null,
  pageTypes: {
    page: {},
    post: { kind: "article", feed: { path: "posts.xml", title: { en: "Posts" } } },
    job: { feed: { path: "jobs.xml", title: { en: "Jobs", fr: "Emplois" } } },
  },
  card: ({ name, fields }) => ({ title: fields.title || "", text: fields.text || "", author: fields.author || "", category: fields.topic ? { label: fields.topic } : "Plain" }),
};`,
  ...Object.fromEntries(
    ["post", "job"].map((type) => [
      `blocks/${type}/${type}.schema.ts`,
      `import { boolean, datetime, defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { title: text({ translatable: true }), text: text(), author: text(), topic: text(), date: datetime(), noindex: boolean() } });`,
    ]),
  ),
  "blocks/post/post.tsx": "export default function Post({ title }) { return <h1>{title}</h1>; }",
  "blocks/job/job.tsx": "export default function Job({ title }) { return <h1>{title}</h1>; }",
};
const post = (fields: object) => ({ content: { component: "post", ...fields } });
/** Dated one day after the other; the newest is hidden from search engines. */
const POSTS = Object.fromEntries(
  Array.from({ length: 22 }, (_, index) => {
    const day = `2025-03-${String(index + 1).padStart(2, "0")} 09:00`;
    return [
      `post-${index}`,
      post({ title: `Post ${index}`, title__i18n__fr: `Article ${index}`, date: day, noindex: index === 21 }),
    ];
  }),
);
const CONFIG = { site: { origin: "https://www.example.com", companyName: "Company" } };

let site: SmallSite;
beforeAll(async () => {
  const odd = post({ text: "Words & more", author: "A. Author", topic: "News", date: "2025-03-23 09:00" });
  site = await openSmallSite(FILES, {
    home: storyWithHeadline("Home"),
    ...POSTS,
    odd: { ...odd, name: "The story's name" },
  });
  await site.build({ config: CONFIG });
});
afterAll(() => site.close());

const items = (path: string) => site.read(path).split("<item>").slice(1);
const valuesOf = (path: string, tag: string) =>
  items(path).map((item) => new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`).exec(item)?.[1]);

test("a feed has the twenty newest stories that search engines may show", () => {
  const newest = Array.from({ length: 19 }, (_, index) => 20 - index);
  expect(valuesOf("posts.xml", "title")).toEqual(["The story&#39;s name", ...newest.map((n) => `Post ${n}`)]);
  expect(valuesOf("fr/posts.xml", "title").slice(1)).toEqual(newest.map((n) => `Article ${n}`));
  expect(valuesOf("posts.xml", "link")[1]).toBe("https://www.example.com/post-20/");
  expect(valuesOf("fr/posts.xml", "link")[1]).toBe("https://www.example.com/fr/post-20/");
});

test("an entry has what the card has: text, author, category; and the typed day", () => {
  const [odd = "", plain = ""] = items("posts.xml");
  expect(odd).toContain("Words &amp; more");
  expect(odd).toContain("A. Author");
  expect([odd.includes("News"), plain.includes("Plain")]).toEqual([true, true]);
  expect(plain).toContain("21 Mar 2025");
});

test("its title has the company and the feed's own name, or the page type's where a language has none", () => {
  expect(site.read("posts.xml")).toContain("<title>Company – Posts</title>");
  expect(site.read("fr/posts.xml")).toContain("<title>Company – post</title>");
});

test("a page type without stories has an empty feed, so that its address is there from the start", () => {
  expect([items("jobs.xml"), items("fr/jobs.xml")]).toEqual([[], []]);
  expect(site.read("fr/jobs.xml")).toContain("<title>Company – Emplois</title>");
});

test("the sitemap names each page that search engines may show with the other languages' pages", () => {
  const text = site.read("sitemap.xml");
  expect(text.match(/<loc>/g)).toHaveLength(2 * 23);
  expect(text).not.toContain("/post-21/");
  const [entry = ""] = /<url>\s*<loc>https:\/\/www\.example\.com\/post-3\/<\/loc>[\s\S]*?<\/url>/.exec(text) ?? [];
  expect([...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, lang, href]) => `${lang} ${href}`)).toEqual([
    "en https://www.example.com/post-3/",
    "fr-FR https://www.example.com/fr/post-3/",
    "x-default https://www.example.com/post-3/",
  ]);
  expect(site.read("robots.txt")).toContain("Sitemap: https://www.example.com/sitemap.xml");
});

test("without an origin there is no feed, and elsewhere than in production no sitemap", async () => {
  await site.build({ config: { site: { companyName: "Company" } } });
  expect(existsSync(join(site.out, "posts.xml"))).toBe(false);
  await site.build({ config: { ...CONFIG, environment: "staging" } });
  expect(existsSync(join(site.out, "sitemap.xml"))).toBe(false);
});
