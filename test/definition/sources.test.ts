/** Data that is no story: loaded once a build, shown by pages, remade by value, and never in a browser's files. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { BuildOptions, BuildReport } from "../../src/generate/build-options.ts";
import type { DependencyKind } from "../../src/incremental/dependency-kinds.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import { checkDefinition } from "../../src/site/check-definition.ts";
import { defineSource } from "../../src/site/sources.ts";
import { rowsOf } from "../../src/sources/check-values.ts";
import { runHere } from "../helpers/run-here.ts";
import { type ForeignSite, foreignSite } from "./foreign-site.ts";
import { PLANTED, product, SHOP_FILES, SHOP_STORIES, type ShopApi, shopSite, startShopApi } from "./source-site.ts";

const load = async () => [];
const key = () => 1;
const PRODUCTS = [product(1, 10), product(2, 20), product(3, 30, "chair")];

let api: ShopApi;
let site: ForeignSite;
beforeAll(async () => {
  api = await startShopApi(PRODUCTS);
  const config = { preview: { editorOrigins: ["https://app.storyblok.com"] }, hosts: ["netlify"] };
  process.env.SHOP_URL = api.url;
  process.env.SHOP_KEY = "the key";
  site = await foreignSite({ stories: SHOP_STORIES, files: SHOP_FILES, config, languages: ["fr"] });
});
afterAll(async () => {
  delete process.env.SHOP_URL;
  delete process.env.SHOP_KEY;
  site?.close();
  await api?.close();
});
const answerWell = () => Object.assign(api.answer, { products: PRODUCTS, status: 200, body: null, hangs: false });
beforeEach(answerWell);

const read = (path: string, out = site.out) => readFileSync(join(out, path), "utf8");
const text = (path: string) =>
  read(`${path}/index.html`)
    .match(/<main[^>]*>(.*)<\/main>/s)?.[1]
    ?.replace(/<[^>]*>/g, "");
const PAGES = ["", ...Object.keys(SHOP_STORIES).filter((slug) => slug !== "home")].flatMap((slug) =>
  ["", "fr/"].map((lang) => `${lang}${slug}${slug === "" ? "" : "/"}`),
);

/** The pages that a build writes, of those in English. */
async function written(options: Partial<BuildOptions> = {}): Promise<{ pages: string[]; report: BuildReport }> {
  const payloads = () => new Map(PAGES.map((path) => [path, read(`${path}_payload.json`)]));
  const before = payloads();
  const report = await site.build(options);
  const pages = [...payloads()].flatMap(([path, now]) => (before.get(path) === now ? [] : [path]));
  expect(report.pages.written).toBe(pages.length);
  return { report, pages: pages.filter((path) => !path.startsWith("fr/")).map((path) => path.slice(0, -1)) };
}

test("pages show an entry, lists and the number of entries, in each language", () => {
  expect(site.report.problems).toEqual([]);
  expect([text("one"), text("fr/two"), text("missing")]).toEqual([
    " A-1 costs 10",
    " A-2 costs 20",
    " A-99 costs nothing",
  ]);
  expect([text("lamps"), text("all"), text("count")]).toEqual(["A-1=10 A-2=20", "A-1=10 A-2=20 A-3=30", "3 products"]);
  expect(api.keys).toEqual(["the key"]);
});

test("what only the server needs is in no published file, nor what no page shows", () => {
  const files = fg.sync("**/*", { cwd: site.out, dot: true });
  expect(files.filter((file) => readFileSync(join(site.out, file), "latin1").includes(PLANTED))).toEqual([]);
  expect(files.some((file) => /preview-.*\.css|start-|preview/.test(file))).toBe(true);
});

test("a changed value writes the pages that show it and nothing else; every build asks once", async () => {
  const asked = api.keys.length;
  expect((await written()).pages).toEqual([]);
  expect(api.keys.length).toBe(asked + 1);
  api.answer.products = [product(1, 11), product(2, 20), product(3, 30, "chair")];
  expect((await written()).pages).toEqual(["one", "lamps", "all"]);
  expect(text("one")).toBe(" A-1 costs 11");
  await site.expectClean();
  api.answer.products = [product(1, 11), product(2, 20), product(3, 31, "chair")];
  expect((await written()).pages).toEqual(["all"]);
  api.answer.products = [...api.answer.products, product(99, 5, "chair")];
  expect((await written()).pages).toEqual(["missing", "all", "count"]);
  api.answer.products = api.answer.products.map((one) => ({ ...one, category: "lamp" }));
  expect((await written()).pages).toEqual(["lamps"]);
  await site.expectClean();
});

