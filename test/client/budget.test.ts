/** What a browser has to load, compared with the budgets, from the bundler's metafile. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { bundleClient, type ClientBundle } from "../../src/bundle/bundle-client.ts";
import type { Payload } from "../../src/site/api/payload.ts";
import { PLAIN_BUNDLER } from "../helpers/plain-bundler.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { sampleSource } from "../helpers/sample-source.ts";

const KB = 1024;
const BLOCK = /^src\/blocks\/([A-Z]\w*)\/\1\.tsx$/;

let bundle: ClientBundle;

beforeAll(async () => {
  // Here and not in a test: it takes longer than one may.
  await sampleSite();
  bundle = await bundleClient({
    packageRoot: resolve(import.meta.dirname, "../.."),
    bundler: PLAIN_BUNDLER,
    minify: true,
    site: await sampleSource(),
  });
});

const short = (path: string) => path.replace(/^.*?_assets\//, "_assets/");
const outputs = () => new Map(Object.entries(bundle.metafile.outputs).map(([path, output]) => [short(path), output]));

function gzipSize(path: string): number {
  const file = bundle.files.find((candidate) => candidate.path === path);
  if (!file) throw new Error(`${path} is not in the bundle`);
  return gzipSync(file.bytes, { level: 9 }).length;
}

/** A file and what it loads without asking again. */
function closure(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const item of outputs().get(path)?.imports ?? []) {
    if (item.kind === "import-statement") closure(short(item.path), seen);
  }
  return seen;
}

const sum = (paths: Iterable<string>) => [...new Set(paths)].reduce((total, path) => total + gzipSize(path), 0);
const inputsOf = (path: string) => Object.keys(outputs().get(path)?.inputs ?? {});

/** Output files that hold an input whose path fits. */
function holders(input: RegExp): string[] {
  return [...outputs()]
    .filter(([, { inputs }]) => Object.keys(inputs).some((name) => input.test(name)))
    .map(([path]) => path);
}

