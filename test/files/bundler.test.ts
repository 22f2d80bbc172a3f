/** What the configuration gives the bundler: for Node's code and the browser's, as an input of what is kept between builds. */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const SITE = `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, styles: "./site.css" };`;
const CONFIG = `import { defineConfig } from "sitegen-storyblok";
import { poems } from "./plugins/poems.ts";
export default defineConfig({
  bundler: {
    loader: { ".model": "file", ".tsv": "text" },
    define: { EDITION: JSON.stringify("first") },
    alias: { "@parts": "./parts" },
    plugins: [poems()],
  },
});
`;
const PLUGIN = `import { readFileSync } from "node:fs";
export const poems = () => ({
  name: "poems",
  setup(build) {
    build.onLoad({ filter: /\\.poem$/ }, ({ path }) => {
      const lines = readFileSync(path, "utf8").trim().split("\\n");
      if (lines.includes("?")) throw new Error("A line is missing.");
      return { contents: "export default " + JSON.stringify(lines.join(" / ")), loader: "js" };
    });
  },
});
`;

const HERO = `import { name } from "@parts/name.ts";
import label from "label";
import model from "./wheel.model";
import poem from "./rose.poem";
import rows from "./rows.tsv";
export default function Hero({ headline }) {
  return <h1 data-model={model} data-rows={rows} onClick={() => undefined}>{headline} {EDITION} {name}{typeof label === "string" ? label : " object"} {poem}</h1>;
}`;
const PATHS = '{ "compilerOptions": { "paths": { "@end": ["./parts/one.ts"] } } }';

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite({
    "site.ts": SITE,
    "site.css": 'h1 { background: url("@parts/tile.svg") }',
    "sitegen.config.ts": CONFIG,
    "plugins/poems.ts": PLUGIN,
    "tsconfig.json": PATHS,
    "parts/tile.svg": "<svg/>",
    "parts/name.ts": 'import { end } from "@end";\nexport const name = "Part" + end;',
    "parts/one.ts": 'export const end = "";',
    "parts/other.ts": 'export const end = "s";',
    "node_modules/label/package.json": "{}",
    "node_modules/label/index.js": "exports.__esModule = true; exports.default = '';",
    "blocks/hero/hero.schema.ts":
      'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ hydrate: true, fields: { headline: text() } });\n',
    "blocks/hero/hero.tsx": HERO,
    "blocks/hero/wheel.model": "solid",
    "blocks/hero/rose.poem": "Roses\nViolets\n",
    "blocks/hero/rows.tsv": "a\tb",
  });
  symlinkSync(join(ROOT, "node_modules/postcss"), join(site.dir, "node_modules/postcss"));
});
afterAll(() => site.close());

const build = (overrides = {}) => site.build({ file: "sitegen.config.ts", overrides });
const page = () => site.read("index.html").replaceAll("<!-- -->", "");
const scripts = () =>
  fg
    .sync("_assets/chunks/hero-*.js", { cwd: site.out })
    .map((path) => site.read(path))
    .join("\n");

test("loader, define, alias and plugins are for pages, scripts and stylesheets alike", async () => {
  await build();
  const [model = ""] = fg.sync("_assets/files/wheel-*.model", { cwd: site.out });
  expect(page()).toContain(`<h1 data-model="/${model}" data-rows="a\tb">Home first Part Roses / Violets</h1>`);
  for (const text of ["Roses / Violets", '"first"', `"/${model}"`]) expect(scripts()).toContain(text);
  const css = fg.sync("_assets/site-*.css", { cwd: site.out }).map((path) => site.read(path));
  expect(css.join("")).toMatch(/url\(\/_assets\/files\/tile-\w+\.svg\)/);
  expect((await build()).report.pages.written).toBe(0);
});

test("JSX in .js where the configuration says so, and .mts, are read in files that use the kit too", async () => {
  const own = `loader: { ".js": "jsx",`;
  site.write({
    "sitegen.config.ts": CONFIG.replace("loader: {", own),
    "blocks/hero/mark.js":
      'import { slugify } from "sitegen-storyblok/kit";\nexport const Mark = () => <i>{slugify("A B")}</i>;',
    "blocks/hero/tail.mts":
      'import { slugify } from "sitegen-storyblok/kit";\nexport const tail: string = slugify("C D");',
    "blocks/hero/hero.tsx": `import { Mark } from "./mark.js";
import { tail } from "./tail.mts";
export default function Hero() {
  return <h1 onClick={() => undefined}><Mark />{tail}</h1>;
}`,
  });
  await build();
  expect(page()).toContain("<h1><i>a-b</i>c-d</h1>");
});

