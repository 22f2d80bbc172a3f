/** Blocks and fields of another story in a page: with their own links, pictures, data and scripts, and remade when they differ. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DependencyKind } from "../../src/incremental/dependency-kinds.ts";
import { editorQuery, openEditor, startEditor } from "../e2e/fake-editor.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { runHere } from "../helpers/run-here.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type ForeignSite, foreignSite } from "./foreign-site.ts";

const SITE = { languages: [{ code: "en" }, { code: "fr" }], global: null, pageTypes: { page: {} } };

const FILES = {
  "blocks/shows/shows.schema.ts": `import { defineBlock, relation, text } from "sitegen/schema";
export const schema = defineBlock({ fields: { story: text(), field: text(), title: text() } });
`,
  "blocks/shows/shows.data.ts":
    'export const data = ({ story, field }, reader) => reader.blocks(story, field || "body");\n',
  "blocks/shows/shows.tsx": `import { Blocks, editable } from "sitegen/kit";
export default function Shows(props) { return <div {...editable(props)} className="shows"><i>{props.title}</i><Blocks of={props.data} /></div>; }
`,
  "blocks/part/part.schema.ts": `import { asset, defineBlock, multilink, text } from "sitegen/schema";
export const schema = defineBlock({ hydrate: true, fields: { text: text(), link: multilink(), photo: asset() } });
`,
  "blocks/part/part.data.ts": `export const data = ({ text }, reader) => text === "own"
  ? reader.self().name + ", tags " + reader.self().tags.join() : reader.total({ type: "page" });
`,
  "blocks/part/part.tsx": `export default function Part({ text, link, data }) {
  return <p className="part">{text} of {data} {link && <a href={link.href}>{link.name}</a>}</p>;
}
`,
  "blocks/byline/byline.schema.ts": `import { defineBlock, story } from "sitegen/schema";
export const schema = defineBlock({ fields: { by: story("person") } });
`,
  "blocks/byline/byline.data.ts": "export const data = ({ by }, reader) => reader.fields(by);\n",
  "blocks/byline/byline.tsx": `export default ({ data }) => data
  ? <p className="byline">{data.name}, {data.age + 1} <a href={data.link.href}>{data.link.name}</a></p> : <p className="byline">Nobody</p>;
`,
  "blocks/person/person.schema.ts": `import { defineBlock, multilink, number, text } from "sitegen/schema";
export const schema = defineBlock({ kind: "global", fields: { name: text({ translatable: true }), age: number(), link: multilink() } });
`,
};

const shows = (story: string, more: object = {}) => ({ component: "shows", _uid: `shows-${story}`, story, ...more });
const part = (text: string, more: object = {}) => ({ component: "part", _uid: `part-${text}`, text, ...more });
const page = (body: object[], more: object = {}) => ({ ...more, content: { component: "page", body } });
const byline = (by: string) => page([{ component: "byline", _uid: "byline", by }]);
const person = (fields: object) => ({
  uuid: "u-person",
  name: "A person",
  content: { component: "person", ...fields },
});
const to = (slug: string) => ({ link: { linktype: "story", id: `u-${slug}`, cached_url: slug } });

const STORIES = {
  home: page([shows("u-teaser")], { uuid: "u-home" }),
  teaser: page([part("Look", to("other")), part("own")], { uuid: "u-teaser", name: "The teaser", tags: ["a"] }),
  other: page([], { uuid: "u-other", name: "The other" }),
  // Of a component that is no page type.
  snippet: {
    uuid: "u-snippet",
    name: "The snippet",
    content: { component: "snippet", parts: [part("Bit"), part("own")] },
  },
  "with-snippet": page([shows("u-snippet", { field: "parts" })], { uuid: "u-with-snippet" }),
  nested: page([shows("u-home")], { uuid: "u-nested" }),
  one: page([part("One"), shows("u-two")], { uuid: "u-one", name: "First of two" }),
  two: page([shows("u-one")], { uuid: "u-two", name: "Second of two" }),
  mirror: page([shows("u-mirror")], { uuid: "u-mirror", name: "The mirror" }),
  person: person({ name: "Ada", name__i18n__fr: "Adèle", age: "35", ...to("other"), note: "a" }),
  "by-person": byline("u-person"),
  "by-nobody": byline("u-nobody"),
  "by-none": { ...byline(""), uuid: "u-by-none" },
  lost: page([shows("u-nowhere")], { uuid: "u-lost" }),
};

let site: ForeignSite;
const editor = startEditor();
beforeAll(async () => {
  const { origin, bridgeUrl } = await editor;
  const config = { preview: { editorOrigins: [origin], bridgeUrl } };
  site = await foreignSite({ site: SITE, stories: STORIES, files: FILES, config, languages: ["fr"] });
});
afterAll(async () => {
  site?.close();
  await (await editor).close();
});

const read = (path: string, out = site.out) => readFileSync(join(out, path), "utf8");
const textOf = (path: string) =>
  read(path)
    .replace(/<!-- -->/g, "")
    .match(/<main.*<\/main>/s)?.[0] ?? read(path);
const edit = (slug: keyof typeof STORIES, story: object) =>
  site.write(`space/stories/${slug}.json`, JSON.stringify(story));

test("a page shows another story's blocks with their own links and data, and loads their scripts", () => {
  expect(read("index.html")).toContain('<a href="/other/">The other</a>');
  expect(read("fr/index.html")).toContain('<a href="/fr/other/">The other</a>');
  expect(textOf("index.html")).toMatch(/Look of \d+ .*own of The teaser, tags a/s);
  expect(JSON.parse(read("_payload.json")).blocks).toEqual(["page", "part", "shows"]);
  expect(read("index.html")).toMatch(/data-chunks="[^"]*part/);
  expect(textOf("nested/index.html")).toContain("own of The teaser");
});

test("also those of a story that has no page, and its other fields", () => {
  expect(textOf("with-snippet/index.html")).toMatch(/Bit of \d+ .*own of The snippet/s);
});

test("a page shows fields of a story without a page as its schema has them, in each language", async () => {
  expect(textOf("by-person/index.html")).toContain('Ada, 36 <a href="/other/">The other</a>');
  expect(textOf("fr/by-person/index.html")).toContain('Adèle, 36 <a href="/fr/other/">The other</a>');
  expect(textOf("by-nobody/index.html")).toContain("Nobody");
  const unknown = site.report.problems.filter(({ story }) => story === "by-nobody");
  expect(unknown.map(({ code }) => code)).toEqual(["CONTENT_UNRESOLVED_RELATION"]);
  expect(textOf("by-none/index.html")).toContain("Nobody");
  expect(site.report.problems.filter(({ story }) => story === "by-none")).toEqual([]);
});

test("a cycle is a problem with both stories' names, a story that is not there another one", () => {
  const told = site.report.problems.filter(({ code }) => code === "CONTENT_CYCLE");
  expect(told.map(({ message }) => message)).toContain(
    'The stories "First of two" and "Second of two" show each other\'s blocks; the second time they are left out.',
  );
  expect(told.map(({ message }) => message)).toContain(
    'The story "The mirror" shows its own blocks; the second time they are left out.',
  );
  expect(textOf("one/index.html").match(/One of/g)).toHaveLength(1);
  const lost = site.report.problems.filter(({ story }) => story === "lost");
  expect(lost.map(({ code }) => code)).toEqual(["CONTENT_UNRESOLVED_RELATION"]);
});

/** Builds after an edit; the pages that were written, of those in English. */
async function written(options: Parameters<ForeignSite["build"]>[0] = {}): Promise<string[]> {
  const payloads = () =>
    ["", "teaser/", "other/", "with-snippet/", "nested/", "one/", "two/", "by-person/", "by-nobody/"].map((path) => [
      path,
      read(`${path}_payload.json`),
    ]);
  const before = new Map(payloads() as [string, string][]);
  await site.build(options);
  return (payloads() as [string, string][]).filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
}

