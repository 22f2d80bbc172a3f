/** A site that is not the sample: a changed stylesheet reaches the pages that use it, and no others. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";

const folder = temporaryFolder();
const block = (name: string, fields = "") => ({
  [`blocks/${name}/${name}.schema.ts`]: `import { defineBlock, sections } from "sitegen/schema";\nexport const schema = defineBlock({ ${fields} });\n`,
  [`blocks/${name}/${name}.tsx`]:
    name === "page"
      ? 'import { Blocks } from "sitegen/kit";\nexport default function Page({ body }) { return <Blocks of={body} />; }\n'
      : `export default function Block() { return <p className="${name}">${name}</p>; }\n`,
  [`blocks/${name}/${name}.css`]: `.${name} { color: red }\n`,
});
const FILES = {
  ...block("page", 'kind: "page", fields: { body: sections() }'),
  ...block("quote", "fields: {}"),
  ...block("table", "fields: {}"),
  "site.ts":
    'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, styles: "./site.css" };\n',
  "site.css": "body { margin: 0 }\n",
  "sitegen.config.json": "{}",
};
const story = (...names: string[]) =>
  JSON.stringify({ content: { component: "page", body: names.map((component) => ({ component })) } });
const SPACE = {
  "space.json": JSON.stringify({
    ...{ name: "X", id: 7, version: 1_700_000_000, languages: [], token: "public", previewToken: "preview" },
  }),
  "stories/home.json": story("quote", "table"),
  "stories/quotes.json": story("quote"),
  "stories/tables.json": story("table"),
};

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder.dir, path)), { recursive: true });
  writeFileSync(join(folder.dir, path), text);
};
const out = join(folder.dir, "out");
let service: Awaited<ReturnType<typeof startSpaceService>>;

const build = async (state = "state", to = out) => {
  const config = join(folder.dir, "sitegen.config.json");
  return (await buildSite({ service, out: to, stateDir: join(folder.dir, state), config })).report;
};
const stylesOf = (page: string) => {
  const html = readFileSync(join(out, page, "index.html"), "utf8");
  const files = [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(([, file = ""]) => file);
  return files.map((file) => readFileSync(join(out, file), "utf8")).join("");
};

beforeAll(async () => {
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  for (const [path, text] of Object.entries(SPACE)) write(`space/${path}`, text);
  mkdirSync(join(folder.dir, "state"));
  service = await startSpaceService({ dir: join(folder.dir, "space"), watch: false, journal: false, quiet: true });
  await build();
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

test("a page has the styles of its blocks, and of no others", () => {
  const rules = (page: string) => [...stylesOf(page).matchAll(/\.(page|quote|table)\{/g)].map(([, name]) => name);
  expect(rules("")).toEqual(["page", "quote", "table"]);
  expect(rules("quotes")).toEqual(["page", "quote"]);
  expect(rules("tables")).toEqual(["page", "table"]);
});

test("one block's changed style writes the pages that show it, as a build from nothing does", async () => {
  const before = filesOf(out);
  write("blocks/quote/quote.css", ".quote { color: blue }\n");
  expect((await build()).pages).toMatchObject({ written: 2, unchanged: 1 });
  expect(stylesOf("quotes")).toContain(".quote{color:#00f}");
  const after = filesOf(out);
  const changed = Object.keys(after).filter((path) => path.endsWith("index.html") && after[path] !== before[path]);
  expect(changed).toEqual(["index.html", "quotes/index.html"]);
  mkdirSync(join(folder.dir, "clean-state"));
  await build("clean-state", join(folder.dir, "clean"));
  const pages = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("_assets/")));
  expect(pages(filesOf(join(folder.dir, "clean")))).toEqual(pages(after));
});

test("the common stylesheet is on all pages; a file that was lost comes back", async () => {
  write("site.css", "body { margin: 1px }\n");
  expect((await build()).pages).toMatchObject({ written: 3 });
  const page = /href="\/(_assets\/page-[\w-]+\.css)"/.exec(readFileSync(join(out, "index.html"), "utf8"))?.[1] ?? "";
  const text = readFileSync(join(out, page), "utf8");
  rmSync(join(out, page));
  expect((await build()).pages).toMatchObject({ written: 0 });
  expect(readFileSync(join(out, page), "utf8")).toBe(text);
});
