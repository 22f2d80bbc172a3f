/** `sitegen init --space` against the embedded service's management API: from an empty space to a built site. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import StoryblokClient from "storyblok-js-client";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const TOKENS = { token: "space-public", previewToken: "space-preview", managementToken: "space-manage" };

/** A space with nothing but tokens, or with the given files. */
async function openSpace(files: Readonly<Record<string, unknown>> = {}, options: { rateLimit?: "service" } = {}) {
  const folder = temporaryFolder();
  const info = { name: "New", id: 4711, version: 1_767_600_000, languages: [], ...TOKENS };
  for (const [path, value] of Object.entries({ "space.json": info, ...files })) {
    mkdirSync(dirname(join(folder.dir, path)), { recursive: true });
    writeFileSync(join(folder.dir, path), JSON.stringify(value));
  }
  const service = await startSpaceService({ dir: folder.dir, watch: false, quiet: true, ...options });
  closers.push(service.close, folder.remove);
  const read = (path: string) => JSON.parse(readFileSync(join(folder.dir, path), "utf8"));
  return { service, read, dir: folder.dir, requests: () => service.log.map(({ method, path }) => `${method} ${path}`) };
}

function openSite() {
  const folder = temporaryFolder();
  closers.push(folder.remove);
  install(folder.dir);
  return { dir: folder.dir };
}

