/** The browser's code between two builds: kept while no input has changed, otherwise bundled again. */
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SILENT } from "../../src/problems/reporter.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const HERO = `import { label } from "../../words.ts";
export default function Hero({ headline }) { return <h1 className="hero">{label} {headline}</h1>; }`;
const FILES = {
  "site.ts": `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, styles: "./site.css" };`,
  "site.css": '@import "./colours.css";',
  "colours.css": "body { color: black }",
  "words.ts": `export const label = "Label";`,
  "blocks/hero/hero.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: { headline: text() } });`,
  "blocks/hero/hero.tsx": HERO,
};

let site: SmallSite;
let warned: string[] = [];
beforeAll(async () => {
  site = await openSmallSite(FILES);
});
afterAll(() => site.close());

/** What a whole build says of the browser's code. */
async function client(config: object = {}) {
  const lines: string[] = [];
  warned = [];
  const detail = (line: string) => lines.push(line);
  const reporter = { ...SILENT, detail, warn: (line: string) => warned.push(line) };
  await site.build({ config, overrides: { full: true, reporter } });
  return lines.find((line) => line.startsWith("Client: "));
}
const KEPT = "Client: kept from the last build";
const BUNDLED = "Client: bundled";

beforeEach(async () => {
  await client();
});

const CHANGES: [string, Record<string, string>][] = [
  ["a file that a component imports", { "words.ts": `export const label = "Other";` }],
  ["a component", { "blocks/hero/hero.tsx": HERO.replace("<h1", '<h1 id="hero"') }],
  ["a stylesheet that the entry stylesheet imports", { "colours.css": "body { color: blue }" }],
  ["a new stylesheet of a block", { "blocks/hero/hero.css": ".hero { color: red }" }],
  ["a new block", { "blocks/note/note.tsx": "export default function Note() { return <p>Note</p>; }" }],
];

test.each(shareOf(CHANGES, 0, 2))("%s", async (_, files) => {
  site.write(files);
  if ("blocks/note/note.tsx" in files)
    site.write({
      "blocks/note/note.schema.ts": `import { defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: {} });`,
    });
  expect(await client()).toBe(BUNDLED);
  expect(await client()).toBe(KEPT);
});

test("a file with other content of the same size and time, as an archive unpacks it", async () => {
  const at = join(site.dir, "colours.css");
  site.write({ "colours.css": "body { color: gold }" });
  utimesSync(at, 1, 1);
  expect(await client()).toBe(BUNDLED);
  site.write({ "colours.css": "body { color: teal }" });
  utimesSync(at, 1, 1);
  expect(await client()).toBe(BUNDLED);
});

test.each([
  ["words.ts", FILES["words.ts"].replace("Label", "Later"), "Later"],
  ["colours.css", "body { color: lime }", "#0f0"],
])("%s is saved once the bundler has read it: the next build has it", async (file, text, shown) => {
  const [path, next] = [join(site.dir, file), join(site.dir, "next")];
  const saving = `import { existsSync, renameSync } from "node:fs";
const setup = (build) => build.onEnd(({ metafile }) => {
  const hasRead = Object.keys(metafile.inputs).some((input) => input.endsWith(${JSON.stringify(file)}));
  if (hasRead && existsSync(${JSON.stringify(next)})) renameSync(${JSON.stringify(next)}, ${JSON.stringify(path)});
});
export default { hosts: ["serve"], bundler: { plugins: [{ name: "saving", setup }] } };`;
  site.write({ "saving.config.ts": saving, next: text });
  const build = () => site.build({ file: "saving.config.ts", overrides: { full: true, reporter: SILENT } });
  await build();
  expect(existsSync(next)).toBe(false);
  await build();
  const page = site.read("index.html");
  expect(page + site.read(/_assets\/site-\w+\.css/.exec(page)?.[0] ?? "")).toContain(shown);
});

test("another base, and the first one again", async () => {
  expect(await client()).toBe(KEPT);
  expect(await client({ site: { base: "/sub/" } })).toBe(BUNDLED);
  expect(await client()).toBe(BUNDLED);
});

test.each([
  ["is gone", (path: string) => rmSync(path), false],
  ["is damaged", (path: string) => writeFileSync(path, "Not what was written"), true],
])("a cache that %s", async (_, damage, isTold) => {
  damage(join(site.dir, "state/cache/client.json"));
  expect(await client()).toBe(BUNDLED);
  expect(warned.some((line) => line.includes("client.json"))).toBe(isTold);
});

test("a location in the code is found by the map, and a message does without it where the map is gone", async () => {
  site.write({
    "blocks/hero/hero.tsx": HERO.replace("return", 'if (headline) throw new Error("No headline");\n return'),
  });
  const failure = () => client().then(null, ({ message }: Error) => message);
  expect(await failure()).toMatch(/^\/: body\[0\] \(hero\): No headline \(blocks\/hero\/hero\.tsx:2:\d+\)$/);
  // Other code, whose map nothing has read yet.
  site.write({
    "blocks/hero/hero.tsx": HERO.replace("return", 'if (isHeroBroken) throw new Error("No headline");\n return'),
  });
  Object.assign(globalThis, { isHeroBroken: false });
  await client();
  const { default: fg } = await import("fast-glob");
  for (const map of fg.sync("state/cache/site-*.mjs.map", { cwd: site.dir, absolute: true })) rmSync(map);
  Object.assign(globalThis, { isHeroBroken: true });
  expect(await failure()).toBe("/: body[0] (hero): No headline");
  Reflect.deleteProperty(globalThis, "isHeroBroken");
  site.write({ "blocks/hero/hero.tsx": HERO });
});
