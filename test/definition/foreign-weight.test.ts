/** Documents of a site that is not the sample contain each text once, and marks only where hydration needs them. */
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const schema = (fields: string, more = "") =>
  `import { blocks, defineBlock, richtext, sections, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ ${more} fields: { ${fields} } });\n`;
const FILES = {
  "blocks/page/page.schema.ts": schema("body: sections()", 'kind: "page",'),
  "blocks/note/note.schema.ts": schema("text: richtext()"),
  "blocks/note/note.tsx":
    'import { editable, RichText } from "sitegen-storyblok/kit";\nexport default function Note(props) { return <div {...editable(props)}><RichText doc={props.text} /></div>; }\n',
  "blocks/counter/counter.schema.ts": schema("label: text(), story: text()", "hydrate: true, kept: { story: [] },"),
  "blocks/counter/counter.tsx":
    'import { useState } from "react";\nimport { editable, KeptPart } from "sitegen-storyblok/kit";\nexport default function Counter(props) {\n  const [n, add] = useState(0);\n  return <div {...editable(props)}><button onClick={() => add(n + 1)}>{props.label + " " + n}</button><KeptPart of={props}>{() => <p>{props.story}</p>}</KeptPart></div>;\n}\n',
  "site.ts": 'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };\n',
};

const text = (...words: object[]) => ({ type: "doc", content: [{ type: "paragraph", content: words }] });
const word = (value: string, ...marks: string[]) => ({
  type: "text",
  text: value,
  marks: marks.map((type) => ({ type })),
});
const note = (uid: string, value: string) => ({
  component: "note",
  _uid: uid,
  text: text(word(`${value} plain, `), word("bold", "bold"), word(" and "), word("both", "bold", "italic"), word(".")),
});
const STORIES = {
  home: {
    content: {
      component: "page",
      body: [
        note("11111111-aaaa-4bbb-8ccc-000000000001", "First"),
        { component: "counter", _uid: "11111111-aaaa-4bbb-8ccc-000000000002", label: "Add", story: "Long tale" },
        note("11111111-aaaa-4bbb-8ccc-000000000003", "Second"),
      ],
    },
  },
  still: { content: { component: "page", body: [note("11111111-aaaa-4bbb-8ccc-000000000004", "Only")] } },
};

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(FILES, STORIES);
  await site.build();
});
afterAll(() => site.close());

const parts = (page: string) => {
  const [markup = "", carried = ""] = site.read(page).split('<script type="application/json" id="payload">');
  return { markup, carried, marks: [...markup.matchAll(/ data-block="([^"]*)"/g)].map(([, mark]) => mark) };
};

test("a page that does something has marks on what it keeps, and their data is in its markup alone", () => {
  const { markup, carried, marks } = parts("index.html");
  expect(marks).toEqual(["0", "x0", "1"]);
  expect(markup).toContain("First plain, <strong>bold</strong> and ");
  expect(markup).toContain("Long tale");
  expect(carried).not.toMatch(/plain|Long tale|000000000001|000000000003/);
  expect(carried).toContain('{"component":"","_uid":"1"}');
});

test("a page that only shows something is one reference; no mark is on its blocks", () => {
  const { carried, marks } = parts("still/index.html");
  expect(marks).toEqual([]);
  expect(carried).toContain('"page":{"component":"","_uid":"0"}');
  expect(carried).not.toContain("plain");
});

test("no comment parts two texts, no editor's mark is published, and what is empty is not in the document", () => {
  for (const page of ["index.html", "still/index.html"]) {
    const { markup, carried } = parts(page);
    expect(markup.replace("<!doctype html>", "")).not.toContain("<!");
    expect(markup).not.toMatch(/data-blok|storyblok#/);
    expect(carried).not.toMatch(/"crumbs":\[\]|"listing"|"blocks"|"uuid"/);
  }
});

test("a site without a form carries nothing of forms", () => {
  const files = fg.sync("_assets/**/*.{js,json,css}", { cwd: site.out });
  expect(files.length).toBeGreaterThan(3);
  const found = files.filter((file) => /form_|data-form\b|data-trap/.test(site.read(file)));
  expect(found).toEqual([]);
});
