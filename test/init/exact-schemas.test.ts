/** Schemas from the components of a space, wherever they are to be had, and `schema --diff`; through the command line. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { fromStoryblok, type PropsOf } from "../../src/exports/schema.ts";
import type { ImageData, OptionData } from "../../src/site/api/payload.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const record = {
  id: 1,
  created_at: "2026-01-01",
  updated_at: "2026-01-01",
  real_name: "x",
  all_presets: [],
  image: null,
};
const group = { id: 1, name: "Cards", uuid: "g-1" };
/** One field of each kind, with keys that a schema has no word for. */
const FIELDS = {
  headline: { type: "text", pos: 0, required: true, translatable: true, max_length: 80, description: "Short" },
  note: { type: "textarea", pos: 1, display_name: 'A "note"', regex: "^[A-Z]", default_value: "A" },
  body: { type: "richtext", pos: 2, customize_toolbar: true, toolbar: ["bold", "link"] },
  wiki: { type: "markdown", pos: 3 },
  price: { type: "number", pos: 4, min_value: 0, decimals: 2 },
  day: { type: "datetime", pos: 5, disable_time: true },
  is_new: { type: "boolean", pos: 6, inline_label: true },
  photo: { type: "asset", pos: 7, filetypes: ["images"] },
  film: { type: "asset", pos: 8, filetypes: ["videos"], allow_external_url: true },
  paper: { type: "asset", pos: 9, filetypes: ["texts"] },
  either: { type: "asset", pos: 10, filetypes: ["images", "videos"], tooltip: true },
  anything: { type: "asset", pos: 11 },
  photos: { type: "multiasset", pos: 12, filetypes: ["images"] },
  sounds: { type: "multiasset", pos: 13, filetypes: ["audios"] },
  link: { type: "multilink", pos: 14, email_link_type: true, allow_target_blank: true, restrict_content_types: true },
  grid: { type: "table", pos: 15 },
  colour: {
    type: "option",
    pos: 16,
    options: [
      { _uid: "a", name: "Red", value: "red" },
      { _uid: "b", name: "blue", value: "blue" },
    ],
  },
  sizes: {
    type: "options",
    pos: 17,
    options: [{ _uid: "a", name: "s", value: "s" }],
    min_options: "1",
    max_options: "2",
  },
  topic: { type: "option", pos: 18, source: "internal", datasource_slug: "topics" },
  topics: { type: "options", pos: 19, source: "internal", datasource_slug: "topics" },
  author: { type: "option", pos: 20, source: "internal_stories", filter_content_type: ["page"], use_uuid: true },
  others: {
    type: "options",
    pos: 21,
    source: "internal_stories",
    filter_content_type: ["page", "post"],
    folder_slug: "blog/",
  },
  tongue: { type: "option", pos: 22, source: "internal_languages" },
  remote: { type: "option", pos: 23, source: "external", external_datasource: "https://x.example/list.json" },
  seo: { type: "custom", pos: 24, field_type: "seo-metatags", options: [{ name: "a", value: "b" }] },
  named: {
    type: "bloks",
    pos: 25,
    restrict_components: true,
    restrict_type: "",
    component_whitelist: ["card", "wide-card"],
    maximum: 3,
  },
  grouped: {
    type: "bloks",
    pos: 26,
    restrict_components: true,
    restrict_type: "groups",
    component_group_whitelist: ["g-1"],
  },
  tagged: { type: "bloks", pos: 27, restrict_components: true, restrict_type: "tags", component_tag_whitelist: [7] },
  free: { type: "bloks", pos: 28 },
  form: { type: "section", pos: 29, keys: ["note", "price"], display_name: "More" },
  "tab-1": { type: "tab", pos: 30, keys: ["photo"], display_name: "Pictures" },
  rule: {
    type: "text",
    pos: 31,
    conditional_settings: [{ rule_match: "all", rule_conditions: [], modifications: [{ display: "hide" }] }],
  },
};
const COMPONENTS = [
  {
    ...record,
    name: "page",
    display_name: "Page",
    is_root: true,
    is_nestable: false,
    icon: "block-doc",
    schema: { body: { type: "bloks", pos: 0 } },
  },
  {
    ...record,
    name: "card",
    display_name: null,
    is_root: false,
    is_nestable: true,
    component_group_uuid: "g-1",
    color: "#1b1b1b",
    internal_tag_ids: ["7"],
    schema: { title: { type: "text", pos: 0 } },
  },
  {
    ...record,
    name: "wide-card",
    display_name: "",
    description: "Twice as wide",
    is_root: false,
    is_nestable: true,
    component_group_uuid: "g-1",
    schema: {},
  },
  {
    ...record,
    name: "everything",
    display_name: "Everything",
    is_root: true,
    is_nestable: true,
    preview_field: "headline",
    schema: FIELDS,
  },
];
const SPACE = {
  "space.json": { ...spaceInfo("Exact"), managementToken: "secret-manage" },
  "components.json": { components: COMPONENTS, component_groups: [group] },
  "datasources/topics.json": [{ name: "News", value: "news" }],
  "stories/home.json": {
    content: {
      component: "page",
      body: [
        {
          component: "everything",
          _uid: "e",
          headline: "Hello",
          price: "12.5",
          colour: "red",
          named: [{ component: "card", _uid: "c", title: "A card" }],
        },
      ],
    },
  },
};
const TOKEN = { STORYBLOK_MANAGEMENT_TOKEN: "secret-manage" };