function install(dir: string): void {
  mkdirSync(join(dir, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(dir, "node_modules/sitegen-storyblok"));
}

const smallest = temporaryFolder();
afterAll(() => smallest.remove());
/** The smallest site, made once: creating what it needs in a space changes nothing in its folder. */
async function smallestSite() {
  const { dir } = smallest;
  if (readdirSync(dir).length > 0) return { dir };
  install(dir);
  expect((await runHere(["init", "--yes"], { cwd: dir })).code).toBe(0);
  quicken(dir);
  return { dir };
}

function run(service: SpaceService, cwd: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = {
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_MANAGEMENT_TOKEN: "space-manage",
    STORYBLOK_SPACE_ID: "4711",
    ...more,
  };
  return runHere(args, { cwd, env });
}

/** The tests' service has no limit of its own. */
const FAST = { requestsPerSecond: 1000, managementRequestsPerSecond: 1000 };

function quicken(dir: string) {
  const file = ["sitegen.config.ts", "sitegen.config.json"].map((name) => join(dir, name)).find(existsSync) ?? "";
  const text = readFileSync(file, "utf8");
  const fast = JSON.stringify(FAST).slice(1, -1);
  writeFileSync(
    file,
    text.includes("storyblok: {")
      ? text.replace("storyblok: {", `storyblok: { ${fast},`)
      : text.replace("site: {", `storyblok: { ${fast} },\n  site: {`),
  );
}

const push = async (service: SpaceService, dir: string, ...args: string[]) =>
  run(service, dir, ["init", "--space", "--yes", ...args]);

async function generate(service: SpaceService, dir: string, more: Record<string, string> = {}) {
  const tokens = { STORYBLOK_TOKEN: "space-public" };
  const { code, stdout, stderr } = await run(service, dir, ["generate", "--json", "--quiet"], { ...tokens, ...more });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  return JSON.parse(stdout);
}

describe("the smallest site", () => {
  test("an empty folder and an empty space: both are filled, the editor's address is printed, generate gives the site", async () => {
    const { service, read } = await openSpace();
    const { dir } = openSite();
    const first = await run(service, dir, ["init", "--yes", "--origin", "https://www.new.example"]);
    expect(first.code).toBe(0);
    quicken(dir);
    const { code, stdout, stderr } = await push(service, dir);
    expect([code, stderr]).toEqual([0, expect.stringContaining("created story home, published")]);
    const { id } = service.contents().stories[0] ?? { id: 0 };
    expect(stdout).toBe(`https://app.storyblok.com/#/me/spaces/4711/stories/0/0/${id}\n`);
    expect(stderr).not.toContain("space-manage");
    expect(read("space.json")).toMatchObject({ domain: "https://www.new.example/", ...TOKENS });
    const home = read("stories/home.json");
    // The list of teasers would show stories that the new space does not have.
    expect(home.content.body).toMatchObject([
      { component: "hero", headline: "Hello" },
      { component: "teaser-list", teasers: [] },
    ]);
    expect(JSON.stringify(home)).not.toContain('"linktype":"story"');
    expect((await generate(service, dir)).pages.total).toBe(1);
    expect(readFileSync(join(dir, "out/index.html"), "utf8")).toContain("Hello");
    const diff = await run(service, dir, ["schema", "--diff"], { STORYBLOK_TOKEN: "space-public" });
    expect([diff.code, diff.stdout]).toEqual([0, ""]);
  });

  test("a dry run in an empty folder writes nothing anywhere and names what it would create", async () => {
    const { service, read, dir: space, requests } = await openSpace();
    const { dir } = openSite();
    const { code, stdout, stderr } = await push(service, dir, "--dry-run");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("would create component hero (4 fields)");
    expect(stderr).toContain("would create preview address https://www.example.com/");
    expect(stderr).toMatch(/Nothing was changed; \d+ things would be created, 0 kept\./);
    expect([readdirSync(dir), existsSync(join(space, "components.json"))]).toEqual([["node_modules"], false]);
    expect([read("space.json").domain, requests().filter((line) => !line.startsWith("GET"))]).toEqual([undefined, []]);
  });

  test("a second run keeps everything; what an editor changed since stays", async () => {
    const { service, dir: space, read, requests } = await openSpace();
    const { dir } = await smallestSite();
    expect((await push(service, dir)).code).toBe(0);
    const home = { ...read("stories/home.json"), name: "Welcome" };
    writeFileSync(join(space, "stories/home.json"), JSON.stringify(home));
    const before = requests().length;
    const { code, stderr } = await push(service, dir);
    expect([code, stderr]).toEqual([0, expect.stringContaining("0 things created")]);
    expect(stderr).toContain("kept    story home (it was there)");
    expect(
      requests()
        .slice(before)
        .filter((line) => !line.startsWith("GET")),
    ).toEqual([]);
    expect(read("stories/home.json").name).toBe("Welcome");
  });

  test.each([
    [
      "a component with other fields",
      { "components.json": [{ name: "hero", schema: { title: { type: "text" } } }] },
      "component hero",
    ],
    [
      "a home of another kind",
      { "stories/home.json": { content: { component: "landing" } } },
      "story home: it is of the component landing",
    ],
  ])("%s: nothing is changed, and it is named", async (_name, files, said) => {
    const { service, requests } = await openSpace(files);
    const { dir } = await smallestSite();
    const { code, stderr } = await push(service, dir);
    expect([code, stderr]).toEqual([2, expect.stringContaining("INIT_SPACE_CONFLICT")]);
    expect(stderr).toContain(said);
    expect(requests().filter((line) => !line.startsWith("GET"))).toEqual([]);
  });

  test("other stories, components and a preview address that are there do not matter", async () => {
    const { service, read } = await openSpace({
      "space.json": {
        ...{ name: "Old", id: 4711, version: 1, languages: [], domain: "https://old.example/" },
        ...TOKENS,
      },
      "components.json": { components: [{ name: "banner", schema: {} }], component_groups: [] },
      "stories/landing.json": { content: { component: "banner" } },
    });
    const { dir } = await smallestSite();
    const { code, stderr } = await push(service, dir);
    expect([code, stderr]).toEqual([0, expect.stringContaining("kept    preview address https://old.example/")]);
    expect(read("components.json").components[0]).toEqual({ name: "banner", schema: {} });
    expect([read("space.json").domain, read("stories/landing.json").content.component]).toEqual([
      "https://old.example/",
      "banner",
    ]);
  });

  test("the rate of the smallest plan is kept; a service that is busy is asked again; what broke off goes on", async () => {
    const { service } = await openSpace({}, { rateLimit: "service" });
    const { dir } = openSite();
    await run(service, dir, ["init", "--yes"]);
    const posts = (end: string) => (request: { method: string; path: string }) =>
      request.method === "POST" && request.path.endsWith(end);
    service.faults.push({ kind: "429-json", match: posts("/components") }, { kind: "500", match: posts("/stories") });
    const broken = await push(service, dir);
    expect([broken.code, broken.stderr]).toEqual([5, expect.stringContaining("/stories answered 500")]);
    expect(service.log.filter(({ status }) => status === 429)).toHaveLength(1);
    const again = await push(service, dir);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("1 thing created")]);
  });

  test.each([
    ["no token", { STORYBLOK_MANAGEMENT_TOKEN: "" }, 2, "STORYBLOK_MANAGEMENT_TOKEN"],
    ["no space", { STORYBLOK_SPACE_ID: "" }, 2, "STORYBLOK_SPACE_ID"],
    ["a wrong token", { STORYBLOK_MANAGEMENT_TOKEN: "a-guess" }, 5, "answered 401"],
    ["another space", { STORYBLOK_SPACE_ID: "1" }, 5, "answered 404"],
  ])("%s is said", async (_name, env, expected, said) => {
    const { service } = await openSpace();
    const { dir } = await smallestSite();
    const { code, stderr } = await run(service, dir, ["init", "--space"], env);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(said)]);
    expect(stderr).not.toContain("a-guess");
  });
});

