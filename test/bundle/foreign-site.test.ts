/** A site with other names and stylesheets than the sample's, loaded for Node and bundled for the browser. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, describe, expect, test, vi } from "vitest";
import { bundleClient, type ClientBundle } from "../../src/bundle/bundle-client.ts";
import { openSite } from "../../src/generate/open-site.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { PLAIN_BUNDLER } from "../helpers/plain-bundler.ts";
import { ROOT } from "../helpers/run-cli.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const SITE = `import { defineSite } from "sitegen-storyblok";
import { Frame } from "./frame.tsx";
export default defineSite({ languages: [{ code: "en" }], pageTypes: { "hero-section": {} }, layout: { Layout: Frame, NotFound: () => "gone" } });`;

const FILES: Record<string, string> = {
  "site.ts": SITE,
  "frame.tsx": `import "swiper/styles";
export const secret = "only Node needs this";
export function Frame({ children }) { return <div className="frame">{children}</div>; }`,
  "blocks/hero-section/hero-section.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { headline: text() } });`,
  "blocks/hero-section/hero-section.tsx": `import styles from "./hero.module.css";
import other from "../feature 2/hero.module.css";
export default function Anything({ headline }) { return <h1 className={styles.title} data-other={other.title}>{headline}</h1>; }`,
  "blocks/hero-section/hero.module.css": ".title { color: rgb(1 2 3) }",
  "blocks/feature 2/hero.module.css": ".title { color: rgb(4 5 6) }",
  "blocks/feature 2/feature 2.schema.ts": `import { blocks, defineBlock } from "sitegen/schema";
export const schema = defineBlock({ name: "Feature 2", hydrate: true, fields: { items: blocks(["Feature 2"]) } });`,
  "blocks/feature 2/feature 2.tsx": `import { useState } from "react";
import { Blocks } from "sitegen-storyblok/kit";
export const Feature2 = ({ items }) => { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}<Blocks of={items} /></button>; };`,
  "blocks/feature 2/feature 2.css": ".feature { color: rgb(7 8 9) }",
  "node_modules/swiper/package.json": '{ "name": "swiper", "exports": { "./styles": "./dist/swiper.css" } }',
  "node_modules/swiper/dist/swiper.css": ".swiper { color: rgb(10 11 12) }",
};

function write(name: string, files: Record<string, string>): string {
  const dir = join(folder.dir, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

const site = { platformName: "", base: "/" };
const open = (dir: string, stateDir: string | null = null) =>
  openSite({ root: dir, file: join(dir, "sitegen.config.ts"), definition: undefined, site }, stateDir);

const textOf = ({ files }: ClientBundle, path: string) =>
  Buffer.from(files.find((file) => file.path === path)?.bytes ?? "").toString();

test("blocks go by any name and any way of exporting; stylesheets have what code imports, packages' on every page", async () => {
  const opened = await open(write("whole", FILES));
  const { components, interactive, catalogue } = await opened.load();
  expect(Object.keys(components).sort()).toEqual(["Feature 2", "hero-section"]);
  expect(interactive).toEqual({ "Feature 2": [] });
  expect(catalogue.schema("hero-section")?.name).toBe("hero-section");
  const html = renderToString(
    createElement(components["hero-section"] as ComponentType<object>, { headline: "Hi" } as object),
  );
  const [, title = "", other = ""] = /class="([\w-]+)" data-other="([\w-]+)"/.exec(html) ?? [];
  expect([title.length > 5, title === other]).toEqual([true, false]);

  const bundle = await bundleClient({
    packageRoot: ROOT,
    bundler: PLAIN_BUNDLER,
    minify: true,
    site: await opened.client(),
  });
  const css = textOf(bundle, bundle.css);
  expect(css).toBe(".swiper{color:#0a0b0c}\n");
  const needs = (block: string) => (bundle.sheets.uses[block] ?? []).map((place) => bundle.sheets.units[place]?.trim());
  expect(needs("hero-section").sort()).toEqual([`.${title}{color:#010203}`, `.${other}{color:#040506}`].sort());
  expect(needs("Feature 2")).toEqual([".feature{color:#070809}"]);
  for (const unit of bundle.sheets.units) expect(textOf(bundle, bundle.sheets.whole)).toContain(unit);
  expect([...bundle.chunks.keys()].sort()).toEqual(["Feature 2", "app", "hero-section"]);
  // Nothing of the sample is in another site.
  expect(css).not.toMatch(/\.(header|footer|contact-overlay|hero-text)\b/);
  expect(bundle.files.filter(({ path }) => /HeroText|Insights|woff2/.test(path))).toEqual([]);
});

test("what was bundled is kept until a file of the site changes, is added or removed", async () => {
  const dir = write("kept", FILES);
  const state = join(dir, ".sitegen");
  const first = await open(dir, state);
  expect((await open(dir, state)).hash).toBe(first.hash);
  write("kept", { "blocks/teaser/teaser.schema.ts": FILES["blocks/hero-section/hero-section.schema.ts"] ?? "" });
  write("kept", { "blocks/teaser/teaser.tsx": "export const Teaser = () => null;" });
  const more = await (await open(dir, state)).load();
  expect(Object.keys(more.components)).toContain("teaser");
  rmSync(join(dir, "blocks/teaser"), { recursive: true });
  expect((await open(dir, state)).hash).toBe(first.hash);
  write("kept", { "blocks/hero-section/hero.module.css": ".title { color: red } .more { color: red }" });
  expect((await open(dir, state)).hash).not.toBe(first.hash);
});

describe("what is wrong is said with its file", () => {
  const schema = FILES["blocks/hero-section/hero-section.schema.ts"] ?? "";
  test.each([
    ["no component", { "blocks/a/a.schema.ts": schema }, "a.tsx is missing"],
    [
      "no export",
      { "blocks/a/a.schema.ts": schema, "blocks/a/a.tsx": "export const x = 1;" },
      "export a function named A",
    ],
    ["no schema", { "blocks/a/a.schema.ts": "export const x = 1;" }, "exports no schema"],
    [
      "two of one name",
      {
        "blocks/a/a.schema.ts": schema.replace("{ fields", '{ name: "hero-section", fields'),
        "blocks/a/a.tsx": "export const A = () => null;",
      },
      'Two blocks are called "hero-section"',
    ],
    [
      "Sass without sass",
      {
        "blocks/hero-section/x.module.scss": ".a { .b { color: red } }",
        "frame.tsx": 'import "./blocks/hero-section/x.module.scss"; export const Frame = () => null;',
      },
      "npm install --save-dev sass",
    ],
    ["a broken file", { "frame.tsx": "export const Frame = () => <div>;" }, "frame.tsx:1"],
    [
      "a folder that is not there",
      { "site.ts": SITE.replace("pageTypes", 'blocks: "./nowhere", pageTypes') },
      "nowhere, which does not exist",
    ],
  ])("%s", async (name, changed: Record<string, string>, words) => {
    const dir = write(`wrong ${name}`, { ...FILES, ...changed });
    const fault: unknown = await open(dir)
      .then((opened) => opened.load())
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SitegenError);
    expect((fault as SitegenError).message).toContain(words);
  });

  test("no definition", async () => {
    await expect(open(write("bare", { "x.ts": "" }))).rejects.toThrow("site.ts is missing");
  });
});

test("Sass is compiled where the site has it", async () => {
  const dir = write("sass", {
    ...FILES,
    "blocks/hero-section/hero-section.scss": "$c: rgb(21 22 23); .a { .b { color: $c } }",
  });
  symlinkSync(join(ROOT, "node_modules/sass"), join(dir, "node_modules/sass"));
  const bundle = await bundleClient({
    packageRoot: ROOT,
    bundler: PLAIN_BUNDLER,
    minify: true,
    site: await (await open(dir)).client(),
  });
  expect(textOf(bundle, bundle.sheets.whole)).toContain(".a .b{color:#151617}");
});

test("what Sass has to say is said once", async () => {
  const dir = write("sass-warnings", {
    ...FILES,
    "blocks/hero-section/part.module.scss": "@warn 'Mind the gap'; .a { color: rgb(21 22 23) }",
    "blocks/hero-section/hero-section.tsx": `import "./part.module.scss";\nexport const HeroSection = () => null;`,
  });
  symlinkSync(join(ROOT, "node_modules/sass"), join(dir, "node_modules/sass"));
  const said: string[] = [];
  const hear = (...parts: unknown[]) => said.push(parts.join(" ")) > 0;
  const spies = [
    vi.spyOn(console, "warn").mockImplementation(hear),
    vi.spyOn(console, "error").mockImplementation(hear),
    vi.spyOn(process.stderr, "write").mockImplementation(hear),
  ];
  try {
    const client = await (await open(dir)).client();
    await bundleClient({ packageRoot: ROOT, bundler: PLAIN_BUNDLER, minify: true, site: client });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  expect(said.filter((line) => line.includes("Mind the gap"))).toHaveLength(1);
});

test("a page loads of the kit what its blocks import of it, not all of it", async () => {
  const files = {
    ...FILES,
    "blocks/prose/prose.schema.ts": `import { defineBlock, richtext } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: { text: richtext() } });`,
    "blocks/prose/prose.tsx": `import {
  editable as mark, RichText,
} from "sitegen-storyblok/kit";
export const Prose = (props) => <div {...mark(props)}><RichText doc={props.text} /></div>;`,
  };
  const opened = await open(write("parts", files));
  const { chunks, files: made } = await bundleClient({
    packageRoot: ROOT,
    bundler: PLAIN_BUNDLER,
    minify: true,
    site: await opened.client(),
  });
  const bundle = new Map(made.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
  /** The text of a chunk and of all that it imports at once. */
  const loadedWith = (path: string, seen = new Set<string>()): string => {
    if (seen.has(path)) return "";
    seen.add(path);
    const text = bundle.get(path) ?? "";
    const imported = [...text.matchAll(/(?:from|import)"(\.\/[^"]+)"/g)].map(([, to = ""]) => join(dirname(path), to));
    return text + imported.map((to) => loadedWith(to, seen)).join("");
  };
  const has = (name: string) =>
    [chunks.get(name)].flat().some((path) => loadedWith(path ?? "").includes("rich-text__"));
  expect(["prose", "Feature 2", "hero-section", "app"].map((name) => [name, has(name)])).toEqual([
    ["prose", true],
    ["Feature 2", false],
    ["hero-section", false],
    ["app", false],
  ]);
});
