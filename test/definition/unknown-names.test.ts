/** Names that a site's code asks for and its definition does not have: said with file and line, through the command line. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const FILES = {
  "site.ts": `import { defineOutput, defineSite, defineSource } from "sitegen-storyblok";
import { Stops } from "./stops.tsx";
export default defineSite({
  languages: [{ code: "en" }],
  global: null,
  pageTypes: { page: {} },
  sources: { departures: defineSource({ load: async () => [{ id: 1, stop: "quay" }], key: (one) => one.id }) },
  routes: [{ path: "/stops/", page: Stops, data: (reader) => ({ stops: reader.pages({ type: "stopp" }) }) }],
  outputs: [defineOutput({ name: "stops", keys: () => [""], make: (_, reader) => ({ path: "stops.json", body: JSON.stringify(reader.routes({ type: "stop" })) }) })],
});
`,
  "stops.tsx": "export const Stops = ({ stops }) => <p>{stops.length}</p>;\n",
  "blocks/page/page.schema.ts":
    'import { blocks, defineBlock, number } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: blocks(["page"]), price: number() } });\n',
  "blocks/page/page.data.ts": `export const data = (_, reader) => ({
  articles: reader.latest({ type: "artikel" }),
  next: reader.source("departures").where({ stopp: "quay" }),
  topic: reader.option("topics", "iron"),
  sorted: reader.latest({ type: "page", order: "prise:desc" }),
  counted: reader.counts({ type: "page" }, "sise"),
  combined: reader.combinations({ type: "page" }, ["price", "colr"]),
  shown: reader.blocks(reader.self().uuid, "boddy"),
  known: [
    ...["newest", "oldest", "position", "name", "price", "price:desc", "old"].map((order) => reader.total({ type: "page", order }) + reader.pages({ type: "page", order }).length),
    ...reader.counts({ type: "page" }, "old"),
  ],
});
`,
  "blocks/page/page.tsx": "export default function Page({ data }) { return <p>{data.articles.length}</p>; }\n",
};

let site: CommandSite;
const SCHEMA = "blocks/page/page.schema.ts";
beforeAll(async () => {
  site = await openCommandSite(FILES, {
    home: { name: "Home", content: { component: "page", body: [], old: ["1"] } },
  });
});
afterAll(() => site.close());

test("each is a warning that names the known ones and the place", async () => {
  const { problems, pages } = await site.generate();
  const said = (pattern: RegExp) => ({ code: "CODE_UNKNOWN_NAME", message: expect.stringMatching(pattern) });
  expect(pages.total).toBe(2);
  expect(problems.map(({ code, message }) => ({ code, message }))).toEqual(
    expect.arrayContaining([
      said(
        /^There is no page type "artikel"; the site definition has page\. .* \(blocks\/page\/page\.data\.ts:2:\d+\)$/,
      ),
      said(/^There is no datasource "topics"; the site definition has no `datasources`\. .*page\.data\.ts:4:\d+\)$/),
      said(/^No entry of the source "departures" has the field "stopp"\. .*\(blocks\/page\/page\.data\.ts:3:\d+\)$/),
      said(/^There is no page type "stopp".*\(site\.ts:8:\d+\)$/),
      said(/^There is no page type "stop".*\(site\.ts:9:\d+\)$/),
      said(/^No story of the component "page" has the field "boddy"\. .*page\.data\.ts:8:\d+\)$/),
    ]),
  );
  expect(problems).toHaveLength(6);
});

test("check tells the fields of lists that no schema and no story has", async () => {
  const { stdout } = await site.run("check", "--json");
  const { problems }: { problems: { code: string; message: string }[] } = JSON.parse(stdout);
  // Of "old", which no schema has any more, stories have values.
  expect(
    problems.map(({ message }) => message).filter((message) => message.startsWith("No story of the page")),
  ).toEqual(
    ["colr", "prise", "sise"].map((field) =>
      expect.stringMatching(
        `^No story of the page type "page" has the field "${field}"\\. .*page\\.data\\.ts:[567]:\\d+\\)$`,
      ),
    ),
  );
});

test("a field of blocks without their names is an error with the field", async () => {
  site.write({ [SCHEMA]: FILES[SCHEMA].replace('blocks(["page"])', "blocks()") });
  const { code, stderr } = await site.run("generate");
  site.write({ [SCHEMA]: FILES[SCHEMA] });
  expect(code).toBe(2);
  expect(stderr).toContain('the field "body" does not say which blocks it takes');
});
