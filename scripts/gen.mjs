// Writes the reference pages of docs/ from the configuration schema, the commands and the error catalogue. `--check`
// writes nothing and fails if a page is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const bundled = join(root, "dist", "gen-docs.mjs");
await build({
  absWorkingDir: root,
  entryPoints: ["scripts/docs.ts"],
  outfile: bundled,
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  jsx: "automatic",
  logLevel: "warning",
});
const { referencePages } = await import(`${pathToFileURL(bundled).href}?${Date.now()}`);

const check = process.argv.includes("--check");
const stale = [];
for (const [page, text] of Object.entries(referencePages())) {
  const name = join("docs", page);
  const path = join(root, name);
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  stale.push(name);
  if (!check) writeFileSync(path, text);
}
if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(", ")}. Run \`npm run gen\`.`);
  process.exitCode = 1;
}
