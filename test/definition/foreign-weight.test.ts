/** Documents of a site that is not the sample contain each text once, and marks only where hydration needs them. */
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const schema = (fields: string, more = "") =>
  `import { blocks, defineBlock, richtext, sections, story, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ ${more} fields: { ${fields} } });\n`;
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
  still: {
    uuid: "u-still",
    content: { component: "page", body: [note("11111111-aaaa-4bbb-8ccc-000000000004", "Only")] },
  },
};

/** The same site with all that site-definition.md calls open, on pages of their own. */
const OPEN_FILES = {
  ...FILES,
  "site.ts": `import { defineOutput, defineSite, defineSource, llmsTxt, markdownPages, searchIndex } from "sitegen-storyblok";
import { order } from "./forms/order.ts";
import { SearchPage } from "./pages/search.tsx";
const stock = defineOutput({ name: "stock", keys: () => ["all"], make: (_, reader) => ({ path: "stock.json", body: JSON.stringify(reader.source("prices").all()) }) });
export default defineSite({
  languages: [{ code: "en" }], global: null,
  pageTypes: { page: {}, product: { sitemap: false, head: ({ sku }) => ({ meta: { name: "sku", content: sku } }) } },
  sources: { prices: defineSource({ load: () => [{ sku: "A", price: 3 }], key: ({ sku }) => sku }) },
  forms: [order],
  routes: [{ path: "/search/", page: SearchPage, head: { title: "Search" } }],
  sitemap: () => ["/files/list.txt"],
  parts: [{ effect: "./stars.ts" }],
  outputs: [searchIndex(), markdownPages({ pages: ({ type }) => type === "product" }), llmsTxt(), stock],
});
`,
  "stars.ts": 'export const effect = { attribute: "data-stars", start: () => undefined };\n',
  "pages/search.tsx":
    'import { Search } from "sitegen-storyblok/kit";\nexport function SearchPage() { return <Search />; }\n',
  "forms/order.ts":
    'import { defineForm } from "sitegen-storyblok/forms";\nexport const order = defineForm({ name: "order", fields: { email: { type: "email" } } });\n',
  "blocks/product/product.schema.ts": schema("sku: text(), from: story(), body: sections()", 'kind: "page",'),
  "blocks/product/product.data.ts":
    'export const data = ({ sku, from }, reader) => ({ price: reader.source("prices").get(sku).price, blocks: reader.blocks(from, "body") });\n',
  "blocks/product/product.tsx": `import { Blocks } from "sitegen-storyblok/kit";
import logo from "./logo.svg";
export default function Product({ sku, data, body }) {
  return <><img className="product" src={logo} alt="" data-stars="" /><p>{sku + " " + data.price}</p><Blocks of={data.blocks} /><Blocks of={body} /></>;
}
`,
  "blocks/product/product.css": '.product { background: url("./logo.svg"); }\n',
  "blocks/product/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "blocks/order/order.schema.ts": schema("label: text()", "hydrate: true,"),
  "blocks/order/order.tsx":
    'import { Form } from "sitegen-storyblok/kit";\nimport { order } from "../../forms/order.ts";\nexport default function Order() { return <Form form={order} />; }\n',
  "public/files/list.txt": "A\n",
};
const OPEN_STORIES = {
  ...STORIES,
  lamp: { content: { component: "product", sku: "A", from: "u-still", body: [{ component: "order", label: "" }] } },
};

let site: SmallSite;
let open: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(FILES, STORIES);
  await site.build();
  open = await openSmallSite(OPEN_FILES, OPEN_STORIES);
  await open.build();
});
afterAll(() => Promise.all([site.close(), open.close()]));

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

/** What a page consists of, without the names of scripts. */
const withoutScripts = (text: string) => text.replace(/\/_assets\/(?:app|boot|chunks\/[\w.-]+?)-[0-9A-Z]{8}\.js/g, "");
/** Bytes of the scripts that a page names, with those that they import. */
function scriptBytes({ read }: SmallSite, page: string): number {
  const named = (text: string) => [...text.matchAll(/"\/(_assets\/[\w./-]+\.js)"/g)].map(([, path = ""]) => path);
  const chunks = /data-chunks="([^"]*)"/.exec(read(page))?.[1] ?? "";
  const seen = new Set([...named(read(page)), ...chunks.split(" ").map((one) => one.replace(/^\/|#.*$/g, ""))]);
  for (const path of seen)
    for (const next of read(path).matchAll(/(?:from|import)"\/([^"]+)"/g)) seen.add(next[1] ?? "");
  return [...seen].reduce((sum, path) => sum + read(path).length, 0);
}

test("a page without anything of the open site has the same document, payload, shared state and styles as in a site without", () => {
  expect(open.read("lamp/index.html")).toMatch(/A 3[\s\S]*Only plain[\s\S]*data-form="order"/);
  for (const file of ["index.html", "_payload.json", "still/index.html", "still/_payload.json", "_words.json"]) {
    // The chunks that blocks share are divided otherwise where more blocks share them.
    const bare = (text: string) =>
      withoutScripts(text)
        .replace(/data-chunks="[^"]*"/, "")
        .replace(/"code":\[.*?\]/, "");
    expect(bare(site.read(file))).toBe(bare(open.read(file)));
  }
});

test("the scripts of a site without any of it hold nothing of it, and are no larger than those of one that has it", () => {
  const scripts = fg.sync("_assets/**/*.js", { cwd: site.out });
  const used = fg.sync("_assets/**/*.js", { cwd: open.out });
  const marks = [/words\.bin/, /data-trap|form_/, /data-stars/, /route:\d/];
  for (const mark of marks) {
    expect(scripts.filter((file) => mark.test(site.read(file)))).toEqual([]);
    expect(used.filter((file) => mark.test(open.read(file)))).not.toEqual([]);
  }
  for (const page of ["index.html", "still/index.html"])
    expect(scriptBytes(site, page)).toBeLessThanOrEqual(scriptBytes(open, page));
});
