/** Nothing is exported for nobody: another file of the repository imports each exported value, if only a test. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const files = fg.sync(["{bench,bin,cli,scripts,src,test}/**/*.{ts,tsx,mjs}", "*.ts"], {
  cwd: ROOT,
  ignore: ["**/*.d.ts", "bench/peers/**"],
});
const source = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** Read by others than imports: a site's files, the package's, what the bundler imports, what has to compile, code shown in a text. */
const READ_OTHERWISE = [
  /^src\/(blocks|exports)\//,
  /^src\/client\/effects\.ts$/,
  /^src\/parts\/(cache-page\/flush-cache|consent\/(adapter|serve-consent)|lottie\/effect)\.ts$/,
  /^src\/incremental\/dependency-kinds\.ts$/,
  /^scripts\/docs\.ts$/,
];

/** What files import of each other, as `file name`; `file *` for a module as a whole. */
const imported = new Set(
  [...source].flatMap(([file, text]) => {
    const at = (path: string) => join(dirname(file), path);
    const named = [...text.matchAll(/^(?:import|export) [^;"]*?\{([^}]*)\} from "(\.[^"]+)"/gm)].flatMap(
      ([, names = "", path = ""]) => names.split(",").map((name) => `${at(path)} ${nameOf(name)}`),
    );
    const whole = [...text.matchAll(/(?:\* (?:as \w+ )?from |\bimport\()\s*"(\.[^"]+)"/g)].map(
      ([, path = ""]) => `${at(path)} *`,
    );
    return [...named, ...whole];
  }),
);

function nameOf(specifier: string): string {
  return specifier
    .trim()
    .replace(/^type /, "")
    .replace(/ as .*/, "");
}

test("each exported value is imported somewhere", () => {
  const unused = [...source]
    .filter(([file]) => !file.startsWith("test/") && !READ_OTHERWISE.some((pattern) => pattern.test(file)))
    .filter(([file]) => !imported.has(`${file} *`))
    .flatMap(([file, text]) =>
      [...text.matchAll(/^export (?:async )?(?:const|class|function\*?) (\w+)/gm)].map(([, name]) => `${file} ${name}`),
    );
  expect(imported.size).toBeGreaterThan(2000);
  expect(unused.filter((one) => !imported.has(one))).toEqual([]);
});
