import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { ownReactPlugin } from "../../src/bundle/plugins/own-react.ts";
import { PACKAGE_ROOT } from "../../src/files/package-root.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const require = createRequire(import.meta.url);
const NAMES = ["react", "react/jsx-runtime", "react-dom", "react-dom/client"] as const;
/** A site with its own React, its own scheduler, and packages that load React the old way. */
const FILES = {
  "node_modules/react/index.js": `exports.version = "0.0.1";`,
  "node_modules/scheduler/index.js": `exports.own = "the site's";`,
  "node_modules/old/index.js": `exports.react = require("react"); exports.client = require("react-dom/client");`,
};

const folder = temporaryFolder();
afterAll(() => folder.remove());
for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(join(folder.dir, file, ".."), { recursive: true });
  writeFileSync(join(folder.dir, file), text);
}

/** Bundles a module of the site and imports it. */
async function bundled(name: string, contents: string): Promise<{ text: string; exports: Record<string, unknown> }> {
  const outfile = join(folder.dir, `${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: folder.dir },
    outfile,
    bundle: true,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [ownReactPlugin(PACKAGE_ROOT)],
  });
  const exports = (await import(pathToFileURL(outfile).href)) as Record<string, unknown>;
  return { text: readFileSync(outfile, "utf8"), exports };
}

const imports = NAMES.map((name, number) => `export * as module${number} from "${name}";`).join("\n");
const all = bundled("all", imports);

describe("React in the browser's code", () => {
  it("is in no function of its own, which a browser would parse twice", async () => {
    const { text } = await all;
    expect(text).toContain("function createRoot");
    expect(text).not.toContain("__commonJS");
  });

  it.each(NAMES.map((name, number) => [name, number] as const))("exports what %s exports", async (name, number) => {
    const { exports } = await all;
    const { default: whole, ...named } = exports[`module${number}`] as Record<string, unknown>;
    const keys = Object.keys(require(name) as object).sort();
    expect(Object.keys(named).sort()).toEqual(keys);
    expect(Object.keys(whole as object).sort()).toEqual(keys);
    expect(Object.entries(named).every(([key, value]) => value === (whole as typeof named)[key])).toBe(true);
  });

  it("is sitegen's, and the same one for a site's packages that call `require`", async () => {
    const { exports } = await bundled(
      "old",
      `import { version, useState } from "react"; import old from "old"; import site from "scheduler";
      export { version }; export const own = site.own, same = old.react.useState === useState, root = old.client.createRoot;`,
    );
    const { version } = require("react/package.json") as { version: string };
    expect(exports).toMatchObject({ version, own: "the site's", same: true, root: expect.any(Function) });
  });
});
