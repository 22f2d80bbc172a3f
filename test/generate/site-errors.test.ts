/** Errors in a site's own code name the file, relative to the site's folder, and the line. */
import { rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const SITE = `export default { languages: [{ code: "en" }], pageTypes: { page: {} }, styles: "./styles/site.css" };`;
const HERO = "export default function Hero({ headline }) { return <h1>{headline}</h1>; }\n";

const HERO_SCHEMA =
  'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: { headline: text() } });\n';

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(
    { "site.ts": SITE, "styles/site.css": "h1 { color: red }" },
    {
      home: storyWithHeadline("Home"),
      teaser: {
        uuid: "u-teaser",
        content: { component: "snippet", body: [{ component: "hero", headline: "Teaser" }] },
      },
    },
  );
});
afterAll(() => site.close());

const failure = async (files: Record<string, string>, overrides: Partial<BuildOptions> = {}) => {
  site.write({ "blocks/hero/hero.tsx": HERO, "styles/site.css": "h1 { color: red }", ...files });
  const error = await site.build({ overrides }).then(
    () => null,
    (thrown: unknown) => thrown as { code: string; message: string; hint: string },
  );
  return { code: error?.code ?? "", message: error?.message ?? "", hint: error?.hint ?? "" };
};

test.each([
  [
    "a tag that is not closed",
    { "blocks/hero/hero.tsx": "export const Hero = () => (\n  <h1>\n);\n" },
    /^blocks\/hero\/hero\.tsx:4:1: Unexpected end of file before a closing "h1" tag$/,
    "Fix the named file; its path is relative to the folder of the site's definition.",
  ],
  [
    "a file that is not there",
    { "blocks/hero/hero.tsx": `import { x } from "./parts";\nexport const Hero = x;\n` },
    /^blocks\/hero\/hero\.tsx:1:19: Could not resolve "\.\/parts"/,
    'Check the spelling of "./parts": there is no such file, nor one with an extension.',
  ],
  [
    "a package that is not installed",
    { "blocks/hero/hero.tsx": `import Swiper from "@swiper/react/all";\nexport const Hero = Swiper;\n` },
    /^blocks\/hero\/hero\.tsx:1:20: Could not resolve "@swiper\/react\/all"/,
    "Install it in the site's folder: npm install @swiper/react",
  ],
  [
    "what the package does not offer",
    { "blocks/hero/hero.tsx": `import { x } from "sitegen-storyblok/kid";\nexport const Hero = x;\n` },
    /^blocks\/hero\/hero\.tsx:1:19: A site cannot import "sitegen-storyblok\/kid"/,
    "Fix the named file; its path is relative to the folder of the site's definition.",
  ],
  [
    "a picture that a stylesheet names",
    { "styles/site.css": 'h1 {\n  background: url("./none.svg");\n}\n' },
    /^styles\/site\.css:2:19: Could not resolve "\.\/none\.svg"/,
    'Check the spelling of "./none.svg": there is no such file, nor one with an extension.',
  ],
])("%s", async (_, files: Record<string, string>, message, hint) => {
  const found = await failure(files);
  expect(found).toEqual({ code: "BUNDLE_FAILED", message: expect.stringMatching(message), hint });
  expect(found.message).not.toMatch(/\.\.\/|Build failed/);
});

test("every fault of a bundle is named, up to ten", async () => {
  const imports = Array.from({ length: 12 }, (_, index) => `import "./none-${index}.ts";`).join("\n");
  const { message } = await failure({ "blocks/hero/hero.tsx": `${imports}\n${HERO}` });
  const lines = message.split("\n");
  expect(lines.slice(0, 10).every((line) => /^blocks\/hero\/hero\.tsx:\d+:8: Could not resolve/.test(line))).toBe(true);
  expect(lines.slice(10)).toEqual(["and 2 more"]);
});

test("a component that fails while a page is rendered is named with story, block and line", async () => {
  const text =
    "export function Hero({ headline }) {\n  const list = headline.missing;\n  return <h1>{list.map(String)}</h1>;\n}\n";
  const { code, message } = await failure({ "blocks/hero/hero.tsx": text });
  expect(code).toBe("RENDER_FAILED");
  expect(message).toMatch(
    /^\/: body\[0\] \(hero\): Cannot read properties of undefined .* \(blocks\/hero\/hero\.tsx:3:\d+\)$/,
  );
});

const DATA = "blocks/hero/hero.data.ts";

test.each([
  [
    "waits while it is loaded",
    `const KEY = "secret";\nconst rows = await fetch("https://api.example/?" + KEY).then(String, String);\nexport const data = () => rows;\n`,
    /^blocks\/hero\/hero\.data\.ts:2:14: This file is sent to browsers too, .*nothing may be awaited at its top level/,
  ],
  [
    "imports a module of Node",
    `import { readFileSync } from "node:fs";\nexport const data = () => readFileSync("key", "utf8");\n`,
    /^blocks\/hero\/hero\.data\.ts:1:30: This file is sent to browsers too, which do not have Node's module "node:fs"/,
  ],
  [
    "imports it by its old name",
    `import { readFileSync } from "fs";\nexport const data = () => readFileSync("key", "utf8");\n`,
    /^blocks\/hero\/hero\.data\.ts:1:30: This file is sent to browsers too, which do not have Node's module "fs"/,
  ],
])("a data file that %s is refused, and says that it is published", async (_, text, message) => {
  const found = await failure({ [DATA]: text });
  site.write({ [DATA]: "export const data = () => 1;\n" });
  expect(found).toEqual({
    code: "BUNDLE_FAILED",
    message: expect.stringMatching(message),
    hint: "Fix the named file; its path is relative to the folder of the site's definition.",
  });
});

