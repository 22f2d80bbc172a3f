import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { shortHash } from "../files/hash.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";

/** Computed once: files that change later do not affect the running program. */
let ownSources: string | undefined;

/**
 * Changes whenever the rendering code may have changed. The bundled program is identified by its content, so that it is
 * the same on every machine; for sources, size and time are enough. It decides only whether a page is rendered again,
 * never what it contains.
 */
export function codeVersion(): string {
  const isBundled = basename(join(fileURLToPath(import.meta.url), "..")) === "dist";
  ownSources ??= isBundled ? contentOf(["dist/code"]) : fingerprint(["src"]);
  return shortHash(ownSources + contentOf(["templates/document.html", "package.json"]));
}

/** Hash over the content of files of the package. */
export function contentOf(paths: readonly string[]): string {
  return shortHash(paths.map((path) => `${path}\n${readFileSync(join(PACKAGE_ROOT, path), "latin1")}`).join("\n"));
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
