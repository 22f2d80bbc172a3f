/** `languages[].fallback`: three languages besides the default one, through command line and embedded service. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkDefinition } from "../../src/site/check-definition.ts";
import { storyUuid } from "../../src/space/identity.ts";
import { openReleaseSite, type ReleaseSite } from "../cli/release-site.ts";
import { editorQuery } from "../e2e/fake-editor.ts";
import { filesOf } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";

/** The site that a test looks at: that of the file, built once, or one of its own. */
let site: ReleaseSite;
let built: ReleaseSite;
beforeAll(async () => {
  built = await open();
  expect((await run("generate")).code).toBe(0);
});
afterEach(async () => {
  if (site !== built) await site.close();
  site = built;
});
afterAll(() => built.close());

const LANGUAGES = `[
  { code: "en", name: "English" },
  { code: "pt", name: "Português" },
  { code: "es", name: "Español", fallback: "pt" },
  { code: "gl", name: "Galego", fallback: ["es", "pt"] },
  { code: "it", name: "Italiano", fallback: false },
]`;

/** A page with two texts; translations by language, one after another. */
const page = (texts: Record<string, [string?, string?]>) => {
  const blocks = [0, 1].map((at) => ({
    component: "hero-section",
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([lang, both]) =>
        both[at] === undefined ? [] : [[lang === "en" ? "headline" : `headline__i18n__${lang}`, both[at]]],
      ),
    ),
  }));
  return { content: { component: "page", body: blocks } };
};

async function open(languages = LANGUAGES) {
  site = await openReleaseSite({
    "site.ts": `export default { languages: ${languages}, global: null, pageTypes: { page: {} } };\n`,
    "space/space.json": {
      ...{ name: "X", id: 7, version: 1_700_000_000, languages: ["pt", "es", "gl", "it"] },
      ...{ token: "public", previewToken: "preview" },
    },
    "space/stories/home.json": page({
      en: ["Home", "Two"],
      pt: ["Casa", "Dois"],
      es: ["Hogar"],
      gl: ["Lar"],
      it: ["Casa", "Due"],
    }),
    "space/stories/pt-only.json": page({ en: ["News", "More"], pt: ["Notícias"] }),
    "space/stories/en-only.json": page({ en: ["Terms", "And"] }),
    "space/stories/mixed.json": page({ en: ["One", "Two"], pt: ["Um", "Dois"], es: ["Uno"] }),
  });
  return site;
}

const read = (file: string) => readFileSync(join(site.dir, "out", file), "utf8").replaceAll("<!-- -->", "");
const headlines = (path: string) => [...read(`${path}index.html`).matchAll(/<h1>(.*?)<\/h1>/g)].map(([, text]) => text);
const htmlLang = (path: string) => /<html [^>]*lang="([^"]*)"/.exec(read(`${path}index.html`))?.[1];
const hreflangs = (path: string) =>
  [...read(`${path}index.html`).matchAll(/hreflang="([^"]*)"/g)].map(([, tag]) => tag);
const canonical = (path: string) => /rel="canonical" href="([^"]*)"/.exec(read(`${path}index.html`))?.[1];

async function run(...args: string[]) {
  const { code, stderr, stdout } = await site.run([...args, "--json"]);
  return { code, stderr, ...JSON.parse(stdout) };
}

test("each field is in the first language of the chain that has it", () => {
  expect(headlines("es/")).toEqual(["Hogar", "Dois"]);
  expect(headlines("gl/")).toEqual(["Lar", "Dois"]);
  expect(headlines("gl/mixed/")).toEqual(["Uno", "Dois"]);
  expect(headlines("es/pt-only/")).toEqual(["Notícias", "More"]);
  expect(headlines("es/en-only/")).toEqual(["Terms", "And"]);
});

test("a page in another language says so, and is no translation", () => {
  expect([htmlLang("es/"), htmlLang("es/pt-only/"), htmlLang("es/en-only/"), htmlLang("gl/mixed/")]).toEqual([
    "es",
    "pt",
    "en",
    "es",
  ]);
  expect(canonical("es/pt-only/")).toBe("https://x.example/pt/pt-only/");
  expect(canonical("es/")).toBe("https://x.example/es/");
  expect(hreflangs("es/pt-only/")).toEqual([]);
  // A language without the key is as ever: its pages are its own.
  expect(hreflangs("pt-only/")).toEqual(["en", "pt", "x-default"]);
  expect(hreflangs("mixed/")).toEqual(["en", "pt", "es", "x-default"]);
  const sitemap = read("sitemap.xml");
  expect(sitemap).toContain("https://x.example/es/mixed/");
  for (const path of ["es/pt-only/", "gl/mixed/", "es/en-only/"])
    expect(sitemap).not.toContain(`https://x.example/${path}`);
});

