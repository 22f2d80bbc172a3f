import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files of a build on disk before it is published: the memory holds none of them. */
export interface Stage {
  root: string;
  /** Writes one file and says where it lies, relative to `root`, and what its row in the record will be. */
  write(path: string, bytes: Uint8Array | string): Promise<{ from: string; size: number; mtimeMs: number }>;
  remove(): Promise<void>;
}

/** Below `TREE` the stage mirrors out/, so that a fresh out/ takes whole folders over. */
export const TREE = "tree";

/**
 * A stage for a fresh out/ has out's folders. Otherwise files lie flat under numbers: making a folder costs more
 * than writing a page, and most of the folders are in out/ already.
 */
export function openStage(options: { root: string; mirrored: boolean }): Stage {
  const { root, mirrored } = options;
  const folders = new Map<string, Promise<unknown>>();
  let count = 0;
  const ensure = (folder: string): Promise<unknown> => {
    const known = folders.get(folder) ?? mkdir(folder, { recursive: true });
    folders.set(folder, known);
    return known;
  };
  return {
    root,
    async write(path, bytes) {
      count += 1;
      const from = mirrored ? `${TREE}/${path}` : `flat/${count}`;
      const file = join(root, from);
      await ensure(dirname(file));
      await writeFile(file, bytes);
      const { size, mtimeMs } = await stat(file);
      return { from, size, mtimeMs };
    },
    async remove() {
      await rm(root, { recursive: true, force: true });
    },
  };
}
