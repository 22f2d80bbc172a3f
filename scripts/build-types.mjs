// Writes the type declarations of the package's exports to dist/types for `npm pack`, so that compilers need not read
// the sources. Their imports name .js files, which every module resolution maps to declarations. `npm run types` checks
// the same sources.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const types = join(root, "dist", "types");
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

rmSync(types, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, "-p", join(root, "tsconfig.exports.json")], { stdio: "inherit" });
const reached = new Set();
for (const entry of ["index", "schema", "kit", "forms", "drafts", "lottie", "testing"])
  visit(join(types, "exports", `${entry}.d.ts`));
for (const name of readdirSync(types, { recursive: true })) {
  const file = join(types, name);
  if (/\.d\.ts$/.test(name) && !reached.has(file)) rmSync(file);
}

/** Rewrites a declaration and its imports; declarations that nothing imports are not shipped. */
function visit(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(file, "utf8").replace(/((?:from|import\()\s*"\.[^"]*)\.tsx?"/g, '$1.js"');
  writeFileSync(file, text);
  for (const [, path] of text.matchAll(/(?:from|import\()\s*"(\.[^"]*)\.js"/g))
    visit(join(dirname(file), `${path}.d.ts`));
}