describe("once the first site is built", () => {
  const FIRST = {
    "sitegen.config.ts": CONFIG,
    "plugins/poems.ts": PLUGIN,
    "blocks/hero/hero.tsx": HERO,
    "blocks/hero/rose.poem": "Roses\nViolets\n",
    "package.json": "{}",
    "tsconfig.json": PATHS,
  };
  beforeAll(async () => {
    site.write(FIRST);
    await build();
  });

  test.each([
    [
      "fails for a file",
      { "blocks/hero/rose.poem": "?\n" },
      /^blocks\/hero\/hero\.tsx:4:18: The plugin "poems" failed: A line is missing\.$/,
    ],
    [
      "fails for a block",
      {
        "plugins/poems.ts": PLUGIN.replace(
          "build.onLoad(",
          'build.onLoad({ filter: /hero\\.tsx$/ }, () => { throw new Error("Not today."); });\n    build.onLoad(',
        ),
      },
      /^blocks\/hero\/hero\.tsx:1:1: The plugin "poems" failed: Not today\.$/,
    ],
    [
      "fails at once",
      { "plugins/poems.ts": PLUGIN.replace("build.onLoad(", 'throw new Error("No licence."); build.onLoad(') },
      /^The plugin "poems" failed: No licence\.$/,
    ],
  ])("a plugin that %s is named, and the last good site stays", async (_, files: Record<string, string>, message) => {
    const before = filesOf(site.out);
    site.write(files);
    const error = (await build().catch((thrown: unknown) => thrown)) as { code: string; message: string; hint: string };
    site.write(FIRST);
    expect(error).toMatchObject({ code: "BUNDLE_FAILED", message: expect.stringMatching(message) });
    expect(error.hint).toBe("The plugin is one of `bundler.plugins` in the configuration. Nothing was published.");
    expect(filesOf(site.out)).toEqual(before);
  });

  test("each change is a change of the site, and what is built equals a clean build", async () => {
    const changes: [what: string, files: Record<string, string>, text: string][] = [
      ["a define", { "sitegen.config.ts": CONFIG.replace("first", "second") }, "Home second Part Roses / Violets"],
      ["a plugin's own file", { "plugins/poems.ts": PLUGIN.replace('" / "', '" + "') }, "Roses + Violets"],
      ["what a plugin reads", { "blocks/hero/rose.poem": "Tulips\n" }, "Tulips</h1>"],
      ["how packages are imported", { "package.json": '{"type": "module"}' }, "Home second Part object Tulips"],
      ["the paths of TypeScript", { "tsconfig.json": PATHS.replace("one", "other") }, "Home second Parts"],
    ];
    for (const [what, files, text] of changes) {
      site.write(files);
      const { report } = await build();
      expect([what, report.pages.written, page().includes(text)]).toEqual([what, 1, true]);
      const [out, stateDir] = [join(site.dir, `clean-${text.length}`), join(site.dir, `state-${text.length}`)];
      expect([what, (await build({ out, stateDir })).report.buildId]).toEqual([what, report.buildId]);
    }
    site.write(FIRST);
  });
});

test.each([
  [`{ plugins: ["poems"] }`, /"bundler\.plugins\.0" must be an esbuild plugin: an object with `name` and `setup`/],
  [`{ define: { "import.meta.env.PUBLIC_X": "1" } }`, /another name than those that sitegen defines/],
  [`{ loader: { glb: "file" } }`, /a file extension such as \.glb/],
  [`{ loader: { ".glb": "files" } }`, /"bundler\.loader\.\.glb" must be one of "base64"/],
])("a wrong setting is named: %s", async (bundler, message) => {
  site.write({ "sitegen.config.ts": `export default { bundler: ${bundler} };` });
  await expect(build()).rejects.toThrow(message);
});