test("what they show is a dependency by value: an edit of them reaches every page that shows them, and no other", async () => {
  const body = [part("Look here", to("other")), part("own")];
  edit("teaser", page(body, { uuid: "u-teaser", name: "The teaser", tags: ["a"] }));
  expect(await written()).toEqual(["", "teaser/", "nested/"]);
  expect(textOf("nested/index.html")).toContain("Look here");
  await site.expectClean();
  edit("teaser", page(body, { uuid: "u-teaser", name: "The teaser", tags: ["b"] }));
  expect(await written()).toEqual(["", "teaser/", "nested/"]);
  expect(textOf("index.html")).toContain("tags b");
  edit("snippet", {
    uuid: "u-snippet",
    name: "The snippet",
    content: { component: "snippet", parts: [part("Piece")] },
  });
  expect(await written()).toEqual(["with-snippet/"]);
  edit("snippet", {
    uuid: "u-snippet",
    name: "X",
    content: { component: "snippet", parts: [part("Piece")], note: "x" },
  });
  expect(await written()).toEqual([]);
  edit("other", page([], { uuid: "u-other", name: "Another" }));
  expect(await written()).toEqual(["", "teaser/", "other/", "nested/", "by-person/"]);
  edit("person", person({ name: "Grace", age: "35", ...to("other"), note: "a" }));
  expect(await written()).toEqual(["by-person/"]);
  edit("person", person({ name: "Grace", age: "35", ...to("other"), note: "b" }));
  expect(await written()).toEqual([]);
  await site.expectClean();
});

