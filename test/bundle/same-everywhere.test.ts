/**
 * The same code and content give the same files wherever the folders are: in a checkout, below a path with a space,
 * through a symbolic link, and installed in node_modules with its dependencies beside it.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { bundleClient } from "../../src/bundle/bundle-client.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE, shareOf } from "../helpers/exhaustive.ts";
import { PLAIN_BUNDLER } from "../helpers/plain-bundler.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { sampleSource } from "../helpers/sample-source.ts";

const PACKAGE = ["bin", "cli", "dist", "scripts", "src", "templates", "package.json", "sitegen.config.ts"];
/** What the browser's code is made from; copied, because a link would be followed back to the repository. */
const BROWSER = ["react", "react-dom", "scheduler", "gsap", "lottie-web", "vanilla-cookieconsent"];

const folder = temporaryFolder();
const dir = realpathSync(folder.dir);
const roots = {
  checkout: ROOT,
  spaced: join(dir, "with a space", "sitegen"),
  linked: join(dir, "link"),
  installed: join(dir, "site", "node_modules", "sitegen"),
};
/** The checkout and one of the others; in the exhaustive run all. */
const beside = (other: keyof typeof roots) =>
  Object.entries(roots).filter(([name]) => IS_EXHAUSTIVE || name === "checkout" || name === other);

beforeAll(() => {
  for (const root of [roots.spaced, roots.installed]) {
    mkdirSync(root, { recursive: true });
    for (const name of PACKAGE)
      cpSync(join(ROOT, name), join(root, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(roots.spaced, "node_modules"));
  symlinkSync(roots.spaced, roots.linked);
  const beside = join(dir, "site", "node_modules");
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    const from = join(ROOT, "node_modules", name);
    if (BROWSER.includes(name)) cpSync(from, join(beside, name), { recursive: true });
    else if (!existsSync(join(beside, name))) symlinkSync(from, join(beside, name));
  }
});

afterAll(() => folder.remove());

test.each(shareOf(["", "blocks of the site/elsewhere/deeper"], 1))(
  "the browser's code has the same names and bytes in every folder (own blocks: %j)",
  async (place) => {
    const found = new Map<string, Record<string, string>>();
    for (const [name, root] of beside("linked")) {
      const definition =
        place === ""
          ? join(root, "src/blocks/site.ts")
          : writeSite(join(dir, name === "checkout" ? "x" : `sites/${name}`), place);
      const source = await sampleSource(definition);
      // The parts that come with the package are those of the program that runs, which is the checkout's here.
      const inRoot = (path: string) => path.replace(`${ROOT}/src/parts/`, `${realpathSync(root)}/src/parts/`);
      const parts = source.parts.map(({ effect, styles }) => ({
        effect: inRoot(effect),
        styles: styles === null ? null : inRoot(styles),
      }));
      const site = { ...source, parts };
      const { files, hash } = await bundleClient({ packageRoot: root, bundler: PLAIN_BUNDLER, minify: true, site });
      const text = files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("latin1")] as const);
      for (const [, code] of text) expect(code).not.toContain(dir);
      const helpers = files.filter(({ path }) => /\/helper-\w+\.js$/.test(path));
      expect(helpers).toHaveLength(place === "" ? 0 : 2);
      found.set(name, { hash, ...Object.fromEntries(text) });
    }
    const [first, ...others] = [...found.values()];
    for (const other of others) expect(Object.keys(other)).toEqual(Object.keys(first ?? {}));
    for (const other of others) expect(other).toEqual(first);
  },
);

/** Where the package is for a site in `apps/web`: beside it in a workspace, in its own folder, behind pnpm's links. */
const INSTALLED = {
  workspace: "node_modules/sitegen-storyblok",
  npm: "apps/web/node_modules/sitegen-storyblok",
  pnpm: "apps/web/node_modules/.pnpm/sitegen-storyblok@0.1.0/node_modules/sitegen-storyblok",
};

