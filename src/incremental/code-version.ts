import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { shortHash } from "../files/short-hash.ts";

/** Of the running program: what is written to its files later has no effect on it. */
let ownSources: string | undefined;

/**
 * Changes whenever the rendering code may have changed: a hash over size and time of the program's files and of the
 * document template. It decides only whether a page is rendered again, never what it contains.
 */
export function codeVersion(): string {
  ownSources ??= fingerprint([sources()]);
  return shortHash(ownSources + fingerprint(["templates/document.html", "package.json"]));
}

/** dist/stamp is written with the bundled program and identifies its sources. */
function sources(): string {
  const isBundled = basename(join(fileURLToPath(import.meta.url), "..")) === "dist";
  return isBundled ? "dist/stamp" : "src";
}

/**
 * Hash over path, size and time of files, and of all files below folders; paths are relative to the package by default.
 */
export function fingerprint(paths: readonly string[], root: string = PACKAGE_ROOT): string {
  const lines: string[] = [];
  const visit = (path: string) => {
    const info = statSync(join(root, path), { throwIfNoEntry: false });
    if (!info) return;
    if (!info.isDirectory()) lines.push(`${path} ${info.size} ${info.mtimeMs}`);
    else for (const name of readdirSync(join(root, path))) visit(join(path, name));
  };
  for (const path of paths) visit(path);
  return shortHash(lines.sort().join("\n"));
}
