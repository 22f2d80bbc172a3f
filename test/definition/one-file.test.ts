/**
 * A new language, page type, header and datasource each change one file of the site, besides content, and none of the
 * program. docs/architecture.md has the same table.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const SITE = `import { Layout } from "./layout.tsx";
export default {
  languages: [{ code: "en" }],
  global: null,
  pageTypes: { page: {} },
  datasources: [],
  layout: { Layout },
};
`;

const FILES = {
  "site.ts": SITE,
  "layout.tsx":
    "export function Layout({ children }) { return <><header>Old header</header><main>{children}</main></>; }\n",
  "blocks/article/article.schema.ts":
    'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { title: text(), topic: text() } });\n',
  "blocks/article/article.tsx":
    "export default function Article({ title, topic }) { return <article><h1>{title}</h1><p>{topic?.label ?? topic}</p></article>; }\n",
  "space/datasources/topics.json": JSON.stringify([{ name: "Quality", value: "quality", fr: "Qualité" }]),
};

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(FILES, {
    home: storyWithHeadline("Home"),
    first: { content: { component: "article", title: "First", topic: "quality" } },
  });
  await site.build();
});
afterAll(() => site.close());

/** Changes one file of the site, builds, and counts the files that differ: the site's own, not content and output. */
async function touched(path: string, [from, to]: [string, string]): Promise<string[]> {
  const own = () =>
    Object.entries(filesOf(site.dir)).filter(
      ([name]) => !/^(space|out|state)\//.test(name) && name !== "sitegen.config.json",
    );
  const before = new Map(own());
  const text = readFileSync(join(site.dir, path), "utf8");
  expect(text).toContain(from);
  site.write({ [path]: text.replace(from, to) });
  await site.build();
  return own().flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]));
}

const pages = () => fg.sync("**/index.html", { cwd: site.out, ignore: ["flushCache/**"] }).sort();

test("a page type is one row of site.ts", async () => {
  expect(pages()).toEqual(["index.html"]);
  expect(await touched("site.ts", ["page: {}", "page: {}, article: {}"])).toEqual(["site.ts"]);
  expect(pages()).toEqual(["first/index.html", "index.html"]);
  expect(site.read("first/index.html")).toContain("<h1>First</h1><p>quality</p>");
});

test("a header is one component, on every page", async () => {
  for (const page of pages()) expect(site.read(page)).toContain("<header>Old header</header>");
  expect(await touched("layout.tsx", ["Old header", "New header"])).toEqual(["layout.tsx"]);
  for (const page of pages()) expect(site.read(page)).toContain("<header>New header</header>");
});

test("a datasource is one name in site.ts, and a field that has its values says so until then", async () => {
  const schema = "blocks/article/article.schema.ts";
  const text = readFileSync(join(site.dir, schema), "utf8");
  site.write({
    [schema]: text.replace("text }", "text, datasource }").replace("topic: text()", 'topic: datasource("topics")'),
  });
  await expect(site.build()).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringContaining('from the datasource "topics", which is not among "datasources"'),
  });
  expect(await touched("site.ts", ["datasources: []", 'datasources: ["topics"]'])).toEqual(["site.ts"]);
  expect(site.read("first/index.html")).toContain("<h1>First</h1><p>Quality</p>");
});

test("a language is one row of site.ts", async () => {
  expect(await touched("site.ts", ['{ code: "en" }', '{ code: "en" }, { code: "fr" }'])).toEqual(["site.ts"]);
  expect(pages()).toEqual(["first/index.html", "fr/first/index.html", "fr/index.html", "index.html"]);
  expect(site.read("fr/first/index.html")).toContain("<p>Qualité</p>");
});