test("a site is the same, wherever a package manager puts sitegen", async () => {
  const space = { dir: join(ROOT, "test/fixtures/spaces/minimal"), rateLimit: false as const };
  const service = await startSpaceService({ ...space, watch: false, quiet: true });
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const built: Record<string, string>[] = [];
  for (const [name, place] of Object.entries(INSTALLED)) {
    const root = join(dir, "managers", name, place);
    const site = join(dir, "managers", name, "apps/web");
    for (const part of PACKAGE)
      cpSync(join(ROOT, part), join(root, part), { recursive: true, preserveTimestamps: true });
    for (const other of readdirSync(join(ROOT, "node_modules")))
      symlinkSync(join(ROOT, "node_modules", other), join(root, "..", other));
    const link = join(site, "node_modules/sitegen-storyblok");
    if (name === "pnpm") symlinkSync(root, link);
    writeSite(site, "blocks");
    // pnpm has a version in its folders' names, so that they sort otherwise.
    for (const own of ["ui", "ui2"]) {
      const package_ = join(root, "../..", name === "pnpm" ? `../${own}@1.0.0/node_modules` : "node_modules", own);
      mkdirSync(package_, { recursive: true });
      writeFileSync(join(package_, "package.json"), JSON.stringify({ name: own, version: "1.0.0" }));
      writeFileSync(join(package_, "base.css"), `:root { --own: "${own}" }\n`);
      if (name === "pnpm") symlinkSync(package_, join(site, "node_modules", own));
      appendFileSync(join(site, "blocks/Left/Left.tsx"), `\nimport "${own}/base.css";\n`);
    }
    // A word that sitegen's own code has too, though as no class.
    appendFileSync(join(site, "blocks/Left/Left.css"), ".object { color: red }\n");
    const program = join(name === "pnpm" ? link : root, "bin/sitegen.mjs");
    writeFileSync(join(site, "sitegen.config.json"), "{}");
    const run = await runCli(["generate", "--quiet"], { cwd: site, env, program, bundling: true });
    expect(run).toMatchObject({ code: 0 });
    built.push(filesOf(join(site, "out")));
  }
  await service.close();
  expect(Object.keys(built[0] ?? {}).length).toBeGreaterThan(20);
  for (const other of built.slice(1)) expect(other).toEqual(built[0]);
});

exhaustiveOnly(() => {
  test("every file that code or style names is there", async () => {
    const { files } = await bundleClient({
      packageRoot: ROOT,
      bundler: PLAIN_BUNDLER,
      minify: true,
      site: await sampleSource(),
    });
    const there = new Set(files.map(({ path }) => path.replace(/^.*\//, "")));
    const named = files
      .filter(({ path }) => /\.(js|css)$/.test(path))
      .flatMap(({ bytes }) => [
        ...Buffer.from(bytes)
          .toString()
          .matchAll(/[\w.-]+-[0-9A-Z]{8}\.(?:js|css|woff2)\b/g),
      ]);
    expect(named.length).toBeGreaterThan(100);
    expect(named.map(([name]) => name).filter((name) => !there.has(name))).toEqual([]);
  });
});

exhaustiveOnly(() => {
  test("a whole site is the same, byte for byte", async () => {
    const service = await startSpaceService({
      dir: join(ROOT, "test/fixtures/spaces/minimal"),
      watch: false,
      quiet: true,
    });
    try {
      const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
      const built: Record<string, string>[] = [];
      for (const [name, root] of beside("installed")) {
        const site = join(dir, "built", `site ${name}`);
        mkdirSync(site, { recursive: true });
        writeSite(site, "blocks");
        writeFileSync(join(site, "sitegen.config.json"), '{ "hosts": ["serve", "nginx"] }');
        const run = await runCli(["generate", "--quiet"], { cwd: site, env, program: join(root, "bin/sitegen.mjs") });
        expect(run).toMatchObject({ code: 0 });
        built.push(filesOf(join(site, "out")));
      }
      expect(Object.keys(built[0] ?? {}).length).toBeGreaterThan(20);
      for (const other of built.slice(1)) expect(other).toEqual(built[0]);
    } finally {
      await service.close();
    }
  });
});

/** Two blocks whose helper files are equal, letter by letter, and lazily loaded: they stay two files. */
function writeSite(folder: string, place: string): string {
  const blocks = join(folder, place);
  for (const name of ["Left", "Right"]) {
    mkdirSync(join(blocks, name), { recursive: true });
    const field = 'import { block, text } from "sitegen/schema";\n';
    const schema = `block({ name: "${name}", kind: "section", hydrate: true, description: "A counter.", fields: { text: text() } })`;
    writeFileSync(join(blocks, name, `${name}.schema.ts`), `${field}export const schema = ${schema};\n`);
    writeFileSync(join(blocks, name, "helper.ts"), "let calls = 0;\nexport const count = () => ++calls;\n");
    const component = `() => <p onClick={async () => (await import("./helper.ts")).count()}>{${JSON.stringify(name)}}</p>`;
    writeFileSync(join(blocks, name, `${name}.tsx`), `export const ${name} = ${component};\n`);
    writeFileSync(join(blocks, name, `${name}.css`), `.${name} { color: red }\n`);
  }
  mkdirSync(join(blocks, "Page"), { recursive: true });
  const page = 'block({ name: "Page", kind: "page", description: "A page.", fields: { body: sections() } })';
  writeFileSync(
    join(blocks, "Page", "Page.schema.ts"),
    `import { block, sections } from "sitegen/schema";\nexport const schema = ${page};\n`,
  );
  writeFileSync(
    join(blocks, "Page", "Page.tsx"),
    'import { Blocks } from "sitegen/kit";\nexport const Page = (props) => <div><Blocks of={props.body} /></div>;\n',
  );
  const definition = `{ languages: [{ code: "en" }, { code: "de" }], pageTypes: { Page: {} }, blocks: "./${place}" }`;
  const file = join(folder, "site.ts");
  writeFileSync(file, `import { defineSite } from "sitegen";\nexport default defineSite(${definition});\n`);
  return file;
}
