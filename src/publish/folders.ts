import { lstatSync, mkdirSync } from "node:fs";
import { readdir, rmdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { errno } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import { compareText } from "../util/compare-text.ts";
import { WORK_FOLDER } from "./output-location.ts";
import { parentsOf } from "./paths.ts";

/** The folders below out/. Symbolic links are not followed, since they could lead writes elsewhere. */
export function foldersOf(out: string) {
  const real = new Set<string>();
  const made = new Set<string>();
  /** Throws if a folder of the path is a symbolic link, or a file that sitegen did not create. */
  const assertReal = (path: string, isOwn: (path: string) => boolean = () => true): void => {
    for (const parent of parentsOf(path).reverse()) {
      if (real.has(parent)) continue;
      const info = lstatSync(join(out, parent), { throwIfNoEntry: false });
      if (!info) return;
      if (info.isFile() && isOwn(parent)) return;
      if (!info.isDirectory() && !info.isSymbolicLink()) throw foreignFile(out, parent, path);
      if (info.isSymbolicLink()) throw folderIsLink(parent, join(out, parent));
      real.add(parent);
    }
  };
  return {
    assertReal,
    ensureFor(path: string): void {
      assertReal(path);
      const folder = parentsOf(path)[0] ?? "";
      if (made.has(folder)) return;
      mkdirSync(join(out, folder), { recursive: true });
      made.add(folder);
    },
    /** Removes the folders of removed files if they are empty. */
    async prune(removed: readonly string[]): Promise<void> {
      const folders = [...new Set(removed.flatMap(parentsOf))].sort((a, b) => b.length - a.length);
      for (const folder of folders) {
        await rmdir(join(out, folder)).catch((error: unknown) => {
          // It may hold other files, be removed already, or replaced by a file.
          if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(errno(error))) throw error;
        });
        real.delete(folder);
        made.delete(folder);
      }
    },
  };
}

/** Enough names to recognise what is there. */
const LIMIT = 100;

/** Files in out/ that sitegen did not create, sorted, at most a hundred. They are never changed. */
export async function listForeignFiles(out: string, isOwn: (path: string) => boolean): Promise<string[]> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((one) => !one.isDirectory())
    .map(({ parentPath, name }) => relative(out, join(parentPath, name)).replaceAll(sep, "/"));
  const isForeign = (path: string) => !path.startsWith(`${WORK_FOLDER}/`) && path !== WORK_FOLDER && !isOwn(path);
  return paths.filter(isForeign).sort(compareText).slice(0, LIMIT);
}

export function folderIsLink(folder: string, where: string): Error {
  return sitegenError("PUBLISH_UNSAFE_PATH", {
    message: `${folder} is a symbolic link; nothing is written through it.`,
    where,
    hint: "Replace the link by a folder.",
  });
}

export function foreignFile(out: string, path: string, source: string): Error {
  return sitegenError("PUBLISH_FOREIGN_FILE", {
    message: `${join(out, path)} was not created by sitegen and would be overwritten by ${source || "a file of the build"}.`,
    where: join(out, path),
  });
}
