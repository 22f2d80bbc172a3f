/** Markdown of each page, `llms.txt` and pictures for shared links, on a site that is not the sample. */
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const SITE = `import { defineSite, llmsTxt, markdownPages, openGraphImages } from "sitegen-storyblok";
import { Card } from "./card.tsx";
export default defineSite({
  languages: [{ code: "en" }, { code: "fr" }],
  global: null,
  pageTypes: { page: { head: { image: ["image"] } } },
  outputs: [
    markdownPages(),
    llmsTxt({ sections: { page: "Articles" } }),
    openGraphImages({ card: Card, fonts: [{ name: "Own", file: "./own.woff2" }], pages: ({ type }) => type === "page" }),
  ],
});
`;
const FILES = {
  "card.tsx":
    'export function Card({ page }) { return <div style={{ display: "flex", width: "100%", height: "100%", background: "#204060", color: "#ffffff", fontFamily: "Own", fontSize: 80 }}>{page.title}</div>; }\n',
  "blocks/page/page.schema.ts":
    'import { asset, defineBlock, richtext, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", head: ({ author }) => author && { meta: { name: "author", content: author } }, fields: { author: text(), headline: text(), image: asset(), meta_description: text(), body: richtext(), noindex: text() } });\n',
  "blocks/page/page.tsx":
    'import { RichText } from "sitegen-storyblok/kit";\nexport default function Page({ headline, body }) { return <article><h1>{headline}</h1><RichText doc={body} /><button>Buy</button></article>; }\n',
};
const word = (text: string, ...marks: object[]) => ({ type: "text", text, marks });
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const item = (...content: object[]) => ({ type: "list_item", content });
const cell = (type: string, text: string) => ({ type, content: [paragraph(word(text))] });
const BODY = {
  type: "doc",
  content: [
    paragraph(
      word("Plain, "),
      word("bold", { type: "bold" }),
      word(" and "),
      word("a link", { type: "link", attrs: { linktype: "url", href: "/about/" } }),
      word(", 2 * 3 = [six]."),
    ),
    { type: "heading", attrs: { level: 2 }, content: [word("A heading")] },
    {
      type: "bullet_list",
      content: [
        item(paragraph(word("One"))),
        item(paragraph(word("Two")), { type: "ordered_list", content: [item(paragraph(word("Inner")))] }),
      ],
    },
    { type: "blockquote", content: [paragraph(word("Said."))] },
    { type: "code_block", attrs: { class: "language-js" }, content: [word("a < b\n  && c")] },
    { type: "horizontal_rule" },
    {
      type: "table",
      content: [
        { type: "tableRow", content: [cell("tableHeader", "Size"), cell("tableHeader", "Price")] },
        { type: "tableRow", content: [cell("tableCell", "S"), cell("tableCell", "5 | 6")] },
      ],
    },
  ],
};
const story = (name: string, headline: string, fields: object = {}) => ({
  name,
  content: { component: "page", headline, body: { type: "doc", content: [] }, ...fields },
});
const STORIES = {
  home: story("Home", "Welcome", { meta_description: "What we make.", body: BODY }),
  about: story("About", "About us", { meta_description: "Who we are.", author: "Mira" }),
  chosen: story("Chosen", "Chosen", {
    image: { fieldtype: "asset", id: 1, filename: "https://a.storyblok.com/f/7/600x300/ab/photo.png", alt: "Photo" },
  }),
};

let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite({ ...FILES, "site.ts": SITE }, STORIES, {
    site: { origin: "https://x.example", companyName: "X" },
    hosts: ["serve"],
    assets: "remote",
  });
  copyFileSync(join(ROOT, "templates/fonts/instrument-sans-latin.woff2"), join(site.dir, "own.woff2"));
  const { code, stderr } = await site.spawn("generate");
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("OUTPUT_FAILED")]);
  // This process has the program as sources, so it makes all again once.
  await site.generate();
});
afterAll(() => site.close());

test("each page is Markdown beside its HTML, exactly what it says, and its head names it", () => {
  expect(site.read("index.md")).toBe(`# Welcome

Plain, **bold** and [a link](https://x.example/about/), 2 \\* 3 = \\[six\\].

## A heading

- One
- Two
  1. Inner

> Said.

\`\`\`
a < b
  && c
\`\`\`

---

| Size | Price |
| --- | --- |
| S | 5 \\| 6 |
`);
  expect(site.read("fr/about/index.md")).toBe("# About us\n");
  expect(site.read("about/index.html")).toContain(
    '<link rel="alternate" type="text/markdown" href="https://x.example/about/index.md">',
  );
});

test("llms.txt says what the site is and where its pages are", () => {
  expect(site.read("llms.txt")).toBe(`# X

> What we make.

## Articles – EN

- [Home](https://x.example/index.md): What we make.
- [About](https://x.example/about/index.md): Who we are.
- [Chosen](https://x.example/chosen/index.md)

## Articles – FR

- [Home](https://x.example/fr/index.md): What we make.
- [About](https://x.example/fr/about/index.md): Who we are.
- [Chosen](https://x.example/fr/chosen/index.md)
`);
});

test("each page has a picture for shared links, drawn once and named in its head", async () => {
  const { width, height, format } = await sharp(join(site.out, "about/og.png")).metadata();
  expect([width, height, format]).toEqual([1200, 630, "png"]);
  const { dominant } = await sharp(join(site.out, "about/og.png")).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  const page = site.read("about/index.html");
  expect(page).toContain('<meta property="og:image" content="https://x.example/about/og.png">');
  expect(page).toContain('<meta property="og:image:width" content="1200">');
  expect(page).toContain('<meta property="og:image:alt" content="About">');
  expect(page).toContain('<meta name="author" content="Mira"');
  expect(page.match(/property="og:image"/g)).toHaveLength(1);
});