test("the sample: global story, labels in both languages, further preview addresses", async () => {
  const { service, read } = await openSpace();
  const { dir } = openSite();
  await run(service, dir, ["init", "--sample", "--yes", "--origin", "https://www.sample.example"]);
  quicken(dir);
  const labels = JSON.parse(readFileSync(join(dir, "space/datasources/labels.json"), "utf8"));
  writeFileSync(join(dir, "space/datasources/labels.json"), JSON.stringify(labels.slice(0, 3)));
  const { code, stderr } = await push(service, dir);
  expect([code, stderr]).toEqual([0, expect.stringContaining("created languages de")]);
  expect(read("space.json").languages).toEqual(["de"]);
  expect(read("datasources/labels.json")[0]).toEqual({
    ...{ name: "driven_by", value: "Driven by", de: "Angetrieben von" },
  });
  expect(
    service
      .contents()
      .stories.map(({ slugPath }) => slugPath)
      .sort(),
  ).toEqual(["global", "home"]);
  const { pages, problems } = await generate(service, dir);
  // Home and search, in both languages.
  expect([pages.total, problems.filter(({ severity }: { severity: string }) => severity === "error")]).toEqual([4, []]);
  expect(readFileSync(join(dir, "out/index.html"), "utf8")).toContain(
    "<title>Werklicht: industrial AI that runs on the line",
  );
});

