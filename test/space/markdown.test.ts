import { expect, test } from "vitest";
import type { RichNode } from "../../src/content/rules/markdown-nodes.ts";
import { type ExpandContext, expandContent } from "../../src/space/folder/shorthand.ts";

const context: ExpandContext = {
  file: "stories/x.json",
  spaceId: 1,
  storyUuid: "story-uuid",
  uuidOf: (slug) => `uuid of ${slug}`,
  asset: (path) => ({ path, hash: "0123456789", size: "4x3" }),
};

function rich(...lines: string[]): RichNode[] {
  const content = expandContent({ component: "A", text: { $md: lines } }, context);
  const doc = content.text as RichNode;
  expect(doc.type).toBe("doc");
  return doc.content ?? [];
}

const text = (value: string, ...marks: string[]) =>
  marks.length > 0
    ? { type: "text", text: value, marks: marks.map((type) => ({ type })) }
    : { type: "text", text: value };
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });

const bodyOf = (node: RichNode | undefined) => (node?.attrs?.body ?? []) as Record<string, unknown>[];

test("marks nest, and neighbours with the same marks are one text", () => {
  expect(rich("a **b *c* d** ~~e~~ `f` &amp; g\\* <sub>h</sub><u>i</u>")).toEqual([
    paragraph(
      text("a "),
      text("b ", "bold"),
      text("c", "bold", "italic"),
      text(" d", "bold"),
      text(" "),
      text("e", "strike"),
      text(" "),
      text("f", "code"),
      text(" & g* "),
      text("h", "subscript"),
      text("i", "underline"),
    ),
  ]);
});

test("headings, quotes, rules, code and breaks", () => {
  expect(rich("### Title", "> said", "---", "```ts\nlet a;\n```", "one  \ntwo<br>three\nfour")).toEqual([
    { type: "heading", attrs: { level: 3 }, content: [text("Title")] },
    { type: "blockquote", content: [paragraph(text("said"))] },
    { type: "horizontal_rule" },
    { type: "code_block", attrs: { class: "language-ts" }, content: [text("let a;")] },
    paragraph(text("one"), { type: "hard_break" }, text("two"), { type: "hard_break" }, text("three four")),
  ]);
});

test("lists hold paragraphs and lists", () => {
  const item = (...content: unknown[]) => ({ type: "list_item", content });
  expect(rich("3. a\n4. b", "- x\n  - y\n- z")).toEqual([
    { type: "ordered_list", attrs: { order: 3 }, content: [item(paragraph(text("a"))), item(paragraph(text("b")))] },
    {
      type: "bullet_list",
      content: [
        item(paragraph(text("x")), { type: "bullet_list", content: [item(paragraph(text("y")))] }),
        item(paragraph(text("z"))),
      ],
    },
  ]);
});

test("tables have header cells, plain cells and no alignment", () => {
  const [table] = rich("| a | b |\n|:--|--:|\n| **1** | |");
  const attrs = { colspan: 1, rowspan: 1, colwidth: null };
  expect(table).toEqual({
    type: "table",
    content: [
      {
        type: "tableRow",
        content: ["a", "b"].map((cell) => ({ type: "tableHeader", attrs, content: [paragraph(text(cell))] })),
      },
      {
        type: "tableRow",
        content: [
          { type: "tableCell", attrs: { ...attrs, backgroundColor: null }, content: [paragraph(text("1", "bold"))] },
          { type: "tableCell", attrs: { ...attrs, backgroundColor: null }, content: [{ type: "paragraph" }] },
        ],
      },
    ],
  });
});

test.each([
  [
    "[x](story:company/team#people)",
    { href: "/company/team", uuid: "uuid of company/team", anchor: "people", linktype: "story" },
  ],
  ["[x](https://example.com/a?b)", { href: "https://example.com/a?b", uuid: null, anchor: null, linktype: "url" }],
  ["[x](mailto:a@example.com)", { href: "a@example.com", uuid: null, anchor: null, linktype: "email" }],
  ["[x](asset:files/a.pdf)", { href: "sitegen-space-assets:/f/1/4x3/0123456789/a.pdf", linktype: "asset" }],
])("link %s", (markdown, attrs) => {
  expect(rich(markdown)).toMatchObject([paragraph({ ...text("x"), marks: [{ type: "link", attrs }] })]);
});

test("images are nodes with address and texts", () => {
  expect(rich('![alt](asset:pictures/a.svg "title")')).toMatchObject([
    paragraph({
      type: "image",
      attrs: { src: "sitegen-space-assets:/f/1/4x3/0123456789/a.svg", alt: "alt", title: "title" },
    }),
  ]);
});

test("a block fence becomes a blok node whose blocks are expanded, with ids of their own", () => {
  const [node] = rich('```block\n{"component": "Link", "number": 3, "link": {"$link": "home"}}\n```');
  expect(node?.type).toBe("blok");
  const [block] = bodyOf(node);
  expect(block).toMatchObject({ component: "Link", number: "3", link: { linktype: "story", id: "uuid of home" } });
  expect(block?._uid).toMatch(/^[0-9a-f-]{36}$/);
  const twice = rich(...Array.from({ length: 2 }, () => '```block\n{"component": "Link"}\n```'));
  const uids = twice.map((blok) => bodyOf(blok)[0]?._uid);
  expect(new Set(uids).size).toBe(2);
});

test.each([
  ['```block\n{"component": }\n```', "the embedded block is not valid JSON"],
  ["```block\n{}\n```", 'a block needs "component"'],
  ["<div>x</div>", "has no place in rich text"],
  ["a <span>b</span>", "the HTML <span> has no place in rich text"],
])("%j is an error that names file and place", (markdown, message) => {
  expect(() => rich(markdown)).toThrow(message);
  expect(() => rich(markdown)).toThrow("stories/x.json: content.text");
});

test("nothing is a document with an empty paragraph", () => {
  expect(rich("")).toEqual([{ type: "paragraph" }]);
});