test("without fallback, a story without text of the language has no page in it", () => {
  expect(headlines("it/")).toEqual(["Casa", "Due"]);
  for (const path of ["it/en-only", "it/pt-only", "it/mixed"])
    expect(existsSync(join(site.dir, "out", path)), path).toBe(false);
});

test("a language may have a folder beside fields: each page of a story names all of its others", async () => {
  const { write } = await open(LANGUAGES.replace('"it", name: "Italiano", fallback: false', '"da", fallback: "pt"'));
  write({ "space/stories/da/blandet.json": { ...page({ en: ["En", "To"] }), alternate_of: "mixed" } });
  await run("generate");
  for (const path of ["mixed/", "es/mixed/", "da/blandet/"])
    expect(hreflangs(path), path).toEqual(["en", "pt", "es", "da", "x-default"]);
  expect([htmlLang("da/blandet/"), canonical("da/blandet/")]).toEqual(["da", "https://x.example/da/blandet/"]);
});

test("check names the language that is shown", async () => {
  const { problems } = await run("check");
  const shown = (problems as { code: string; story: string; message: string }[]).filter(
    ({ code }) => code === "CHECK_TRANSLATION_FALLBACK",
  );
  expect(shown.map(({ story, message }) => `${story}: ${message}`).sort()).toEqual([
    "es/en-only: The page has no text in Español: it is shown in English.",
    "es/pt-only: The page has no text in Español: it is shown in Português.",
    "gl/en-only: The page has no text in Galego: it is shown in English.",
    "gl/mixed: The page has no text in Galego: it is shown in Español.",
    "gl/pt-only: The page has no text in Galego: it is shown in Español.",
  ]);
});

test("serve shows drafts with the fallback", async () => {
  const { createDraftClient } = await import("../../src/preview/draft-client.ts");
  const { createPullPlan } = await import("../../src/fetch/pull-plan.ts");
  const { resolveSite } = await import("../../src/site/resolve-site.ts");
  const { service } = site;
  const plan = createPullPlan(
    resolveSite({
      languages: [
        { code: "en" },
        { code: "pt" },
        { code: "es", fallback: "pt" },
        { code: "gl", fallback: ["es", "pt"] },
      ],
      pageTypes: { page: {} },
    }),
  );
  const client = createDraftClient({
    plan,
    endpoint: service.endpoint,
    token: "preview",
    requestsPerSecond: 1000,
    timeoutMs: 5000,
  });
  const id = service.contents().stories.find(({ slugPath }) => slugPath === "mixed")?.id ?? 0;
  const texts = (story: unknown) => JSON.stringify(story).match(/"headline":"[^"]*"/g);
  for (const lang of ["es", "gl"]) {
    expect(texts(await client.story(id, lang))).toEqual(['"headline":"Uno"', '"headline":"Dois"']);
    const recent = (await client.recent(lang)).find((story) => story.id === id);
    expect(texts(recent)).toEqual(['"headline":"Uno"', '"headline":"Dois"']);
  }
});

test("the function at the edge and a shared link follow the whole chain, in relations too", async () => {
  const { answerDraft } = await import("../../src/edge/answer-draft.ts");
  const { service, run: command } = site;
  const relations = { component: "page", body: [], headline: "Own", related: ["mixed", "pt-only"].map(storyUuid) };
  site.write({ "space/stories/list.json": { content: relations } });
  await expect.poll(() => service.contents().stories.some(({ slugPath }) => slugPath === "list")).toBe(true);
  const SITEGEN_SHARE_SECRET = "0123456789abcdef0123456789abcdef";
  const env = { STORYBLOK_PREVIEW_TOKEN: "preview", STORYBLOK_ENDPOINT: service.endpoint, SITEGEN_SHARE_SECRET };
  const read = async () => new Response('<html lang="gl" data-app="/app.js"><head></head><body></body></html>');
  const ask = (url: string) => answerDraft(new Request(url), { env, read });
  const texts = (story: unknown) => JSON.stringify(story).match(/"headline":"[^"]*"/g);
  const story = (slug: string) => service.contents().stories.find(({ slugPath }) => slugPath === slug);

  const query = new URLSearchParams(editorQuery({ spaceId: 7, previewToken: "preview" }));
  for (const [name, value] of Object.entries({ language: "gl", fallback: "es,pt", relations: "page.related" }))
    query.set(name, value);
  const frame = async (slug: string) => {
    query.set("id", String(story(slug)?.id));
    return (await ask(`https://x.example/api/drafts?${query}`)).json();
  };
  expect(texts((await frame("mixed")).story)).toEqual(['"headline":"Uno"', '"headline":"Dois"']);
  expect((await frame("list")).rels.map(texts)).toEqual([
    ['"headline":"Uno"', '"headline":"Dois"'],
    ['"headline":"Notícias"', '"headline":"More"'],
  ]);

  const link = await command(["share", "mixed", "--language", "gl", "--json"], { SITEGEN_SHARE_SECRET });
  const html = await (await ask(JSON.parse(link.stdout).url)).text();
  expect(texts(JSON.parse(/id="shared-draft">(.*?)<\/script>/.exec(html)?.[1] ?? "null"))).toEqual([
    '"headline":"Uno"',
    '"headline":"Dois"',
  ]);
});