test.each([
  [
    "is named with story, block and line",
    { [DATA]: "export const data = (block, reader) => {\n  return reader.day(block);\n};\n" },
    /^\/: body\[0\] \(hero\): reader\.day is not a function \(blocks\/hero\/hero\.data\.ts:2:\d+\)$/,
  ],
  [
    "in a file whose path is not plain is named as it is on disk",
    {
      [DATA]: 'export { data } from "../../Größe 100% (neu)/day.ts";\n',
      "Größe 100% (neu)/day.ts":
        'import note from "./note.txt?raw";\nexport const data = (block, reader) => reader.day(block, note);\n',
      "Größe 100% (neu)/note.txt": "A note.\n",
    },
    /^\/: body\[0\] \(hero\): reader\.day is not a function \(Größe 100% \(neu\)\/day\.ts:2:\d+\)$/,
  ],
  [
    "with what is no error is named with its block",
    { [DATA]: 'export const data = () => { throw "Only a text"; };\n' },
    /^\/: body\[0\] \(hero\): Only a text$/,
  ],
  [
    "in another story that the page shows is named with that story too",
    {
      [DATA]: `export const data = (block, reader) =>
  block.headline === "Teaser" ? reader.day(block) : reader.blocks("u-teaser", "body");\n`,
    },
    /^\/: body\[0\] \(hero\): teaser: body\[0\] \(hero\): reader\.day is not a function \(blocks\/hero\/hero\.data\.ts:2:\d+\)$/,
  ],
  [
    "for the page itself is named with its component",
    {
      [DATA]: "export const data = () => 1;\n",
      "blocks/page/page.data.ts": "export const data = (block, reader) => reader.day(block);\n",
    },
    /^\/: page: reader\.day is not a function \(blocks\/page\/page\.data\.ts:1:\d+\)$/,
  ],
])("a data file that fails %s", async (_, files: Record<string, string>, message) => {
  const found = await failure(files);
  site.write(Object.fromEntries(Object.keys(files).map((file) => [file, "export const data = () => 1;\n"])));
  expect([found.code, found.message]).toEqual(["RENDER_FAILED", expect.stringMatching(message)]);
});

test("the line is named too if the state folder's path has brackets", async () => {
  const text = "export const data = (block, reader) => reader.day(block);\n";
  const found = await failure({ [DATA]: text }, { stateDir: join(site.dir, "Zustand (2)") });
  site.write({ [DATA]: "export const data = () => 1;\n" });
  expect(found.message).toMatch(/ \(blocks\/hero\/hero\.data\.ts:1:\d+\)$/);
});

test.each([
  [
    "a schema that throws",
    {
      "blocks/hero/hero.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
import { sizes } from "./sizes.ts";
export const schema = defineBlock({ fields: { headline: text({ description: sizes.large.name }) } });\n`,
      "blocks/hero/sizes.ts": "export const sizes = {};\n",
    },
    /^The site's code failed while it was loaded: Cannot read properties of undefined \(reading 'name'\) \(blocks\/hero\/hero\.schema\.ts:3:\d+\)$/,
  ],
  [
    "a definition that throws",
    { "site.ts": `const texts = {};\n${SITE.replace('"en"', "texts.en.code")}\n` },
    /^The site's code failed while it was loaded: Cannot read properties of undefined \(reading 'code'\) \(site\.ts:2:\d+\)$/,
  ],
  [
    "a field that is undefined",
    {
      "blocks/hero/hero.schema.ts": `import { defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { headline: {}.headline } });\n`,
    },
    /blocks\/hero\/hero\.schema\.ts: the field "headline" is undefined\. .* import each other/,
  ],
])("%s is an invalid configuration that names its place", async (_, files: Record<string, string>, message) => {
  const found = await failure(files);
  site.write({ "site.ts": SITE, "blocks/hero/hero.schema.ts": HERO_SCHEMA });
  expect([found.code, found.message]).toEqual(["CONFIG_INVALID", expect.stringMatching(message)]);
});

test("among the blocks, a link to nothing or to itself is nothing; one to a folder around it is refused", async () => {
  const link = (name: string) => join(site.dir, "blocks", name);
  for (const name of ["none", "loop", "hero/loop.schema.ts"])
    symlinkSync(basename(name.replace("none", "x")), link(name));
  expect(await failure({})).toEqual({ code: "", message: "", hint: "" });
  for (const target of [".", ".."]) {
    symlinkSync(target, link("hero/up"));
    const { code, message } = await failure({});
    expect([code, message]).toEqual(["CONFIG_INVALID", `${link("hero/up")} is a link to a folder around it.`]);
    rmSync(link("hero/up"));
  }
  for (const name of ["none", "loop", "hero/loop.schema.ts"]) rmSync(link(name));
});
