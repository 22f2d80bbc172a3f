/** A page type whose own component lists stories, and what becomes of it with the state of another program version. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStateTable, type RowChange } from "../../src/files/state-table.ts";
import { filesOf } from "../helpers/build-site.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null,
  pageTypes: { note: { category: { field: "kind" }, listing: { block: "note_list", defaultPerPage: 2 } }, note_list: {} } });
`,
  "blocks/note/note.schema.ts":
    'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { kind: text() } });\n',
  "blocks/note/note.tsx": "export default function Note({ kind }) { return <h1>{kind}</h1>; }\n",
  "blocks/note_list/note_list.schema.ts":
    'import { blocks, defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ name: "note_list", kind: "page", fields: { title: text(), body: blocks(["note_list"]) } });\n',
  "blocks/note_list/note_list.data.ts": `export const data = (_block, reader, route) =>
  route && { ...route, names: reader.latest({ type: "note", category: route.category, offset: (route.page - 1) * 2, limit: 2 }).map(({ title }) => title) };
`,
  "blocks/note_list/note_list.tsx":
    'export function NoteList({ data }) { return <p>{data ? data.category + data.page + ": " + data.names.join(", ") : "no route"}</p>; }\n',
};
const note = (day: number, kind: string) => ({
  name: `Note ${day}`,
  first_published_at: `2026-01-1${day}T09:00:00.000Z`,
  content: { component: "note", kind },
});
const STORIES = {
  home: { content: { component: "note_list", title: "Home" } },
  notes: { content: { component: "note_list", title: "Notes", body: [{ component: "note_list", title: "Inside" }] } },
  "notes/a": note(1, "red"),
  "notes/b": note(2, "blue"),
  "notes/c": note(3, "red"),
};

let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite(FILES, STORIES);
});
afterAll(() => site.close());

const shown = (path: string) => /<p>(.*?)<\/p>/.exec(site.read(`${path}/index.html`))?.[1];

test("the pages and categories of its list are the page's own", async () => {
  await site.generate();
  expect(shown("notes")).toBe("1: Note 3, Note 2");
  expect(shown("notes/page/2")).toBe("2: Note 1");
  expect(shown("notes/categories/red")).toBe("red1: Note 3, Note 1");
  expect(shown("page/2")).toBe("2: Note 1");
  expect(existsSync(join(site.out, "notes/page/3"))).toBe(false);
});

/** As if a program without these rules had written the state. */
function forgetListings(program: string | null): void {
  const folder = join(site.dir, ".sitegen/cache");
  for (const name of readdirSync(folder).filter((one) => /^stories-.*\.state$/.test(one))) {
    const table = openStateTable<{ program: string }>(join(folder, name), 13);
    const stories = [...table.rows("story")].map(
      ([key, row]): RowChange => ["story", key, row.replace(/"listing":\{[^}]*\}/, '"listing":null')],
    );
    const listings = [...table.rows("listing").keys()].map((key): RowChange => ["listing", key, null]);
    if (!table.head) throw new Error("The state is empty.");
    table.save([...stories, ...listings], { ...table.head, program: program ?? table.head.program });
  }
}

test.each([
  ["another program's state is not followed", "another", []],
  ["--full reads every story again", null, ["--full"]],
] as const)("%s", async (_, program, flags) => {
  const pages = () => Object.keys(filesOf(site.out)).filter((path) => !path.startsWith("_assets/"));
  const before = pages();
  forgetListings(program);
  site.service.publish("notes/a", (story) => Object.assign(story.content, { kind: "red" }));
  await site.generate(...flags);
  expect(pages()).toEqual(before);
  expect(shown("notes/page/2")).toBe("2: Note 1");
});

test("a list without a page type is an error that says what it needs", async () => {
  const file = "blocks/note_list/note_list.data.ts";
  site.write({ [file]: "export const data = (_block, reader) => ({ names: reader.tags({}) });\n" });
  const { code, stderr } = await site.run("generate");
  expect(code).toBe(1);
  expect(stderr).toContain('A list needs a page type: { type: "article" }.');
  expect(stderr).toContain(file);
  site.write({ [file]: FILES[file] });
});
