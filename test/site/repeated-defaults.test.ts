/** No page repeats defaults: neither the sample's nor those of a site with every field filled in. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { type HtmlElement, readHtml } from "./html.ts";
import { faultsOf, type ReadSite, readSite } from "./read-site.ts";
import { DEFAULTS, EMPTY, repeatedDefaults } from "./repeated-defaults.ts";

const faultsIn = (source: string | HtmlElement) => [
  ...repeatedDefaults(typeof source === "string" ? readHtml(source) : source),
];

describe("the sample", () => {
  let site: ReadSite;
  beforeAll(async () => {
    site = await readSite();
  });

  it("repeats no default", () => {
    const pages = [...site.pages, ...site.errorPages];
    expect(pages.length).toBeGreaterThan(140);
    expect(faultsOf(pages, ({ root }) => repeatedDefaults(root))).toEqual([]);
  });

  it("is found out wherever one is planted", () => {
    const [page] = site.pages;
    for (const [tag, attributes] of Object.entries(DEFAULTS)) {
      for (const [name, value] of Object.entries(attributes)) {
        const element = tag === "*" ? "p" : tag;
        const planted = `<${element} data-planted ${name}="${value}"></${element}></body>`;
        expect(faultsIn(page?.source.replace("</body>", () => planted) ?? "")).toEqual([
          `<${element} ${name}="${value}">`,
        ]);
      }
    }
    for (const name of EMPTY) expect(faultsIn(`<p ${name}=""></p>`)).toEqual([`<p ${name}="">`]);
  });
});

describe("another site", () => {
  const cell = (type: string, text: string) => ({
    type,
    attrs: { colspan: 1, rowspan: 1, colwidth: null },
    content: [{ type: "paragraph", content: [{ type: "text", text }] }],
  });
  const link = { type: "link", attrs: { href: "/", uuid: null, anchor: null, target: "_self", linktype: "url" } };
  const text = (words: string, ...marks: object[]) => ({ type: "text", text: words, marks });
  const item = { type: "list_item", content: [{ type: "paragraph", content: [text("One")] }] };
  const doc = {
    type: "doc",
    content: [
      { type: "heading", attrs: { level: 2, textAlign: null }, content: [text("Words")] },
      { type: "paragraph", attrs: { textAlign: null }, content: [text("a link", link), text(" and text")] },
      { type: "ordered_list", attrs: { order: 1 }, content: [item] },
      {
        type: "table",
        content: [
          { type: "tableRow", content: [cell("tableHeader", "Head"), cell("tableHeader", "")] },
          { type: "tableRow", content: [cell("tableCell", "1"), cell("tableCell", "2")] },
        ],
      },
      { type: "paragraph", content: [text("styled", { type: "styled", attrs: { class: "" } })] },
      { type: "image", attrs: { src: "https://x.example/a.png", alt: "", title: "", source: "" } },
    ],
  };
  const grid = { thead: [{ value: "Head" }], tbody: [{ body: [{ value: "1" }] }] };
  const to = { linktype: "url", url: "/", cached_url: "/", target: "_self", fieldtype: "multilink" };
  const everything = (planted: boolean) => ({
    content: {
      component: "page",
      body: [{ component: "everything", doc, grid, to, planted, clip: "https://www.youtube.com/watch?v=abcdefghijk" }],
    },
  });
  const files = {
    "site.ts": 'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };\n',
    "blocks/page/page.schema.ts":
      'import { defineBlock, sections } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: sections() } });\n',
    "blocks/everything/everything.schema.ts": `import { boolean, defineBlock, multilink, richtext, table, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { doc: richtext(), grid: table(), to: multilink(), planted: boolean(), clip: text() } });`,
    "blocks/everything/everything.tsx": `import { Image, Link, RichText, Table, Video } from "sitegen-storyblok/kit";
const file = { src: "/film.mp4", name: "", title: "" };
const picture = { src: "/a.png", width: 9, height: 9, alt: "", title: "", copyright: "", focus: "", sources: [], widths: [] };
export default function Everything({ doc, grid, to, planted }) {
  return <section><RichText doc={doc} /><Table table={grid} /><Link link={to}>there</Link>
    <Image image={picture} /><Image image={picture} priority /><Image image={null} /><Video video={file} poster={null} />
    {planted && <p className=""><input type="text" aria-label="x" /></p>}</section>;
}`,
  };

  let site: SmallSite;
  beforeAll(async () => {
    site = await openSmallSite(files, { home: everything(false), planted: everything(true) });
    await site.build();
  });
  afterAll(() => site.close());

  it("repeats none in what the kit writes, whatever the editor's values are; its own are found", () => {
    const html = site.read("index.html");
    for (const shown of ["<ol>", "<table", "there</a>", "/a.png", "<video"]) expect(html).toContain(shown);
    expect(faultsIn(html)).toEqual([]);
    expect(faultsIn(site.read("404.html"))).toEqual([]);
    expect(faultsIn(site.read("planted/index.html"))).toEqual(['<p class="">', '<input type="text">']);
  });
});
