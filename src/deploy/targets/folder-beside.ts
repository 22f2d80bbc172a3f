import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errno } from "../../problems/cause.ts";
import { besideName, type FilesBeside } from "../target.ts";

/** What it gives; null if there is no such file or folder. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errno(error))) return null;
    throw error;
  }
}

/** Files beside a folder: in a folder of their own next to it, which only its owner may enter. */
export function folderBeside(root: string): FilesBeside {
  const name = besideName(basename(root));
  const folder = name === null ? null : join(dirname(root), name);
  const at = (file: string) => join(folder ?? root, file);
  return {
    async prepare() {
      if (folder === null) return null;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (!(await lstat(folder)).isDirectory()) return null;
        await chmod(folder, 0o700);
        // Some file systems have no permissions.
        return ((await lstat(folder)).mode & 0o077) === 0 ? "hidden" : "open";
      } catch {
        return null;
      }
    },
    async read(file) {
      if (folder === null) return null;
      return orNull(readFile(at(file)));
    },
    names: () => readdir(at(".")),
    async write(file, bytes) {
      const temporary = at(`${randomBytes(8).toString("hex")}.tmp`);
      try {
        await writeFile(temporary, bytes, { flag: "wx", mode: 0o600 });
        await rename(temporary, at(file));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async remove(files) {
      for (const file of files) await rm(at(file), { force: true });
    },
  };
}