const folder = temporaryFolder();
const space = join(folder.dir, "space");
const dir = join(folder.dir, "site");
let service: SpaceService;
let env: Record<string, string>;
beforeAll(async () => {
  writeFiles(space, SPACE);
  service = await startSpaceService({ dir: space, rateLimit: false, watch: false, quiet: true, journal: false });
  env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
});
afterAll(async () => {
  await service?.close();
  folder.remove();
});
beforeEach(() => {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(dir, "node_modules/sitegen-storyblok"));
});

const run = (args: string[], more: Record<string, string> = {}) =>
  runHere(args, { cwd: dir, env: { ...env, ...more } });
const init = (more: Record<string, string> = {}, ...args: string[]) =>
  run(["init", "--from-space", "--yes", ...args], more);
const read = (path: string) => readFileSync(join(dir, path), "utf8");
const diff = (more: Record<string, string> = {}, ...args: string[]) => run(["schema", "--diff", ...args], more);

describe("with a token for the management API", () => {
  test("schemas are those of the space, key by key, for components without content too", async () => {
    const { code, stderr } = await init(TOKEN);
    expect([code, stderr]).toEqual([0, expect.stringContaining("4 components from the management API")]);
    const schema = read("blocks/everything/everything.schema.ts");
    expect(schema).not.toContain("Guessed");
    expect(schema).toContain(
      'headline: text({ required: true, translatable: true, description: "Short", editor: { max_length: 80 } }),',
    );
    expect(schema).toContain("price: number({ editor: { min_value: 0, decimals: 2 } }),");
    expect(schema).toContain('colour: option([{ name: "Red", value: "red" }, "blue"]),');
    expect(schema).toContain("film: video({ editor: { allow_external_url: true } }),");
    expect(schema).toContain('named: blocks(["card", "wide-card"], { editor: { maximum: 3 } }),');
    expect(schema).toContain('grouped: blocks(["card", "wide-card"]');
    expect(schema).toContain('tagged: blocks(["card"]');
    expect(read("blocks/wide-card/wide-card.schema.ts")).toContain('description: "Twice as wide"');
    const built = await run(["generate", "--json", "--quiet"]);
    expect([built.code, JSON.parse(built.stdout).problems]).toEqual([0, []]);
    expect(read("out/index.html")).toMatch(/data-colour="red"[\s\S]*Hello[\s\S]*12\.5[\s\S]*A card/);
    // And what they give is what the space has, so that the list may be pushed.
    expect(await diff(TOKEN)).toMatchObject({ code: 0, stdout: "" });
    expect((await run(["schema", "--list"])).code).toBe(0);
  });

  test("a component keeps names of what was deleted; content keeps blocks that are no longer allowed", async () => {
    const [page, card, ...others] = COMPONENTS;
    const schema = {
      body: { type: "bloks", pos: 0, restrict_components: true, component_whitelist: ["card"] },
      tab: { type: "tab", pos: 1, keys: ["body", "deleted"] },
      topic: { type: "option", pos: 2, source: "internal_stories", filter_content_type: ["deleted"] },
      colour: { type: "option", pos: 3, source: "internal", datasource_slug: "deleted" },
    };
    // And one merged from several sources has a component twice.
    writeFiles(space, { "components.json": [{ ...page, schema }, card, card, ...others] });
    const { code } = await init(TOKEN);
    const built = await run(["generate", "--json", "--quiet"]);
    const difference = await diff(TOKEN);
    writeFiles(space, { "components.json": SPACE["components.json"] });
    expect([code, built.code, JSON.parse(built.stdout).problems]).toEqual([0, 0, []]);
    expect(read("out/index.html")).toContain("Hello");
    expect(difference).toMatchObject({ code: 0, stdout: "" });
  });

  test("the service's plugin for search engines makes heads, also where no story has filled it", async () => {
    const [page, ...others] = COMPONENTS;
    const schema = { ...page?.schema, seo: { type: "custom", field_type: "seo_metatags" } };
    writeFiles(space, { "components.json": [{ ...page, schema }, ...others] });
    await init(TOKEN);
    writeFiles(space, { "components.json": SPACE["components.json"] });
    expect(read("site.ts")).toMatch(/head: \{ title: \["seo"[^\]]*\], description: \["seo"/);
  });

  test("--diff says what differs, and ends with 4", async () => {
    await init(TOKEN);
    const file = "blocks/card/card.schema.ts";
    writeFileSync(
      join(dir, file),
      read(file).replace("title: text(),", "title: text({ required: true }),\n    more: text(),"),
    );
    const fresh = { ...record, name: "fresh", schema: {} };
    writeFiles(space, { "components.json": [...COMPONENTS, fresh] });
    const everything = "blocks/everything/everything.schema.ts";
    writeFileSync(
      join(dir, everything),
      read(everything)
        .replaceAll('"card", "wide-card"', '"card"')
        .replace(/ {4}wiki: .*\n/, ""),
    );
    const { code, stdout, stderr } = await diff(TOKEN);
    writeFiles(space, { "components.json": SPACE["components.json"] });
    expect([code, stderr]).toEqual([4, expect.anything()]);
    expect(stdout.trimEnd().split("\n")).toEqual(
      expect.arrayContaining([
        "card.more: only in the code",
        "card.title: required is true in the code, not set in the space",
        "everything.wiki: only in the space",
        'everything.named: component_whitelist is ["card"] in the code, ["card","wide-card"] in the space',
        "fresh: only in the space",
      ]),
    );
    expect(stderr).toMatch(/\d+ differences from the management API/);
    writeFiles(space, { "components.json": [] });
    const [first, ...others] = JSON.parse((await run(["schema", "--list"])).stdout);
    const empty = await diff(TOKEN);
    writeFiles(space, { "components.json": SPACE["components.json"] });
    expect(empty).toMatchObject({ code: 4, stderr: `${others.length + 1} differences from the management API.\n` });
    expect(empty.stdout).toContain(`${first.name}: only in the code\n`);
    writeFiles(dir, { "pulled.json": others });
    expect((await diff({}, "--components", "pulled.json")).stderr).toBe("1 difference from pulled.json.\n");
  });

  test("one that the service refuses ends the command, and is in no output", async () => {
    const { code, stdout, stderr } = await init({ STORYBLOK_MANAGEMENT_TOKEN: "wrong-token" });
    expect(code).toBe(5);
    expect(stderr).toContain("STORYBLOK_MANAGEMENT_TOKEN");
    expect(stdout + stderr).not.toContain("wrong-token");
    expect(existsSync(join(dir, "site.ts"))).toBe(false);
  });
});

const list = JSON.stringify(COMPONENTS);
const separate = Object.fromEntries(COMPONENTS.map((component) => [`pulled/${component.name}.json`, component]));
const DEFINITIONS = `const field = (name, more) => ({ ...more, name });
const card = { id: 1, is_root: false, is_nestable: true, name: "card", fields: [field("title", { type: "text", pos: 0 })] };
export const page = { id: 1, is_root: true, is_nestable: false, name: "page", fields: [field("body", { type: "bloks", pos: 0, allow: ["everything"] })] };
export default { blocks: { card, everything: { name: "everything", fields: [field("headline", { type: "text", required: true }), field("named", { type: "bloks", allow: ["card"] }), field("topic", { type: "option", source: "internal", datasource: "topics" })] } } };
`;
describe("from files", () => {
  test.each([
    [
      "Storyblok's CLI",
      { ".storyblok/components/77/components.json": COMPONENTS, ".storyblok/components/77/groups.json": [group] },
      [],
      ".storyblok/components/77",
    ],
    [
      "a file for each",
      { ...separate, "pulled/groups.json": [group], "pulled/card.presets.json": [] },
      ["--components", "pulled"],
      "pulled",
    ],
    [
      "version 3 of the CLI",
      { "components.77.json": { components: COMPONENTS } },
      ["--components", "components.77.json"],
      "components.77.json",
    ],
  ])("of %s", async (_, files, args, from) => {
    writeFiles(dir, files);
    const { code, stderr } = await init({}, ...args);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`4 components from ${from}`)]);
    expect(read("blocks/everything/everything.schema.ts")).toContain(
      "price: number({ editor: { min_value: 0, decimals: 2 } }),",
    );
    expect(await diff({}, ...args)).toMatchObject({ code: 0, stdout: "" });
  });

  test("of @storyblok/schema definitions", async () => {
    writeFileSync(join(dir, "definitions.ts"), DEFINITIONS);
    const { code, stderr } = await init({}, "--components", "definitions.ts");
    expect([code, stderr]).toEqual([0, expect.stringContaining("3 components from definitions.ts")]);
    expect(read("blocks/everything/everything.schema.ts")).toContain('topic: datasource("topics")');
    expect(read("blocks/page/page.schema.ts")).toContain('blocks(["everything"])');
  });

  test("of several spaces, the one is asked for", async () => {
    const two = {
      ".storyblok/components/1/components.json": [],
      ".storyblok/components/77/components.json": COMPONENTS,
    };
    writeFiles(dir, two);
    const { code, stderr } = await init();
    expect([code, stderr]).toEqual([2, expect.stringContaining("several spaces: 1, 77")]);
    expect((await init({ STORYBLOK_SPACE_ID: "77" })).stderr).toContain("4 components from .storyblok/components/77");
  });

  test("that are damaged or not there are errors that name them", async () => {
    writeFileSync(join(dir, "broken.json"), list.slice(0, 40));
    expect(await init({}, "--components", "broken.json")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("broken.json cannot be read"),
    });
    expect(await init({}, "--components", "none")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("it does not exist"),
    });
  });

  test("nowhere: schemas are guessed, which is said; and there is nothing to compare with", async () => {
    const { code, stderr } = await init();
    expect([code, stderr]).toEqual([0, expect.stringContaining("Schemas are guessed from the content")]);
    expect(read("blocks/everything/everything.schema.ts")).toContain("Guessed from the content");
    expect(await diff()).toMatchObject({ code: 2, stderr: expect.stringContaining("SCHEMA_UNKNOWN") });
  });
});