test("an export has translations alone, not what stood in for them", async () => {
  const { dir, run } = site;
  expect((await run(["export", "--dir", "exported"])).code).toBe(0);
  const story = readFileSync(join(dir, "exported/stories/pt-only.json"), "utf8");
  expect(story).toContain("headline__i18n__pt");
  expect(story).not.toMatch(/__i18n__(es|gl|it)/);
});

test("translations that come and go: an incremental build is a clean one", async () => {
  const { dir, write, service } = site;
  copyBundles(join(dir, ".sitegen/cache"), join(dir, "clean-state/cache"));
  const edits = [
    { "space/stories/en-only.json": page({ en: ["Terms", "And"], pt: ["Termos"], it: ["Termini"] }) },
    { "space/stories/en-only.json": page({ en: ["Terms", "And"], es: ["Términos", "Y"] }) },
    { "space/stories/mixed.json": page({ en: ["One", "Two"] }) },
  ];
  for (const edit of edits) {
    const cv = service.cv();
    write(edit);
    await expect.poll(() => service.cv(), { timeout: 30_000 }).toBeGreaterThan(cv);
    expect((await run("generate")).code).toBe(0);
    const clean = ["--out", "clean", "--state", "clean-state", "--full"];
    expect((await run("generate", ...clean)).code).toBe(0);
    const [incremental, whole] = [filesOf(join(dir, "out")), filesOf(join(dir, "clean"))];
    // Hashed files of earlier builds stay for a while, and lists of builds name them.
    const isKept = (file: string) =>
      file.startsWith("_assets/builds/") || (file.startsWith("_assets/") && !whole[file]);
    const left = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).filter(([file]) => !isKept(file)));
    expect(left(incremental)).toEqual(left(whole));
  }
  expect(hreflangs("es/en-only/")).toEqual(["en", "pt", "es", "x-default"]);
});

test("a renamed story leaves no redirect where it had no page", async () => {
  const { dir, write, service } = site;
  const story = { ...page({ en: ["Terms", "And"], pt: ["Termos"] }), uuid: "6f1d9f3e-4c53-4d8e-9d0b-5f0f4f8a7c11" };
  const publish = async (files: Record<string, unknown>) => {
    const cv = service.cv();
    write(files);
    await expect.poll(() => service.cv(), { timeout: 30_000 }).toBeGreaterThan(cv);
  };
  await publish({ "space/stories/before.json": story });
  await run("generate");
  rmSync(join(dir, "space/stories/before.json"));
  await publish({ "space/stories/after.json": story });
  const { redirects, problems } = await run("generate");
  expect(redirects).toBe(4);
  expect(problems).not.toContainEqual(expect.objectContaining({ code: expect.stringMatching(/^REDIRECT/) }));
  expect(existsSync(join(dir, "out/pt/before/index.html"))).toBe(true);
  expect(existsSync(join(dir, "out/it/before/index.html"))).toBe(false);
});

test.each<[languages: object[], more: object, message: string]>([
  [[{ code: "pt", fallback: "fr" }], {}, 'names "fr", which is no language of the site'],
  [[{ code: "pt", fallback: ["pt"] }], {}, 'names "pt", the language itself'],
  [[{ code: "pt", fallback: "en" }], { translation: "folders" }, 'needs translation "fields"'],
  [[{ code: "pt", fallback: true }], {}, "a language code, a list of them, or false"],
])("contradictions are configuration errors: %j %j", (languages, more, message) => {
  const definition = { languages: [{ code: "en" }, ...languages], global: null, pageTypes: { page: {} }, ...more };
  expect(() => checkDefinition(definition, "site.ts")).toThrow(message);
});

test("a fallback of the default language is a configuration error", async () => {
  await open('[{ code: "en", fallback: "pt" }, { code: "pt" }]');
  const { code, stderr } = await run("generate");
  expect([code, stderr]).toEqual([2, expect.stringContaining("is of the default language")]);
});