/** What the page's own markup names. */
async function pageScripts(page: string): Promise<string[]> {
  const html = readFileSync(join(await sampleSite(), page), "utf8");
  const chunks = /data-chunks="([^"]*)"/.exec(html)?.[1] ?? "";
  return chunks
    .split(" ")
    .filter(Boolean)
    .map((address) => address.slice(1).replace(/#.*/, ""));
}

describe("budgets, gzip", () => {
  test("the boot script is one file of at most 3 KB", () => {
    expect(closure(bundle.boot).size).toBe(1);
    expect(gzipSize(bundle.boot)).toBeLessThanOrEqual(3 * KB);
  });

  // 0.3 KB of it put late blocks into their places, which takes 0.75 KB out of each page; 0.2 KB lay a page out in parts,
  // and 0.15 KB keep a page whole whose markup a translator or an extension has changed.
  // 0.25 KB repeat keys that only React can handle and find the fields that the browser has restored.
  // 0.1 KB listen for the focus of a form: only sites that have one do, and no longer after hydration.
  // 0.1 KB request stylesheets again that were lost: without them no page is whole.
  test("home hydrates with at most 89.8 KB of script", async () => {
    const chunks = await pageScripts("index.html");
    expect(chunks.length).toBeGreaterThan(0);
    expect(sum([bundle.boot, ...closure(bundle.app), ...chunks])).toBeLessThanOrEqual(89.8 * KB);
  });

  test.each([/\/sound-engine\.ts$/, /\/lamp\.ts$/])("the engine %s is a chunk of its own of at most 12 KB", (input) => {
    const files = holders(input);
    expect(files).toHaveLength(1);
    expect(gzipSize(files[0] ?? "")).toBeLessThanOrEqual(12 * KB);
    expect(inputsOf(files[0] ?? "").filter((name) => BLOCK.test(name))).toEqual([]);
  });

  test("the cache utility is one small file", () => {
    expect(closure(bundle.flush).size).toBe(1);
    expect(gzipSize(bundle.flush)).toBeLessThanOrEqual(2 * KB);
  });
});

describe("what loads when", () => {
  test("no block sits in the app or in what every page loads", () => {
    const always = [...closure(bundle.app)].flatMap(inputsOf);
    expect(always.filter((input) => BLOCK.test(input))).toEqual([]);
  });

  test("every block has a chunk of its own", () => {
    for (const [name, files] of bundle.chunks) {
      if (name === "app") continue;
      const blocks = files.flatMap(inputsOf).filter((input) => BLOCK.test(input));
      // A page without a story has a component that is no block.
      expect(blocks, name).toEqual(name.startsWith("route:") ? [] : [`src/blocks/${name}/${name}.tsx`]);
    }
  });

  test("a page asks for no block that it does not use", async () => {
    // The document carries only what hydration needs; the payload beside it names every block of the page.
    const file = readFileSync(join(await sampleSite(), "_payload.json"), "utf8");
    const used = (JSON.parse(file) as Payload).blocks;
    expect(used.length).toBeGreaterThan(0);
    const blocks = (await pageScripts("index.html")).flatMap(inputsOf).flatMap((input) => BLOCK.exec(input)?.[1] ?? []);
    expect(blocks.filter((name) => !used.includes(name))).toEqual([]);
  });

  test.each([
    ["gsap", /node_modules\/gsap\//],
    ["lottie-web", /node_modules\/lottie-web\//],
    ["the consent library", /node_modules\/vanilla-cookieconsent\//],
    ["the preview", /^src\/client\/preview\//],
  ])("%s is in chunks of its own", (_, pattern) => {
    const files = holders(pattern);
    expect(files.length).toBeGreaterThan(0);
    const eager = closure(bundle.app);
    expect(files.filter((path) => eager.has(path) || path === bundle.boot)).toEqual([]);
    const others = [
      /node_modules\/gsap\//,
      /node_modules\/lottie-web\//,
      /node_modules\/vanilla-cookieconsent\//,
      BLOCK,
    ];
    const mixed = files
      .flatMap(inputsOf)
      .filter((input) => others.some((other) => other.source !== pattern.source && other.test(input)));
    expect(mixed).toEqual([]);
  });

  test("only browser code gets into the browser", () => {
    const allowed =
      /^(src\/client\/|src\/parts\/|src\/blocks\/|src\/kit\/|src\/util\/is-url\.ts|src\/content\/(?:rules\/|page\/page-tags\.ts)|src\/site\/(?:forms\/[\w-]+|filled|languages)\.ts|src\/redirects\/pattern\.ts|common:|lazy-css:|sitegen:)/;
    const strange = [...visitorInputs()].filter((input) => !allowed.test(input) || /\.(schema|data)\.ts$/.test(input));
    expect(strange.filter((input) => !PACKAGES.test(input))).toEqual([]);
  });

  test("the preview, which resolves content in the editor's browser, has no Node code either", () => {
    const all = Object.keys(bundle.metafile.inputs).filter((input) => input.startsWith("node_modules/"));
    expect(all.filter((input) => !PACKAGES.test(input))).toEqual([]);
  });
});

const PACKAGES = /^node_modules\/(react|react-dom|scheduler|gsap|lottie-web|vanilla-cookieconsent|marked)\//;

/** Inputs of every script that can be loaded outside the visual editor. */
function visitorInputs(): Set<string> {
  const preview = holders(/^src\/client\/preview\/(?:preview|start)\.ts$/);
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path) || preview.includes(path) || !path.endsWith(".js")) return;
    seen.add(path);
    for (const item of outputs().get(path)?.imports ?? []) visit(short(item.path));
  };
  for (const entry of [bundle.boot, bundle.app, bundle.flush]) visit(entry);
  return new Set([...seen].flatMap(inputsOf));
}
