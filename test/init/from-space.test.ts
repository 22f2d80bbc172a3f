/** `sitegen init --from-space` over spaces that were not made for sitegen. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { inferField } from "../../src/init/infer-fields.ts";
import { inferSpace, type StoredStory } from "../../src/init/infer-space.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { siteFromSpace, spaceInfo, writeFiles } from "../helpers/site-from-space.ts";

const folder = temporaryFolder();
const services: SpaceService[] = [];
afterAll(async () => {
  for (const service of services) await service.close();
  folder.remove();
});

async function accessTo(space: string): Promise<Record<string, string>> {
  const dir = join(ROOT, "test/fixtures/spaces", space);
  const service = await startSpaceService({ dir, rateLimit: false, watch: false, quiet: true, journal: false });
  services.push(service);
  return { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
}

describe.each(["starter", "editorial"])("the space %s", (space) => {
  const dir = join(folder.dir, space);
  const init = (env: Record<string, string>) =>
    runHere(["init", "--from-space", "--yes", "--dir", dir], { cwd: folder.dir, env });
  let env: Record<string, string>;
  beforeAll(async () => {
    env = await accessTo(space);
  });

  test("becomes a site whose every story is a page", async () => {
    const { code, stderr } = await init(env);
    expect([code, stderr]).toEqual([0, expect.stringContaining("wrote site.ts")]);
    const built = await runHere(["generate", "--json", "--quiet"], { cwd: dir, env });
    expect(built.stderr).toBe("");
    const report = JSON.parse(built.stdout) as { stories: number; pages: { total: number }; problems: unknown[] };
    expect(report.problems).toEqual([]);
    expect(report.pages.total).toBe(space === "starter" ? 3 : 1);
    const page = (path: string) => readFileSync(join(dir, "out", path, "index.html"), "utf8");
    if (space === "starter") {
      for (const words of [
        "Welcome to a space",
        "First column",
        "A grid in a grid",
        "Hyphens are fine",
        "<strong>bold",
      ])
        expect(page("")).toContain(words);
      expect(page("blog/first-post")).toContain("<h1>The first post</h1>");
    } else {
      for (const words of ["kind of field", "<strong>bold", "<td>9 €</td>", "new, sale", "called default"])
        expect(page("")).toContain(words);
      for (const words of ["component called link", "umlaut", "Blocks in blocks"]) expect(page("")).toContain(words);
    }
    // Nothing of the sample is in another site.
    for (const text of [page(""), readFileSync(join(dir, "out/robots.txt"), "utf8")])
      expect(text).not.toMatch(/werklicht|lumen/i);
    expect(existsSync(join(dir, "out/de"))).toBe(false);
  });

  test("a second run writes nothing over what is there, and a component that went comes back", async () => {
    const [block = ""] = readdirSync(join(dir, "blocks"));
    rmSync(join(dir, "blocks", block), { recursive: true });
    writeFileSync(join(dir, "site.ts"), "// mine\n");
    const { code, stderr } = await init(env);
    expect(code).toBe(0);
    const wrote = [...stderr.matchAll(/^wrote (.*)$/gm)].map(([, path = ""]) => path);
    expect(wrote.length).toBeGreaterThan(0);
    expect(wrote.filter((path) => !path.startsWith(`blocks/${block}/`))).toEqual([]);
    expect(readFileSync(join(dir, "site.ts"), "utf8")).toBe("// mine\n");
    expect(stderr).toContain("site.ts: stories of the component");
  });

  test("a field that is new in the space is said with its file", async () => {
    const path = space === "starter" ? "blocks/teaser/teaser.schema.ts" : "blocks/link/link.schema.ts";
    const name = space === "starter" ? "headline" : "label";
    const text = readFileSync(join(dir, path), "utf8");
    writeFileSync(join(dir, path), text.replace(`    ${name}: text(),\n`, ""));
    expect((await init(env)).stderr).toContain(`${path}: the component "${space === "starter" ? "teaser" : "link"}"`);
  });
});

test("--language says what the space's default language is", async () => {
  const args = ["init", "--from-space", "--language", "fr", "--dir", "french"];
  expect((await runHere(args, { cwd: folder.dir, env: await accessTo("starter") })).code).toBe(0);
  expect(readFileSync(join(folder.dir, "french/site.ts"), "utf8")).toMatch(/languages: \[\{ code: "fr"/);
});

test("without a token it says what is missing, and writes nothing", async () => {
  const { code, stderr } = await runHere(["init", "--from-space", "--dir", "none"], { cwd: folder.dir });
  expect([code, stderr]).toEqual([2, expect.stringContaining("STORYBLOK_TOKEN")]);
  expect(existsSync(join(folder.dir, "none"))).toBe(false);
});

describe("what a space tells of itself", () => {
  const story = (fullSlug: string, content: Record<string, unknown> = { component: "page" }): StoredStory => ({
    ...{ uuid: fullSlug, fullSlug, isStartpage: false, isAlternate: false, realPath: "", content, translations: [] },
  });
  const space = (stories: StoredStory[], languages: string[] = []) =>
    inferSpace({ name: "", languages, stories, datasources: [] }, "en");

  test("languages: the space's own, or its root folders", () => {
    expect(space([story("home")], ["de", "pt_br"])).toMatchObject({
      languages: ["en", "de", "pt_br"],
      translation: "fields",
    });
    const folders = ["fr/home", "en/home", "fr/a", "it/home"].map((slug) => ({ ...story(slug), isAlternate: true }));
    expect(space(folders)).toMatchObject({ languages: ["en", "fr", "it"], translation: "folders", home: "home" });
    expect(space([story("blog/home"), story("home")])).toMatchObject({ languages: ["en"], translation: "fields" });
  });

  test("home: no story of a further language's own folder", () => {
    expect(space([story("de"), story("de/home"), story("start/here")], ["de"])).toMatchObject({ home: "start/here" });
    expect(space([story("de"), story("de/home")])).toMatchObject({ home: "de/home" });
  });

  test("menu: types with stories directly below the home page, in the folders of languages too", () => {
    const post = (slug: string) => story(slug, { component: "post" });
    expect(space([story("home"), post("blog/a"), post("b"), story("about"), story("blog")]).menu).toEqual([
      "page",
      "post",
    ]);
    const folders = ["fr/home", "en/home", "fr/a/b", "en/about"].map((slug) => ({ ...post(slug), isAlternate: true }));
    expect(space(folders).menu).toEqual(["post"]);
    expect(space([story("home"), post("blog/a")]).menu).toEqual([]);
  });

  test("fields: also those that only another language fills", () => {
    const german = { component: "page", title: "", hint: "Nur hier", body: [{ component: "note", text: "Da" }] };
    const { components } = space([{ ...story("home"), translations: [german] }], ["de"]);
    expect(components).toMatchObject([
      { name: "note", kind: "section", fields: { text: { kind: "text" } } },
      { name: "page", kind: "page", fields: { hint: { kind: "text" }, body: { kind: "blocks", of: ["note"] } } },
    ]);
  });

  test("the story that all pages share", () => {
    expect(space([story("home"), story("config", { component: "config" })])).toMatchObject({
      global: "config",
      components: [
        { name: "config", kind: "global" },
        { name: "page", kind: "page" },
      ],
    });
  });

  const known = { uuids: new Set(["u-1", "u-2"]), datasources: [{ slug: "topics", values: ["ai", "iot"] }] };
  test.each([
    [["a", ""], "text"],
    [["a", { broken: true }], "text"],
    [[[{ component: "b" }], {}], "blocks"],
    [[{ plugin: "colour" }, "a"], "plugin"],
    [["x".repeat(200)], "textarea"],
    [["# A\n\n- b\n- c"], "markdown"],
    [[true, ""], "boolean"],
    [["2025-01-01 00:00", "2025-02-02"], "datetime"],
    [["//a.storyblok.com/f/1/a.jpg", "https://a-us.storyblok.com/f/1/9x9/b/c.png", ""], "image"],
    [["//a.storyblok.com/f/1/a.pdf"], "asset"],
    [["https://x.example/a.jpg"], "text"],
    [["u-1"], "relation"],
    [[["u-1", "u-2"]], "relations"],
    [["ai", "iot"], "datasource"],
    [[["ai"], []], "datasources"],
    [[["free"]], "options"],
    [[{ fieldtype: "asset", filename: "" }], "image"],
    [[{ fieldtype: "asset", filename: "a.pdf" }], "asset"],
    [[[{ filename: "a.png" }]], "images"],
    [[{ type: "doc", content: [] }], "richtext"],
    [[{ linktype: "url" }, ""], "multilink"],
    [[{ tbody: [] }], "table"],
    [[{ plugin: "x" }], "plugin"],
    [[[{ component: "b" }], [{ component: "a" }]], "blocks"],
    [[[], ""], "blocks"],
    [[], "text"],
  ])("%j is of the kind %s", (values, kind) => expect(inferField(values as unknown[], known).kind).toBe(kind));

  test("any content gives some site", () => {
    const content = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    const stories = fc.array(fc.tuple(fc.string(), content), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(stories, (given) => {
        const found = space(given.map(([slug, fields]) => story(slug, { ...fields, component: "page" })));
        expect(found.components.some(({ name }) => name === "page")).toBe(true);
      }),
    );
  });
});

test.each([
  [["de", "fr"], false],
  [["de", "fr", "es", "it", "ja"], true],
])("the languages %j: requests more often than by default: %s", async (languages, isFaster) => {
  const dir = join(folder.dir, `rate-${languages.length}`);
  writeFiles(join(dir, "content"), {
    "space.json": spaceInfo("Rate", languages),
    "stories/home.json": { content: { component: "page", title: "Home" } },
  });
  const service = await startSpaceService({
    dir: join(dir, "content"),
    rateLimit: false,
    watch: false,
    quiet: true,
    journal: false,
  });
  services.push(service);
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  expect((await runHere(["init", "--from-space", "--yes"], { cwd: dir, env })).code).toBe(0);
  const { storyblok } = await loadConfig({ cwd: dir, env });
  expect(storyblok.requestsPerSecond).toBe(isFaster ? 40 : 5);
});

test("start pages of the languages' folders are the home pages", async () => {
  const page = (title: string) => ({ content: { component: "page", title } });
  const site = await siteFromSpace((dir) =>
    writeFiles(dir, {
      "space.json": spaceInfo("Folders"),
      "stories/en/index.json": page("Welcome"),
      "stories/en/team.json": page("Team"),
      "stories/de/index.json": { ...page("Willkommen"), alternate_of: "en" },
    }),
  );
  try {
    expect((await site.build()).report).toMatchObject({ problems: [], pages: { total: 3 } });
    expect(site.notes).toEqual([]);
    expect([site.page(""), site.page("de")]).toEqual([
      expect.stringContaining("<h1>Welcome</h1>"),
      expect.stringContaining("<h1>Willkommen</h1>"),
    ]);
  } finally {
    await site.close();
  }
});
