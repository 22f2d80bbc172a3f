/** The sample is written like any other site: of sitegen it imports only what the package exports. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { importFromPackage } from "../../src/init/sample-site.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const files = fg.sync("src/blocks/**/*.{ts,tsx}", { cwd: ROOT });

/** Names that a module exports, those of `export *` included. */
function exportsOf(path: string): Set<string> {
  const source = read(path);
  const names = [...source.matchAll(/^export (?:declare )?(?:const|function|interface|type|class) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
  for (const [, list = ""] of source.matchAll(/^export (?:type )?\{([^}]*)\}/gm))
    names.push(...list.split(",").map((name) => name.trim().replace(/^type /, "")));
  const all = [...source.matchAll(/^export (?:type )?\* from "(\.[^"]+)"/gm)].flatMap(([, from = ""]) => [
    ...exportsOf(join(path, "..", from)),
  ]);
  return new Set([...names, ...all].filter(Boolean));
}

const OFFERED: Record<string, Set<string>> = {
  "sitegen-storyblok": exportsOf("src/exports/index.ts"),
  "sitegen-storyblok/schema": exportsOf("src/exports/schema.ts"),
  "sitegen-storyblok/forms": exportsOf("src/exports/forms.ts"),
  "sitegen-storyblok/kit": exportsOf("src/exports/kit.ts"),
  "sitegen-storyblok/lottie": exportsOf("src/exports/lottie.ts"),
};

/** What a file's copy in `init --sample` imports of the package, as `module name`. */
function importsOf(file: string): string[] {
  return [
    ...importFromPackage(read(file)).matchAll(/^import (?:type )?\{([^}]*)\} from "(sitegen-storyblok[^"]*)"/gm),
  ].flatMap(([, list = "", module = ""]) =>
    list
      .split(",")
      .map((name) =>
        name
          .trim()
          .replace(/^type /, "")
          .replace(/ as .*/, ""),
      )
      .filter(Boolean)
      .map((name) => `${module} ${name}`),
  );
}

test("every name that the sample imports of sitegen is one that the package offers", () => {
  const used = new Set(files.flatMap(importsOf));
  expect(used.size).toBeGreaterThan(40);
  const foreign = [...used].filter((use) => {
    const [module = "", name = ""] = use.split(" ");
    return !OFFERED[module]?.has(name);
  });
  expect(foreign).toEqual([]);
});

test("a copy of the sample imports its own files, packages, and nothing of sitegen's folders", () => {
  const stray = files.flatMap((file) => {
    const depth = file.split("/").length - 3; // below src/blocks
    const paths = [...importFromPackage(read(file)).matchAll(/(?:from|import\() ?"((?:\.\.\/)+)[^"]*"/g)];
    return paths.filter(([, up = ""]) => up.length / 3 > depth).map(([text]) => `${file}: ${text}`);
  });
  expect(stray).toEqual([]);
});

test("every block is declared as the guide says", () => {
  const schemas = fg.sync("src/blocks/**/*.schema.ts", { cwd: ROOT });
  expect(schemas.length).toBeGreaterThan(50);
  const others = schemas.filter((file) => !/^export const schema = defineBlock\(\{$/m.test(read(file)));
  expect(others).toEqual([]);
});
