/** Languages are data: any number, any code, and a new one is one row of one file. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SILENT } from "../../src/problems/reporter.ts";
import { directionOf } from "../../src/site/languages.ts";
import { ENGINE_WORDS } from "../../src/site/words.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { type ForeignSite, foreignSite, heroPage } from "./foreign-site.ts";

const ROWS = [
  { code: "en" },
  { code: "fr", locale: "fr-FR", name: "Français" },
  { code: "pt-br", locale: "pt-BR", name: "Português" },
  { code: "ar", name: "العربية" },
  { code: "zh-hans", locale: "zh-Hans", prefix: "zh" },
];
const folderOf = ({ code, prefix = code }: { code: string; prefix?: string }) => prefix;
const definition = (languages: readonly object[]) => ({
  languages,
  translation: "folders",
  global: null,
  pageTypes: { page: {} },
});
const CONFIG = { site: { origin: "https://x.example", companyName: "X" } };

describe.each(shareOf([1, 2, 5, 3], 0, 2))("%i languages", (count) => {
  const languages = ROWS.slice(0, count);
  const codes = languages.map(({ code }) => code);
  let site: ForeignSite;
  beforeAll(async () => {
    const stories = Object.fromEntries(
      languages.flatMap((language) => [
        [`${folderOf(language)}/home`, heroPage(`Home in ${language.code}`, `${folderOf(language)}/about`)],
        [`${folderOf(language)}/about`, heroPage(`About in ${language.code}`)],
      ]),
    );
    site = await foreignSite({ site: definition(languages), stories, config: CONFIG });
  });
  afterAll(() => site.close());
  const read = (path: string) => readFileSync(join(site.out, path), "utf8");
  const homeOf = (index: number) => (index === 0 ? "" : `${folderOf(languages[index] ?? { code: "" })}/`);

  test("each has its pages, its error page, its lang and direction", () => {
    expect(site.report).toMatchObject({ ok: true, problems: [], pages: { total: 2 * count } });
    for (const [index, { code, locale = code }] of languages.entries()) {
      const [open = ""] = /<html[^>]*>/.exec(read(`${homeOf(index)}about/index.html`)) ?? [];
      expect(open).toContain(`lang="${locale}"`);
      expect(open.includes('dir="rtl"')).toBe(code === "ar");
      expect(read(`${homeOf(index)}404.html`)).toContain(`lang="${locale}"`);
      expect(read(`${homeOf(index)}index.html`)).toContain(`<a href="/${homeOf(index)}about/">more</a>`);
    }
    expect(read("sitemap.xml").match(/<loc>/g)).toHaveLength(2 * count);
  });

  test("every page names all others, and a site with one language names none", () => {
    const tags = languages.map(({ code, locale = code }) => locale);
    for (const index of languages.keys()) {
      const page = read(`${homeOf(index)}about/index.html`);
      const named = [...page.matchAll(/hreflang="([^"]+)"/g)].map((match) => match[1]);
      expect(named).toEqual(count === 1 ? [] : [...tags, "x-default"]);
      const { switchHref } = JSON.parse(read(`${homeOf(index)}about/_payload.json`));
      const all = Object.fromEntries(codes.map((code, other) => [code, `/${homeOf(other)}about/`]));
      expect(switchHref).toEqual(count === 1 ? {} : all);
    }
    // No page that clears caches, nor a word or script of it, which a definition has to ask for.
    expect([read("_words.json"), ...fg.sync("_assets/*.js", { cwd: site.out })].join()).not.toMatch(/flush/);
    expect(fg.sync("*", { cwd: site.out, onlyDirectories: true }).sort()).toEqual(
      ["_assets", "about", ...languages.slice(1).map(folderOf)].sort(),
    );
  });
});

test("a prefix on the default language leaves the root to a redirect or nothing", async () => {
  const languages = [{ code: "en", prefix: "en" }, { code: "fr" }];
  const stories = { "en/home": heroPage("Home"), "fr/home": heroPage("Accueil") };
  const redirects = [{ from: "/", to: "/en/" }];
  const site = await foreignSite({ site: definition(languages), stories, config: { ...CONFIG, redirects } });
  try {
    const read = (path: string) => readFileSync(join(site.out, path), "utf8");
    expect(site.report.pages.total).toBe(2);
    expect(read("en/index.html")).toContain('hreflang="fr" href="https://x.example/fr/"');
    expect(read("index.html")).toContain('content="0; url=/en/"');
    // A host answers with the page at the root, whatever language the visitor wanted.
    expect(read("404.html")).toBe(read("en/404.html"));
  } finally {
    site.close();
  }
});

test("a new language is one row of one file, and content", async () => {
  const stories = { "en/home": heroPage("Home"), "fr/home": heroPage("Accueil") };
  const rows = [{ code: "en" }, { code: "fr" }];
  const site = await foreignSite({ site: definition(rows), stories, config: CONFIG });
  try {
    expect(existsSync(join(site.out, "nl/index.html"))).toBe(false);
    site.write("space/stories/nl/home.json", JSON.stringify(heroPage("Welkom")));
    const file = join(site.dir, "site.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace('{"code":"fr"}', '{"code":"fr"},{"code":"nl"}'));
    const report = await site.build();
    expect(report.pages).toMatchObject({ total: 3, removed: 0 });
    for (const path of ["index.html", "fr/index.html", "nl/index.html"]) {
      const page = readFileSync(join(site.out, path), "utf8");
      expect(page).toContain('hreflang="nl" href="https://x.example/nl/"');
    }
  } finally {
    site.close();
  }
});

test.each([
  ["ar", "rtl"],
  ["ar-EG", "rtl"],
  ["he", "rtl"],
  ["fa-IR", "rtl"],
  ["ckb", "rtl"],
  ["ku-Arab", "rtl"],
  ["az-Arab-IR", "rtl"],
  ["ar-Latn", "ltr"],
  ["en", "ltr"],
  ["pt-BR", "ltr"],
  ["pa-Guru", "ltr"],
  ["zh-Hans", "ltr"],
])("%s is written %s", (locale, direction) => expect(directionOf({ locale })).toBe(direction));

test("languages without words are said by a build, and a site with all of them says nothing", async () => {
  const stories = { "en/home": heroPage("Home"), "fr/home": heroPage("Accueil"), "nl/home": heroPage("Welkom") };
  const site = await foreignSite({ site: definition([{ code: "en" }, { code: "fr" }, { code: "nl" }]), stories });
  try {
    const said: string[] = [];
    const reporter = { ...SILENT, info: (line: string) => void said.push(line) };
    await site.build({ reporter, full: true });
    expect(said).toEqual([
      expect.stringMatching(/^None of sitegen's words in fr, nl: .* Add them to "words" in the site definition/),
    ]);
    const file = join(site.dir, "site.ts");
    const words = '"words":{"fr":{"error_title":"Introuvable"},"nl":{"error_title":"Niet gevonden"}},';
    writeFileSync(file, readFileSync(file, "utf8").replace('"global":null', `${words}"global":null`));
    said.length = 0;
    await site.build({ reporter });
    expect(said).toEqual([
      expect.stringMatching(/^Sitegen's words missing: \d\d in fr; sitegen's words missing: \d\d in nl: visitors read/),
    ]);
    const lacking = (await site.check()).filter(({ code }) => code === "CHECK_WORDS_MISSING");
    expect(lacking.map(({ message }) => message)).toEqual(
      ["fr", "nl"].map((code) =>
        expect.stringMatching(
          new RegExp(
            `^The site lacks \\d\\d of sitegen's words in the language "${code}", .*: skip_to_content, (?!.*more).*, moved`,
          ),
        ),
      ),
    );
    const all = Object.fromEntries(Object.entries(ENGINE_WORDS).map(([name, word]) => [name, `${word}.`]));
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(words, `"words":${JSON.stringify({ fr: all, nl: all })},`));
    said.length = 0;
    await site.build({ reporter });
    expect(said).toEqual([]);
    writeFileSync(file, text);
    await site.build({ reporter });
    expect(readFileSync(join(site.out, "fr/404.html"), "utf8")).toContain("Introuvable");
  } finally {
    site.close();
  }
});

test("an English language beside another default one has the built-in English, not the default one's words", async () => {
  const stories = { "nl/home": heroPage("Welkom"), "en/home": heroPage("Home") };
  const words = { nl: { error_title: "Niet gevonden", skip_to_content: "Naar de inhoud" } };
  const site = await foreignSite({ site: { ...definition([{ code: "nl" }, { code: "en" }]), words }, stories });
  try {
    await site.build();
    const page = (path: string) => readFileSync(join(site.out, path), "utf8");
    expect(page("404.html")).toContain("Niet gevonden");
    expect(page("en/404.html")).toContain(ENGINE_WORDS.error_title);
    expect(page("en/index.html")).not.toContain("Naar de inhoud");
  } finally {
    site.close();
  }
});
