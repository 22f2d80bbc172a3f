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

/** Hash over path, size and time of the files that match, sitegen's own ones by default. */
export function fingerprint(patterns: readonly string[], root: string = PACKAGE_ROOT): string {
  const files = fg.sync([...patterns], { cwd: root }).sort();
  return shortHash(files.map((file) => `${file} ${sizeAndTime(join(root, file))}`).join("\n"));
}

/** The same over the site's own blocks; "" when it has none. */
export function blocksFingerprint(blocks: string): string {
  return blocks === "" ? "" : fingerprint(["**/*"], blocks);
}

function sizeAndTime(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}