test("what `pull` has loaded meanwhile is published with the next change", async () => {
  await site.build();
  api.answer.products = [product(1, 14), ...PRODUCTS.slice(1)];
  const { code, stderr } = await runHere(["pull", "--state", "state"], { cwd: site.dir });
  expect(code, stderr).toBe(0);
  api.answer.products = [product(1, 14), product(2, 24), ...PRODUCTS.slice(2)];
  expect((await written()).pages).toEqual(["one", "two", "lamps", "all"]);
  await site.expectClean();
});

test("a source that was asked by a clock that was ahead is asked again once that is right", async () => {
  site.write("site.ts", shopSite('maxAge: "10m",'));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
  await site.build().finally(() => vi.useRealTimers());
  const asked = api.keys.length;
  await site.build({ ask: { now: [] } });
  await site.build({ ask: { now: [] } });
  expect(api.keys.length).toBe(asked + 1);
  site.write("site.ts", SHOP_FILES["site.ts"]);
});

test("without its kinds of dependency a page stays as it was", async () => {
  const kinds: [DependencyKind, string][] = [
    ["sourceEntry", "one"],
    ["sourceList", "lamps"],
    ["sourceTotal", "count"],
  ];
  const blind = kinds.map(([kind]) => ({
    out: join(site.dir, kind),
    stateDir: join(site.dir, `${kind}-state`),
    testHooks: { unrecorded: kind },
  }));
  for (const one of blind) await site.build(one);
  api.answer.products = [product(1, 1)];
  for (const one of blind) await site.build({ ...one, allowRemovals: true });
  await site.build();
  for (const [kind, slug] of kinds)
    expect(read(`${slug}/index.html`)).not.toBe(read(`${slug}/index.html`, join(site.dir, kind)));
});

/** Values of a source in another shape than that of the shop's. */
test.each<[string, unknown, RegExp]>([
  ["an entry without a key", [{ id: "" }], /`key` returned an empty text for entry number 1/],
  ["too many entries", Array.from({ length: 50_001 }, (_, id) => ({ id })), /it has 50001 entries, more than 50000\./],
  ["a date", [{ id: 1, made: new Date(0) }], /have to be plain JSON, but \[0\]\.made is a Date\./],
  ["a number that is none", [{ id: 1, made: 0 / 0 }], /but \[0\]\.made is NaN\./],
  ["a function", [{ id: 1, made: () => 1 }], /but \[0\]\.made is a function\./],
  ["a map", [{ id: 1, made: [new Map()] }], /but \[0\]\.made\[0\] is a Map\./],
])("%s is told with its place", (_, loaded, reason) => {
  expect(() => rowsOf(loaded, { key: (one) => (one as { id: number }).id })).toThrow(reason);
});

describe("a source that fails", () => {
  const HTML = "<!doctype html><title>Login</title>";
  const cases: [string, Partial<ShopApi["answer"]>, RegExp, string?][] = [
    ["answers HTML", { body: HTML }, /loaded: the answer is HTML, not JSON: Unexpected token '<'/],
    ["returns something else", { body: '{"items":[]}' }, /values\.map is not a function \(site\.ts:\d+:\d+\)\./],
    [
      "has two entries of one key",
      { products: [product(1, 1), product(2, 2), product(1, 3)] },
      /two entries have the key "A-1": number 1 and number 3\./,
    ],
  ];
  beforeAll(async () => {
    answerWell();
    await site.build();
  });

  test.each(cases)("%s: is told, and its last good values are used", async (_, answer, reason) => {
    Object.assign(api.answer, answer);
    const { report, pages } = await written();
    expect(pages).toEqual([]);
    expect(report.problems).toMatchObject([{ severity: "warning", code: "SOURCE_FAILED", path: "sources.products" }]);
    expect(report.problems[0]?.message).toMatch(/^The source "products" of site\.ts could not be loaded: /);
    expect(report.problems[0]?.message).toMatch(reason);
    expect(text("one")).toBe(" A-1 costs 10");
    // The next build does not repeat it.
    Object.assign(api.answer, { products: PRODUCTS, body: null, hangs: false });
    expect((await site.build()).problems).toEqual([]);
  });

  test("by never answering is told when its time is over, and its signal is aborted", async () => {
    site.write("site.ts", shopSite('timeout: "3s",'));
    const before = api.aborted;
    api.answer.hangs = true;
    const { problems } = await site.build();
    expect(problems).toMatchObject([{ severity: "warning", code: "SOURCE_FAILED" }]);
    expect(problems[0]?.message).toContain("it did not answer within 3 s. Its last good values are used.");
    expect(text("one")).toBe(" A-1 costs 10");
    await expect.poll(() => api.aborted, { timeout: 30_000 }).toBe(before + 1);
    site.write("site.ts", shopSite());
  });

  test("is an error with --strict, and where there are no good values; the site stays as it was", async () => {
    api.answer.body = HTML;
    const codes = async (options: Partial<BuildOptions>) => {
      try {
        await site.build(options);
        return "";
      } catch (error) {
        if (!(error instanceof SitegenError)) throw error;
        return `${error.exit} ${error.code} ${error.message}`;
      }
    };
    expect(await codes({ strict: true })).toMatch(
      /^1 BUILD_STRICT SOURCE_FAILED sources\.products: The source "products"/,
    );
    rmSync(join(site.dir, "state/sources"), { recursive: true });
    expect(await codes({})).toMatch(/^1 SOURCE_FAILED The source "products" of site\.ts could not be loaded: /);
    expect(await codes({ offline: true })).toMatch(/^1 SOURCE_FAILED .*without network it cannot be asked\./);
    expect(text("one")).toBe(" A-1 costs 10");
  });
});