test("a picture that the editor has chosen stays, and none is drawn for the page", () => {
  expect(site.read("chosen/index.html")).toMatch(/property="og:image" content="[^"]*photo[^"]*"/);
  expect(existsSync(join(site.out, "chosen/og.png"))).toBe(false);
});

test("letters that no font of the pictures has are named, in each build until they are there", async () => {
  site.service.publish("about", (one) => {
    one.name = "Gledališče in šola";
  });
  const letters = ({ problems }: Awaited<ReturnType<CommandSite["generate"]>>) =>
    problems.filter(({ code }) => code === "OUTPUT_LETTER_MISSING").map(({ message }) => message);
  const said = (path: string) =>
    `The fonts of openGraphImages() lack č, š, which the picture of ${path} shows as boxes.`;
  const both = [said("/about/"), said("/fr/about/")];
  expect(letters(await site.generate())).toEqual(both);
  expect(letters(await site.generate())).toEqual(both);
  site.service.publish("about", (one) => {
    one.name = "About";
  });
  expect(letters(await site.generate())).toEqual([]);
});

test("a publish makes what shows it again and nothing else", async () => {
  const picture = readFileSync(join(site.out, "about/og.png"));
  site.service.publish("about", (one) => {
    one.content.headline = "About all of us";
  });
  await site.generate();
  expect(site.read("about/index.md")).toBe("# About all of us\n");
  expect(readFileSync(join(site.out, "about/og.png")).equals(picture)).toBe(true);
  expect((await site.run("why", "index.md")).stdout).toContain("Kept by the last build");
  expect((await site.run("why", "llms.txt")).stdout).toContain("Kept by the last build");
  site.service.publish("about", (one) => {
    one.name = "Another name";
  });
  await site.generate();
  expect(readFileSync(join(site.out, "about/og.png")).equals(picture)).toBe(false);
  site.service.unpublish("about");
  await site.generate("--allow-removals");
  expect(existsSync(join(site.out, "about/og.png"))).toBe(false);
  expect(existsSync(join(site.out, "about/index.md"))).toBe(false);
  expect(site.read("llms.txt")).not.toContain("about");
});

test("a story at the folder of the build's lists has a page only in languages where no lists lie", async () => {
  site.service.publish("builds", (one) => {
    one.name = "Builds";
    one.content = story("Builds", "What we built").content;
  });
  site.service.rename("builds", "_assets/builds");
  const slugs = (await site.generate()).problems.filter(({ code }) => code === "CONTENT_UNUSABLE_SLUG");
  expect(slugs).toMatchObject([{ story: "_assets/builds", hint: "Give the story another slug." }]);
  expect(["index.html", "index.md"].filter((name) => existsSync(join(site.out, "_assets/builds", name)))).toEqual([]);
  expect(site.read("fr/_assets/builds/index.html")).toContain("<h1>What we built</h1>");
  expect(site.read("fr/_assets/builds/index.md")).toBe("# What we built\n");
});

test("a story at the address of an output's file keeps it: the file is left out, told, and there again when the story goes", async () => {
  const left = async () =>
    (await site.generate()).problems
      .flatMap(({ code, message }) => (code === "OUTPUT_LEFT_OUT" ? [message] : []))
      .sort();
  const slugs = { one: "index.md", two: "llms.txt" };
  for (const [name, slug] of Object.entries(slugs)) {
    site.service.publish(name, (one) => {
      one.name = "Named";
      one.content = story("Named", "A page").content;
    });
    site.service.rename(name, slug);
  }
  expect(await left()).toEqual([
    'The file fr/index.md of the output "markdown" is left out, since the page /fr/index.md/ has its address.',
    'The file index.md of the output "markdown" is left out, since the page /index.md/ has its address.',
    'The file llms.txt of the output "llms" is left out, since the page /llms.txt/ has its address.',
  ]);
  expect(site.read("index.md/index.html")).toContain("<h1>A page</h1>");
  for (const slug of Object.values(slugs)) site.service.unpublish(slug);
  expect(await left()).toEqual([]);
  expect(site.read("llms.txt")).toContain("# X");
});

test("a story below an output's file has no page, and the others are published", async () => {
  const slugs = ["llms.txt/below", "about/index.md/below", "og.png/below"];
  for (const [place, slug] of slugs.entries()) {
    site.service.publish(`below-${place}`, (one) => {
      one.content = story("Below", "A page").content;
    });
    site.service.rename(`below-${place}`, slug);
  }
  const { problems } = await site.generate();
  const refused = problems.filter(({ code }) => code === "CONTENT_UNUSABLE_SLUG").map(({ message }) => message);
  expect(slugs.filter((slug) => !refused.some((message) => message.includes(` /${slug}/,`)))).toEqual([]);
  for (const slug of slugs) site.service.unpublish(slug);
});

test("a title and a path with signs of Markdown are one link of llms.txt", async () => {
  site.service.publish("signs", (one) => {
    one.name = "Signs \\](/x) `";
    one.content = story("Signs", "A page").content;
  });
  site.service.rename("signs", "a (b c)");
  await site.generate();
  expect(site.read("llms.txt")).toContain("\n- [Signs \\\\\\](/x) \\`](<https://x.example/a%20(b%20c)/index.md>)\n");
});