test("PostCSS is used where it is configured beside the site, and its configuration is an input", async () => {
  site.write({
    "sitegen.config.ts": "export default {};",
    "blocks/hero/hero.tsx":
      'import names from "./hero.module.css";\nexport default ({ headline }) => <h1 className={names.wide}>{headline}</h1>;',
    "blocks/hero/hero.module.css": ".wide { tint: 1 }",
    "blocks/hero/hero.css": "h1 { tint: 2 }",
    "site.css": '@import "./more.css"; body { tint: 3 }',
    "more.css": "html { tint: 4 }",
    "postcss.config.mjs": postcssConfig("color"),
  });
  const colours = (name: string) => {
    const css = fg.sync("_assets/*.css", { cwd: site.out }).map((path) => site.read(path));
    return [...new Set([...css.join("").matchAll(new RegExp(`[{;]${name}: ?(\\d)`, "g"))].map(([, n]) => n))].sort();
  };
  await build({ full: true });
  expect(colours("--color")).toEqual(["1", "2", "3", "4"]);
  expect(page()).toMatch(/<h1 class="hero_\w+_wide">/);
  site.write({ "postcss.config.mjs": postcssConfig("other") });
  await build();
  expect(colours("--other")).toEqual(["1", "2", "3", "4"]);
  site.write({ "blocks/hero/hero.css": "h1 { fail: 2 }" });
  await expect(build()).rejects.toThrow(/^blocks\/hero\/hero\.css:1:6: tint: This cannot be\.$/);
  site.write({
    "blocks/hero/hero.css": "h1 { tint: 2 }",
    "postcss.config.mjs": 'export default { plugins: { "not-there": {} } };',
  });
  await expect(build()).rejects.toThrow(
    /postcss\.config\.mjs needs not-there, which is not installed. Run `npm install --save-dev not-there`/,
  );
});

test("a plugin that remembers what it made of a text is asked anew, as in another process", async () => {
  site.write({
    "sitegen.config.ts": "export default {};",
    "site.css": "b { color: var(--x) }",
    "tint.txt": "1",
    "node_modules/remembering/package.json": '{ "name": "remembering", "type": "module", "exports": "./index.js" }',
    "node_modules/remembering/index.js": `import { readFileSync } from "node:fs";
const known = { text: "", value: "" };
export default ({ file }) => ({
  postcssPlugin: "remembering",
  Once(root, { result, Declaration }) {
    if (known.text !== root.source.input.css) Object.assign(known, { text: root.source.input.css, value: readFileSync(file, "utf8") });
    result.messages.push({ type: "dependency", plugin: "remembering", file });
    root.first?.append?.(new Declaration({ prop: "--tint", value: known.value }));
  },
});`,
    "postcss.config.json": JSON.stringify({ plugins: { remembering: { file: join(site.dir, "tint.txt") } } }),
    "blocks/hero/hero.tsx": "export default ({ headline }) => <h1>{headline}</h1>;",
  });
  rmSync(join(site.dir, "postcss.config.mjs"), { force: true });
  rmSync(join(site.dir, "blocks/hero/hero.css"), { force: true });
  const tint = async () => {
    await build();
    const [path = ""] = /_assets\/site-\w+\.css/.exec(page()) ?? [];
    return /--tint: ?(\d)/.exec(site.read(path))?.[1];
  };
  expect(await tint()).toBe("1");
  site.write({ "tint.txt": "2" });
  expect(await tint()).toBe("2");
});

test("a package of another version is an input, though a plugin is not named by its files", async () => {
  const width =
    'export default () => ({ postcssPlugin: "width", Declaration(one) { if (one.prop === "--w") one.value = read(); } });';
  site.write({
    "site.css": "b { --w: 0 }",
    "postcss.config.json": JSON.stringify({ plugins: { width: {} } }),
    "node_modules/width/package.json": '{ "name": "width", "type": "module", "exports": "./index.js" }',
    "node_modules/width/index.js": `import { readFileSync } from "node:fs";
const read = () => readFileSync(new URL("./width.txt", import.meta.url), "utf8");
${width}`,
  });
  const widthOf = async (version: string) => {
    site.write({ "node_modules/width/width.txt": version, "node_modules/.package-lock.json": `"width": "${version}"` });
    await build();
    const [path = ""] = /_assets\/site-\w+\.css/.exec(page()) ?? [];
    return /--w: ?(\d)/.exec(site.read(path))?.[1];
  };
  expect(await widthOf("1")).toBe("1");
  expect(await widthOf("2")).toBe("2");
});

/** A plugin that renames a property. */
function postcssConfig(name: string): string {
  return `export default () => ({ plugins: [{
    postcssPlugin: "tint",
    Declaration(declaration) {
      if (declaration.prop === "fail") throw declaration.error("This cannot be.", { plugin: "tint" });
      if (declaration.prop === "tint") declaration.prop = "--${name}";
    },
  }] });`;
}
