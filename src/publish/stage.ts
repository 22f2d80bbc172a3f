import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertSafePath } from "./paths.ts";

/** Where a build's files lie before it is published; plain data, so that render threads write there too. */
export interface StagePlace {
  root: string;
  /** Below `TREE` the stage mirrors out/, so that a fresh out/ takes whole folders over. */
  mirrored: boolean;
}

/** Where a staged file lies, relative to the stage's root, and what its row in the record will be. */
export interface StagedAt {
  from: string;
  size: number;
  mtimeMs: number;
}

/** Writes files of a build to disk before it is published: the memory holds none of them. */
export interface Stage extends StagePlace {
  write(path: string, bytes: Uint8Array | string): StagedAt;
  remove(): Promise<void>;
}

export const TREE = "tree";

/**
 * A stage for a fresh out/ has out's folders. Otherwise files lie flat under numbers: making a folder costs more
 * than writing a page, and most of the folders are in out/ already. Several threads may write side by side, each
 * under a name of its own. Synchronous on purpose: a small file is written in less time than a promise for it takes.
 */
export function openStage({ root, mirrored }: StagePlace, name = "main"): Stage {
  const folders = new Set<string>();
  let count = 0;
  return {
    root,
    mirrored,
    write(path, bytes) {
      assertSafePath(path, "");
      count += 1;
      const from = mirrored ? `${TREE}/${path}` : `flat/${name}-${count}`;
      const file = join(root, from);
      const folder = dirname(file);
      if (!folders.has(folder)) {
        mkdirSync(folder, { recursive: true });
        folders.add(folder);
      }
      writeFileSync(file, bytes);
      const { size, mtimeMs } = statSync(file);
      return { from, size, mtimeMs };
    },
    async remove() {
      await rm(root, { recursive: true, force: true });
    },
  };
}
