import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDiskFull } from "../full-disk.ts";
import { assertSafePath } from "./paths.ts";

/** Where a build's files are before it is published; plain data, so that render threads write there too. */
export interface StageLocation {
  root: string;
  /** Below `TREE` the stage mirrors out/, so that a fresh out/ takes whole folders over. */
  mirrored: boolean;
}

/** Where a staged file is, relative to the stage's root, and what its row in the record will be. */
export interface StagedAt {
  from: string;
  size: number;
  mtimeMs: number;
  /** The disk is full: nothing was written, only counted. */
  isCounted?: true;
}

/** Writes files of a build to disk before it is published: the memory holds none of them. */
export interface Stage extends StageLocation {
  write(path: string, bytes: Uint8Array | string): StagedAt;
  remove(): Promise<void>;
}

export const TREE = "tree";

/**
 * A stage for a fresh out/ has out's folders. Otherwise files are flat under numbers: making a folder costs more
 * than writing a page, and most of the folders are in out/ already. Several threads may write side by side, each
 * under a name of its own. Synchronous on purpose: a small file is written in less time than a promise for it takes.
 * Where the disk is full the stage gives free what it had written and only counts from then on, so that the build can
 * tell how much it needs.
 */
export function openStage({ root, mirrored }: StageLocation, name = "main"): Stage {
  const folders = new Set<string>();
  const written: string[] = [];
  let isFull = false;
  let count = 0;
  const store = (from: string, bytes: Uint8Array | string): StagedAt => {
    const file = join(root, from);
    const folder = dirname(file);
    if (!folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      folders.add(folder);
    }
    written.push(from);
    writeFileSync(file, bytes);
    const { size, mtimeMs } = statSync(file);
    return { from, size, mtimeMs };
  };
  const counted = (from: string, bytes: Uint8Array | string): StagedAt => ({
    from,
    size: Buffer.byteLength(bytes),
    mtimeMs: 0,
    isCounted: true,
  });
  return {
    root,
    mirrored,
    write(path, bytes) {
      assertSafePath(path, "");
      count += 1;
      const from = mirrored ? `${TREE}/${path}` : `flat/${name}-${count}`;
      if (isFull) return counted(from, bytes);
      try {
        return store(from, bytes);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        isFull = true;
        for (const name of written) rmSync(join(root, name), { force: true });
        return counted(from, bytes);
      }
    },
    async remove() {
      await rm(root, { recursive: true, force: true });
    },
  };
}
