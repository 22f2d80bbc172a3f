/** The engine knows no site: nothing outside src/blocks names what is true of the sample only. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { site } from "../../src/blocks/site.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BLOCKS = fg.sync("src/blocks/*/*.schema.ts", { cwd: ROOT }).map((file) => file.split("/")[2] ?? "");

/** Names that are ordinary words of the engine too, so that finding them says nothing. */
const ORDINARY = new Set(["labels", "Page", "Platform", "Video", "Global", "Contact", "Intro", "Team", "Facts"]);
/** The default of a configuration key, under which spaces without a configuration have their components. */
const DEFAULT_NAME = "src/config/schema.ts";

/** Block tests of users run on a made-up site of one language. */
const MADE_SITE = /^src\/exports\/test/;

const names = [...BLOCKS, ...Object.keys(site.pageTypes), ...site.datasources, "Werklicht", "Lumen", "Wissen"];
const engine = fg.sync("src/**/*.{ts,tsx}", { cwd: ROOT, ignore: ["src/blocks/**"] });

function code(file: string): string {
  return readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
}

test("names no component, page type, datasource or name of the sample", () => {
  const wanted = [...new Set(names)].filter((name) => !ORDINARY.has(name));
  const pattern = new RegExp(`["'\`](?:${wanted.join("|")})["'\`]`);
  const found = engine.filter((file) => pattern.test(code(file)) && file !== DEFAULT_NAME);
  expect(found).toEqual([]);
});

test("names no language of the sample", () => {
  const found = engine
    .filter((file) => !MADE_SITE.test(file))
    .flatMap((file) =>
      [...code(file).matchAll(/(?<!lang=)["'`/](?:en|de)["'`/]/g)].map(([match]) => `${file}: ${match}`),
    );
  expect(found).toEqual([]);
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
