import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RichText } from "../../src/blocks/ui/rich-text.tsx";
import { SiteProvider } from "../../src/kit/site.tsx";
import type { RichTextMark, RichTextNode } from "../../src/site/api/payload.ts";
import { image, link, payload, rich, shared } from "./fixtures.ts";
import { renderBlock } from "./render.tsx";

const doc = (...content: RichTextNode[]): RichTextNode => ({ type: "doc", content });
const text = (value: string, ...marks: RichTextMark[]): RichTextNode => ({ type: "text", text: value, marks });
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: "paragraph", content });
const html = (node: RichTextNode | null, level?: 2 | 3 | 4) =>
  renderToStaticMarkup(
    <SiteProvider shared={shared()} payload={payload([])} components={{}}>
      <RichText doc={node} {...(level ? { level } : {})} />
    </SiteProvider>,
  ).replace(/^<div class="rich-text">(.*)<\/div>$/s, "$1");

it("renders nothing for an empty document", () => {
  expect(html(null)).toBe("");
  expect(html(doc())).toBe("");
});

it.each<[RichTextMark, string]>([
  [{ type: "bold" }, "<strong>x</strong>"],
  [{ type: "strong" }, "<strong>x</strong>"],
  [{ type: "italic" }, "<em>x</em>"],
  [{ type: "strike" }, "<s>x</s>"],
  [{ type: "underline" }, "<u>x</u>"],
  [{ type: "code" }, "<code>x</code>"],
  [{ type: "superscript" }, "<sup>x</sup>"],
  [{ type: "subscript" }, "<sub>x</sub>"],
  [{ type: "anchor", id: "here" }, '<span id="here">x</span>'],
  [{ type: "styled", className: "red" }, '<span class="red">x</span>'],
  [{ type: "textStyle", color: "#f00" }, '<span style="color:#f00">x</span>'],
  [{ type: "highlight", color: "yellow" }, '<mark style="background-color:yellow">x</mark>'],
  [{ type: "link", link: link("/de/a/") }, '<a href="/de/a/">x</a>'],
  [
    { type: "link", link: link("https://x.example", { target: "_blank" }) },
    '<a href="https://x.example" target="_blank" rel="noopener">x</a>',
  ],
])("marks %j", (mark, expected) => expect(html(doc(paragraph(text("x", mark))))).toBe(`<p>${expected}</p>`));

it("nests marks in their order and escapes text", () => {
  const node = doc(paragraph(text("<b>&", { type: "bold" }, { type: "italic" })));
  expect(html(node)).toBe("<p><strong><em>&lt;b&gt;&amp;</em></strong></p>");
});

it("renders lists, quotes, rules, breaks, emoji and code", () => {
  const node = doc(
    { type: "ordered_list", start: 3, content: [{ type: "list_item", content: [paragraph(text("three"))] }] },
    { type: "blockquote", content: [paragraph(text("said"))] },
    { type: "horizontal_rule" },
    paragraph(text("a"), { type: "hard_break" }, text("b")),
    paragraph({ type: "emoji", emoji: { name: "wrench", character: "🔧" } }),
    { type: "code_block", language: "python", content: [text("n = 9\nd = 7")] },
  );
  const out = html(node);
  expect(out).toContain('<ol start="3"><li><p>three</p></li></ol>');
  expect(out).toContain("<blockquote><p>said</p></blockquote><hr/>");
  expect(out).toContain("<p>a<br/>b</p>");
  expect(out).toContain('<span role="img" aria-label="wrench">🔧</span>');
  expect(out).toContain('<pre tabindex="0" data-language="python"><code>n = 9\nd = 7</code></pre>');
});

it("moves the highest heading to the level the page asks for and keeps the editor's size", () => {
  const out = html(rich("### Third", "#### Fourth"), 2);
  expect(out).toContain('<h2 class="rich-text__heading rich-text__heading--3" id="third">Third</h2>');
  expect(out).toContain('<h3 class="rich-text__heading rich-text__heading--4" id="fourth">Fourth</h3>');
  expect(html(rich("# First"), 3)).toContain("<h3");
});

it("gives a table its head from the first row of header cells", () => {
  const cell = (type: string, value: string, more: Partial<RichTextNode> = {}): RichTextNode => ({
    type,
    content: [paragraph(text(value))],
    ...more,
  });
  const node = doc({
    type: "table",
    content: [
      { type: "tableRow", content: [cell("tableHeader", "Part"), cell("tableHeader", "Hz")] },
      { type: "tableRow", content: [cell("tableHeader", "Cage"), cell("tableCell", "9.8", { colspan: 2 })] },
    ],
  });
  const out = html(node);
  expect(out).toContain('<thead><tr><th scope="col"><p>Part</p></th>');
  expect(out).toContain('<tbody><tr><th scope="row"><p>Cage</p></th><td colSpan="2"><p>9.8</p></td></tr></tbody>');
});

it("renders images and embedded blocks in their place", () => {
  const picture = doc({ type: "image", image: image(1, 800, 500, { alt: "Spectrum" }) });
  expect(html(picture)).toContain('width="800" height="500" alt="Spectrum" loading="lazy"');
  const embedded = { component: "TextTeaser", _uid: "inner", text: "Inside the text", link: [], theme: "" };
  const out = renderBlock({
    component: "RichtextVideo",
    _uid: "outer",
    text: doc(paragraph(text("Before")), { type: "blok", blocks: [embedded] }),
  });
  expect(out).toContain("Inside the text");
});

it("unwraps unknown nodes", () => {
  expect(html(doc({ type: "mystery", content: [paragraph(text("kept"))] }))).toBe("<p>kept</p>");
});