test("--offline uses the stored values", async () => {
  await site.build();
  const asked = api.keys.length;
  api.answer.products = [product(1, 77)];
  expect((await written({ offline: true })).pages).toEqual([]);
  expect(api.keys.length).toBe(asked);
});

test("threads have the values, a mistyped source and a changed list are errors that say so", async () => {
  await site.build();
  const many = Array.from({ length: 60 }, (_, at) => `many/${at}`);
  for (const slug of many) site.write(`space/stories/${slug}.json`, JSON.stringify(SHOP_STORIES.lamps));
  await site.build({ jobs: 2, full: true });
  for (const slug of many) expect(text(slug)).toBe("A-1=10 A-2=20");
  for (const slug of many) rmSync(join(site.dir, `space/stories/${slug}.json`));
  await site.build({ allowRemovals: true });
  const message = async (code: string) => {
    site.write("blocks/total/total.data.ts", code);
    const error = await site.build().catch((thrown: unknown) => thrown);
    return error instanceof SitegenError ? error.message : String(error);
  };
  expect(await message('export const data = (_, reader) => reader.source("product").total();\n')).toContain(
    'There is no source "product"; the site definition has the sources products.',
  );
  expect(await message('export const data = (_, reader) => reader.source("products").all().sort();\n')).toMatch(
    /read only|Cannot assign/,
  );
  site.write("blocks/total/total.data.ts", SHOP_FILES["blocks/total/total.data.ts"]);
  await site.build();
});

test("why names what a page read of sources", async () => {
  const why = async (path: string) => (await runHere(["why", path, "--state", "state"], { cwd: site.dir })).stdout;
  expect(await why("/one/")).toContain("entries of sources (1): products A-1");
  expect(await why("/lamps/")).toContain('lists of sources (1): products {"category":"lamp"}');
  expect(await why("/count/")).toContain("numbers of entries of sources (1): products");
});

test.each<[string, unknown, string]>([
  ["not made by defineSource", { load, key }, 'The key "sources.products" must be made by defineSource'],
  ["without a key", defineSource({ load } as never), 'The key "sources.products.key"'],
  [
    "with a misspelt option",
    defineSource({ load, key, maxage: "1m" } as never),
    'The key "sources.products.maxage" is not known. Did you mean "maxAge"?',
  ],
  ["with a time that is none", defineSource({ load, key, maxAge: "soon" as never }), "a time such as 90s, 10m or 1d"],
])("a source %s is an error of the definition", (_, products, message) => {
  const definition = { languages: [{ code: "en" }], pageTypes: { page: {} }, sources: { products } };
  expect(() => checkDefinition(definition, "site.ts")).toThrow(message);
});

test("a source that is made in a function is an error of the definition", async () => {
  const source = "(() => defineSource({ load: async () => [], key: (one) => one.id }))()";
  site.write(
    "site.ts",
    `import { defineSite, defineSource } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, sources: { products: ${source} } });\n`,
  );
  const error = await site.build().catch((thrown: unknown) => thrown);
  expect(error instanceof SitegenError ? error.message : String(error)).toContain(
    "defineSource has to be called where the module is loaded, not in a function.",
  );
  site.write("site.ts", SHOP_FILES["site.ts"]);
});

test("an API that is out of reach is named with its address", async () => {
  const gone = await startShopApi([]);
  await gone.close();
  site.write(
    "site.ts",
    `import { defineSite, defineSource } from "sitegen-storyblok";
const away = defineSource({ load: async () => (await fetch("${gone.url}")).json(), key: (one) => one.id });
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, sources: { away } });\n`,
  );
  await expect(site.build()).rejects.toThrow(`ECONNREFUSED ${new URL(gone.url).host}`);
  site.write("site.ts", SHOP_FILES["site.ts"]);
});
