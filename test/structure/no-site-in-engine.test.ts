/** The engine knows no site: nothing outside src/blocks names anything specific to the sample. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import { describe, expect, test } from "vitest";
import { site } from "../../src/blocks/site.ts";
import { sectionFields, teaserFields } from "../../src/blocks/ui/fields.ts";
import { configSchema } from "../../src/config/schema.ts";
import { FORM_WORDS } from "../../src/site/forms/form-words.ts";
import { siteSchema } from "../../src/site/schema.ts";
import { ENGINE_LANGUAGE, ENGINE_WORDS } from "../../src/site/words.ts";
import { schemas } from "../helpers/sample-blocks.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CODE = "{src,cli,bin}/**/*.{ts,tsx,mjs}";
const engine = fg.sync(CODE, { cwd: ROOT, ignore: ["src/blocks/**"] });

/** What the engine itself means by a word that the sample has too, by file. */
const OWN_WORDS: Record<string, readonly string[]> = {
  // The part of component names that the configured platform's name replaces.
  "src/config/schema.ts": ["Platform"],
  "src/site/blocks/catalogue.ts": ["Platform"],
  // The word that a video without a title is called by.
  "src/site/words.ts": ["Video"],
  // The kit's part for links.
  "src/init/block-files.ts": ["Link"],
  // A parameter of the gallery's addresses: one of the definition's themes.
  "src/preview/gallery.ts": ["theme"],
};

function code(file: string): string {
  return readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
}

const LANGUAGES: string[] = site.languages.map(({ code }) => code);
const labels = (JSON.parse(code("templates/sample-space/datasources/labels.json")) as { name: string }[])
  .map(({ name }) => name)
  .filter((name) => !Object.hasOwn({ ...ENGINE_WORDS, ...FORM_WORDS }, name));
const navigation = Object.keys(schemas.find(({ name }) => name === "Global")?.fields ?? {});
/** Keys that every definition and configuration has are the engine's words. */
const names = [
  ...schemas.map(({ name }) => name),
  ...Object.keys(site.pageTypes),
  ...site.datasources,
  ...labels,
  ...navigation,
  ...Object.keys({ ...sectionFields, ...teaserFields }),
  ...site.languages.map(({ name }) => name),
  ...Object.values(site.pageTypes).flatMap((type) => Object.values("feed" in type ? type.feed.title : {})),
].filter((name) => !Object.hasOwn(siteSchema.shape, name) && !Object.hasOwn(configSchema.shape, name));

const alternatives = (words: Iterable<string>) => [...words].map((word) => word.replaceAll("-", "\\-")).join("|");
/** A word that is made of several, which nobody writes by chance. */
const isMade = (name: string) => /[a-z][A-Z]|[-_]/.test(name);
const MADE = new RegExp(`(?<![\\w-])(?:${alternatives(new Set(names.filter(isMade)))})(?![\\w-])`, "g");
const QUOTED = new RegExp(`(?<=["'\`])(?:${alternatives(new Set(names))})(?=["'\`])`, "g");
/** Folders and stories of the sample; words that every site may have as an address are the engine's too. */
const slugs = [
  ...new Set(
    fg
      .sync("**/*.json", { cwd: join(ROOT, "templates/sample-space/stories") })
      .flatMap((path) => path.replace(/\.json$/, "").split("/")),
  ),
].filter((slug) => !["index", "home", "global", "contact", ...LANGUAGES].includes(slug));
const SLUG = new RegExp(`(?<=["'\`/])(?:${alternatives(slugs)})(?=["'\`/])`, "g");
const COMPANY = /werklicht|lumen/gi;
/**
 * A language code in quotes, as a segment of a path, as a key or among a pattern's choices. The program's own pages name
 * their language.
 */
const LANGUAGE = new RegExp(
  `(?<!lang=)["'\`/](?:${alternatives(LANGUAGES)})["'\`/]|[{,(|]\\s*(?:${alternatives(LANGUAGES)})\\s*[:|)]`,
  "g",
);

function namesIn(text: string): string[] {
  return [MADE, QUOTED, SLUG, COMPANY].flatMap((pattern) => text.match(pattern) ?? []);
}

test("names no component, page type, datasource, label, field, slug or name of the sample", () => {
  expect(engine.length).toBeGreaterThan(500);
  const found = engine.flatMap((file) =>
    namesIn(code(file)).flatMap((name) => (OWN_WORDS[file]?.includes(name) ? [] : [`${file}: ${name}`])),
  );
  expect(found).toEqual([]);
});

test("names no language, but the one it speaks by itself, once", () => {
  const found = engine.flatMap((file) => (code(file).match(LANGUAGE) ?? []).map((match) => `${file}: ${match}`));
  expect(found).toEqual([`src/site/words.ts: "${ENGINE_LANGUAGE}"`]);
});

describe("what the test looks for", () => {
  test("is everything that the sample has", () => {
    expect(names).toEqual(
      expect.arrayContaining(["HeroText", "Page", "insight-categories", "company-name", "main_nav"]),
    );
    expect(LANGUAGES).toEqual(["en", "de"]);
  });

  test.each([...new Set(names)])("finds %s", (name) => {
    expect(namesIn(`const found = { a: "${name}" };`)).toContain(name);
    if (isMade(name)) expect(namesIn(`content.${name.replaceAll("-", "-")} ?? other`)).toEqual([name]);
  });

  test("finds every slug, in quotes and in addresses", () => {
    expect(slugs).toEqual(expect.arrayContaining(["insights", "predictive-maintenance", "machine-learning-engineer"]));
    const hidden = slugs.filter(
      (slug) => ![`slug === "${slug}"`, `"/x/${slug}/"`, `\`/${slug}/\${rest}\``].every((text) => text.match(SLUG)),
    );
    expect(hidden).toEqual([]);
  });

  test.each(LANGUAGES)("finds the language %s in quotes, paths, keys and patterns", (lang) => {
    for (const text of [
      `lang === "${lang}"`,
      `'${lang}'`,
      `href.startsWith("/${lang}/")`,
      `{ ${lang}: 1 }`,
      `/^(fr|${lang})$/`,
    ])
      expect(text).toMatch(LANGUAGE);
  });
});

test("stylesheets have no colour or class of the sample, and stand without its properties", () => {
  const sheets = fg.sync("src/**/*.css", { cwd: ROOT, ignore: ["src/blocks/**"] });
  expect(sheets.length).toBeGreaterThan(3);
  const tokens = code("templates/styles/tokens.css") + code("templates/styles/consent.late.css");
  const colours = new Set([...tokens.matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour));
  for (const colour of ["#ffffff", "#000000"]) colours.delete(colour);
  const found = sheets.flatMap((file) => {
    const text = code(file);
    const own = [...text.matchAll(/#[0-9a-f]{3,8}\b/g)].flatMap(([colour]) => (colours.has(colour) ? [colour] : []));
    const bare = [...text.matchAll(/var\(--(?!cc-)[\w-]+\)/g)].map(([use]) => use);
    const languages = [...text.matchAll(/:lang\([^)]*\)|\[lang[^\]]*\]/g)].map(([use]) => use);
    return [...own, ...bare, ...languages].map((what) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
});

test("the browser's runtime has no part that a definition switches on", () => {
  const part = /lottie|cookieconsent|flushCache|contact-form/i;
  const holding = (pattern: string) => fg.sync(pattern, { cwd: ROOT }).filter((file) => part.test(code(file)));
  expect(holding("src/parts/**/*.{ts,tsx,css}").length).toBeGreaterThan(3);
  expect(holding("src/client/**/*.{ts,tsx,css}")).toEqual([]);
});