test("a home is of a page type that is no article; a global story that no block describes is named", async () => {
  const { service, read } = await openSpace();
  const { dir } = openSite();
  const block = (name: string) =>
    `import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ name: "${name}", kind: "page", fields: { title: text({ required: true }) } });\n`;
  const site = {
    "sitegen.config.json": JSON.stringify({ site: { companyName: "X" }, storyblok: FAST }),
    "site.ts": `export default { languages: [{ code: "it" }], home: "benvenuti", global: "impostazioni", pageTypes: { "a-notizia": { kind: "article" }, "b-pagina": {} } };`,
    ...Object.fromEntries(
      ["a-notizia", "b-pagina"].flatMap((name) => [
        [`blocks/${name}/${name}.schema.ts`, block(name)],
        [`blocks/${name}/${name}.tsx`, "export default ({ title }) => <h1>{title}</h1>;\n"],
      ]),
    ),
  };
  for (const [path, text] of Object.entries(site)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  const { code, stderr } = await push(service, dir);
  expect([code, stderr]).toEqual([0, expect.stringContaining("created story benvenuti, published")]);
  expect(stderr).toContain(
    'The global story "impostazioni" is not created: no block of the site is of `kind: "global"`.',
  );
  expect(read("stories/benvenuti.json").content.component).toBe("b-pagina");
});

test("the museum: a home for each language, in its folder", async () => {
  const { service, read } = await openSpace();
  const { dir } = openSite();
  cpSync(join(ROOT, "examples/museum"), dir, { recursive: true });
  quicken(dir);
  const { code, stderr } = await push(service, dir);
  expect([code, stderr]).toEqual([0, expect.stringContaining("created story nl/home, published")]);
  expect(read("stories/fr/home.json").content.component).toBe("page");
  await generate(service, dir);
  expect(existsSync(join(dir, "out/index.html")) && existsSync(join(dir, "out/nl/index.html"))).toBe(true);
});

describe("the management API of the embedded service", () => {
  test("the service's own client creates, publishes and reads; what is created is in the folder and delivered", async () => {
    const { service, read } = await openSpace();
    const { origin } = new URL(service.endpoint);
    const client = new StoryblokClient({ oauthToken: "space-manage", endpoint: `${origin}/v1`, rateLimit: 0 });
    const { data } = (await client.post("spaces/4711/stories", {
      story: { name: "News", slug: "news", is_folder: true, parent_id: 0 },
    } as never)) as unknown as { data: { story: { id: number } } };
    const story = { name: "One", slug: "one", parent_id: data.story.id, content: { component: "page", title: "One" } };
    const made = (await client.post("spaces/4711/stories", { story } as never)) as unknown as {
      data: { story: { id: number; full_slug: string; published: boolean } };
    };
    expect(made.data.story).toMatchObject({ full_slug: "news/one", published: false });
    expect(read("stories/news/one.json")).toMatchObject({ name: "One", published: false });
    const delivered = async (version: string) =>
      (
        await fetch(
          `${service.endpoint}/cdn/stories/news/one?token=space-preview&version=${version}&cv=${service.cv()}`,
        )
      ).status;
    expect([await delivered("published"), await delivered("draft")]).toEqual([404, 200]);
    await client.get(`spaces/4711/stories/${made.data.story.id}/publish`);
    expect(await delivered("published")).toBe(200);
    const listed = await client.get("spaces/4711/stories", { by_slugs: "news/one" });
    expect(listed.data.stories).toMatchObject([{ full_slug: "news/one", content_type: "page", published: true }]);
  });

  const call = async (service: SpaceService, method: string, path: string, body?: unknown, token = "space-manage") => {
    const { origin } = new URL(service.endpoint);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${origin}/v1/${path}`, {
      method,
      headers: { authorization: token },
      ...(body !== undefined && { body: text }),
    });
    return response.status;
  };
  const story = (fields: object) => ({ story: { name: "X", slug: "x", content: { component: "page" }, ...fields } });

  test.each<[string, string, string, unknown, number]>([
    ["a slug that leads out of the folder", "POST", "stories", story({ slug: "../../x" }), 422],
    ["a hidden file", "POST", "stories", story({ slug: ".x" }), 422],
    ["a folder that does not exist", "POST", "stories", story({ parent_id: 12 }), 422],
    ["a story without content", "POST", "stories", { story: { name: "X", slug: "x" } }, 422],
    ["a component's name that is none", "POST", "components", { component: { name: "../x" } }, 422],
    ["a datasource's slug that is none", "POST", "datasources", { datasource: { name: "X", slug: "a/b" } }, 422],
    [
      "an entry of no datasource",
      "POST",
      "datasource_entries",
      { datasource_entry: { name: "x", value: "y", datasource_id: 1 } },
      422,
    ],
    ["an address that is none", "PUT", "", { space: { domain: "javascript:alert(1)" } }, 422],
    ["no JSON", "POST", "stories", "{", 400],
    ["too much", "POST", "stories", "x".repeat(6_100_000), 400],
    ["what is not there", "GET", "assets", undefined, 404],
    ["what it does not do", "DELETE", "stories/1", undefined, 405],
  ])("%s is refused, and nothing is written", async (_name, method, path, body, expected) => {
    const { service, dir } = await openSpace();
    const before = readdirSync(dir, { recursive: true }).length;
    expect(await call(service, method, `spaces/4711${path === "" ? "" : `/${path}`}`, body)).toBe(expected);
    expect(readdirSync(dir, { recursive: true }).length).toBe(before);
  });

  test("names are taken once; nobody without the token, nor one of another space, is heard", async () => {
    const { service, dir } = await openSpace();
    const component = { component: { name: "hero", schema: {} } };
    expect([
      await call(service, "POST", "spaces/4711/components", component),
      await call(service, "POST", "spaces/4711/components", component),
    ]).toEqual([201, 422]);
    const datasource = { datasource: { name: "L", slug: "labels" } };
    expect([
      await call(service, "POST", "spaces/4711/datasources", datasource),
      await call(service, "POST", "spaces/4711/datasources", datasource),
    ]).toEqual([201, 422]);
    expect([
      await call(service, "POST", "spaces/4711/stories", story({})),
      await call(service, "POST", "spaces/4711/stories", story({})),
    ]).toEqual([201, 422]);
    for (const token of ["", "space-preview", "space-public"]) {
      expect(await call(service, "POST", "spaces/4711/stories", story({ slug: "y" }), token)).toBe(401);
    }
    expect(await call(service, "POST", "spaces/1/stories", story({ slug: "y" }))).toBe(404);
    expect(existsSync(join(dir, "stories/y.json"))).toBe(false);
  });

  test("the fourth request of a second is one too many", async () => {
    const folder = { now: () => 1_800_000_000_000 };
    const { dir } = await openSpace();
    const service = await startSpaceService({ dir, watch: false, quiet: true, rateLimit: "service", ...folder });
    closers.push(service.close);
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await call(service, "GET", "spaces/4711/components"));
    expect(answers).toEqual([200, 200, 200, 429]);
  });
});
