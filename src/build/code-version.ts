import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import fg from "fast-glob";
import { PACKAGE_ROOT } from "../package-root.ts";
import { shortHash } from "./hash.ts";

/**
 * Changes whenever the code that renders may have changed: size and time of the program's files and of the document
 * template. It decides only whether a page is rendered again, never what is in it.
 */
export function codeVersion(): string {
  const bundled = basename(join(fileURLToPath(import.meta.url), "..")) === "dist";
  const patterns = [bundled ? "dist/*.mjs" : "src/**/*.{ts,tsx}", "templates/document.html", "package.json"];
  return fingerprint(patterns);
}

/** Hash over path, size and time of sitegen's own files that match. */
export function fingerprint(patterns: readonly string[]): string {
  const files = fg.sync([...patterns], { cwd: PACKAGE_ROOT }).sort();
  return shortHash(files.map((file) => `${file} ${sizeAndTime(join(PACKAGE_ROOT, file))}`).join("\n"));
}

function sizeAndTime(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}