test("a block's schema may be a block of @storyblok/schema", async () => {
  await init(TOKEN);
  writeFileSync(
    join(dir, "blocks/card/card.schema.ts"),
    'export const schema = { id: 1, created_at: "", updated_at: "", is_root: false, is_nestable: true, name: "card", component_group_uuid: "g-1", color: "#1b1b1b", internal_tag_ids: ["7"], fields: [{ type: "text", name: "title", pos: 0 }] } as const;\n',
  );
  writeFileSync(
    join(dir, "blocks/wide-card/wide-card.schema.ts"),
    'import { fromStoryblok } from "sitegen-storyblok/schema";\nexport const schema = fromStoryblok({ name: "wide-card", is_nestable: true, description: "Twice as wide", fields: [] }, { hydrate: true });\n',
  );
  const built = await run(["generate", "--json", "--quiet"]);
  expect([built.code, JSON.parse(built.stdout).problems]).toEqual([0, []]);
  expect(read("out/index.html")).toContain("A card");
  const { stdout } = await diff(TOKEN);
  expect(stdout).not.toMatch(/^card/m);
});

test("such a block's component gets the props of its fields", () => {
  const schema = fromStoryblok({
    name: "teaser",
    fields: [
      { name: "headline", type: "text" },
      { name: "photo", type: "asset", filetypes: ["images"] },
      { name: "topic", type: "option", source: "internal", datasource: "topics" },
    ],
  });
  type Props = PropsOf<typeof schema>;
  expectTypeOf<Props["headline"]>().toEqualTypeOf<string>();
  expectTypeOf<Props["photo"]>().toEqualTypeOf<ImageData | null>();
  expectTypeOf<Props["topic"]>().toEqualTypeOf<OptionData | null>();
  expect(schema.fields).toMatchObject({ headline: { type: "text" }, topic: { type: "datasource", source: "topics" } });
});