const pieces = { component: "snippet", parts: [part("Other piece")] };
test.each<[DependencyKind, string, keyof typeof STORIES, object]>([
  ["content", "with-snippet/", "snippet", { uuid: "u-snippet", name: "The snippet", content: pieces }],
  ["entry", "", "teaser", page([part("Seen"), part("own")], { uuid: "u-teaser", name: "Renamed" })],
])("without the kind %s such a page stays as it was", async (kind, path, slug, story) => {
  const blind = {
    out: join(site.dir, kind),
    stateDir: join(site.dir, `${kind}-state`),
    testHooks: { unrecorded: kind },
  };
  edit("teaser", page([part("Seen"), part("own")], { uuid: "u-teaser", name: "The teaser" }));
  await site.build(blind);
  edit(slug, story);
  await site.build(blind);
  await site.build();
  expect(read(`${path}index.html`)).not.toBe(read(`${path}index.html`, blind.out));
});

test("threads make the same pages, and why names the stories", async () => {
  const more = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `many/${at}`,
      page([shows(at % 2 ? "u-teaser" : "u-snippet", { field: at % 2 ? "" : "parts" }), shows("u-home")]),
    ]),
  );
  for (const [slug, story] of Object.entries(more)) site.write(`space/stories/${slug}.json`, JSON.stringify(story));
  await site.build();
  const threads = join(site.dir, "threads");
  await site.build({ out: threads, stateDir: join(site.dir, "threads-state"), jobs: 3 });
  for (const slug of Object.keys(more)) expect(read(`${slug}/index.html`, threads)).toBe(read(`${slug}/index.html`));
  expect(read("many/7/index.html")).toContain("Seen");
  expect(read("many/8/index.html")).toContain("Other piece");
  const { stdout } = await runHere(["why", "/nested/", "--state", "state"], { cwd: site.dir });
  expect(stdout).toMatch(/stories whose content it reads \(\d\): [^[\]]+ \([\w/-]+\) \w+/);
});

test("the live preview shows them while the page is edited", async () => {
  const { origin } = await editor;
  const [server, browser] = await Promise.all([startStaticServer(site.out, "/"), launchBrowser()]);
  try {
    const tab = await browser.newPage();
    const visual = await openEditor(tab, origin);
    const { id } = JSON.parse(read("_payload.json")).story;
    await visual.open(
      `${server.origin}/${editorQuery({ storyId: id, component: "page", spaceId: 7, previewToken: "preview" })}`,
    );
    const story = {
      id,
      uuid: "u-home",
      name: "Home",
      full_slug: "home",
      content: { component: "page", _uid: "p", body: [shows("u-teaser", { title: "Typed" })] },
    };
    await visual.send({ action: "input", story });
    const frame = tab.frameLocator("iframe");
    await frame.getByText("Typed").waitFor();
    expect(await frame.locator(".part").first().innerText()).toContain("Seen");
  } finally {
    await browser.close();
    await server.close();
  }
});
