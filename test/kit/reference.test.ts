/** docs/kit-reference.md says what everything is, and its examples are right and render. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createElement, type FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import { API } from "typescript/unstable/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitReference } from "../../scripts/kit-reference.ts";
import { type Exported, kitExports } from "../../scripts/kit-types.ts";
import { payload, shared } from "../blocks/fixtures.ts";
import { ROOT } from "../helpers/run-cli.ts";

/** Inside the repository, where React is found. */
const folder = join(ROOT, ".cache", `kit-examples-${process.pid}`);
const KIT = "sitegen-storyblok/kit";
let exported: Exported[];
/** By the name of what they show. */
let examples: { name: string; code: string }[];

beforeAll(() => {
  exported = kitExports(ROOT);
  const page = kitReference(ROOT, "");
  examples = page.split(/^### /m).flatMap((section) => {
    const code = /^```tsx\n([\s\S]*?)^```/m.exec(section)?.[1];
    return code === undefined ? [] : [{ name: section.split("\n")[0] ?? "", code }];
  });
  mkdirSync(folder, { recursive: true });
  for (const { name, code } of examples) writeFileSync(join(folder, `${name}.tsx`), code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every component, prop, function and question to the reader has a meaning", () => {
  const silent = exported.flatMap(({ name, kind, doc, members }) => {
    if (kind === "type" && name !== "ContentReader") return [];
    return [...(doc ? [] : [name]), ...members.filter((one) => !one.doc).map((one) => `${name}.${one.name}`)];
  });
  expect(exported.length).toBeGreaterThan(80);
  expect(silent).toEqual([]);
});

test("every component and hook has an example", () => {
  const wanted = exported.filter(({ name, kind }) => kind === "component" || /^use[A-Z]/.test(name));
  expect(wanted.map(({ name }) => name).filter((name) => !examples.some((one) => one.name === name))).toEqual([]);
});

test("the examples have the types that they use", () => {
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    ...{
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      jsx: "react-jsx",
      strict: true,
      noEmit: true,
    },
    ...{
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ["react"],
      lib: ["es2023", "dom", "dom.iterable"],
    },
    paths: { [KIT]: [join(ROOT, "src/exports/kit.ts")] },
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ["*.tsx"] }));
  const api = new API({ cwd: folder });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const faults = examples.flatMap(({ name }) =>
      (project?.program.getSemanticDiagnostics(join(folder, `${name}.tsx`)) ?? []).map(
        ({ text }) => `${name}: ${text}`,
      ),
    );
    expect([project?.rootFiles.length, faults]).toEqual([examples.length, []]);
  } finally {
    api.close();
  }
});

test("the examples render", async () => {
  const entry = join(folder, "all.ts");
  const lines = examples.map(({ name }) => `export * as ${name} from "./${name}.tsx";`);
  writeFileSync(entry, [...lines, 'export { SiteProvider } from "../../src/kit/site.tsx";'].join("\n"));
  const outfile = join(folder, "all.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    packages: "external",
    alias: { [KIT]: join(ROOT, "src/exports/kit.ts") },
  });
  const { SiteProvider, ...modules } = await import(pathToFileURL(outfile).href);
  const order = { name: "order", fields: { email: { type: "email" } } };
  const props = {
    items: [],
    blocks: [],
    order,
    letter: order,
    children: "x",
    text: "Words",
    number: 3,
    category: "media",
  };
  const site = { shared: shared("en"), payload: payload([]), components: {} };
  for (const [name, module] of Object.entries(modules)) {
    for (const Example of Object.values(module as Record<string, FunctionComponent<object>>)) {
      const html = renderToString(createElement(SiteProvider, site, createElement(Example, props)));
      // Without a picture, a text or a table there is nothing to show.
      if (!["RichText", "Table"].includes(name)) expect([name, html]).toEqual([name, expect.stringMatching(/^<?\w/)]);
    }
  }
});
