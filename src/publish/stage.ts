import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDiskFull } from "../files/full-disk.ts";
import { contentHash } from "../files/hash.ts";
import { assertSafePath } from "./paths.ts";

/** Where a build's files are before they are published; plain data, so that render threads can use it. */
export interface StageLocation {
  root: string;
  /** Below `TREE_FOLDER` the stage has the same folders as out/, so that a new out/ receives whole folders. */
  mirrored: boolean;
}

/** A staged file's path relative to the stage's root, and its size and time for the record. */
export interface StagedAt {
  from: string;
  size: number;
  mtimeMs: number;
  /** True if the disk is full: nothing was written, only counted. */
  isCounted?: true;
}

export type Stage = ReturnType<typeof openStage>;

export const TREE_FOLDER = "tree";

/**
 * Writes a build's files to disk before they are published, so that they are not kept in memory. A stage for a new out/ has
 * the same folders as out/. Otherwise files have numbers as names in one folder: creating a folder costs more than writing a
 * page, and most folders exist in out/ already. Several threads may write in parallel, each with its own name. Synchronous
 * on purpose: writing a small file is faster than its promise. On a full disk the stage deletes what it has written and from
 * then on only counts bytes, so that the error can say how much is needed.
 */
export function openStage({ root, mirrored }: StageLocation, name = "main") {
  let lastFolder = "";
  const written: string[] = [];
  let isFull = false;
  let count = 0;
  const store = (from: string, bytes: Uint8Array | string): StagedAt => {
    const file = join(root, from);
    const folder = dirname(file);
    if (folder !== lastFolder) mkdirSync(folder, { recursive: true });
    lastFolder = folder;
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
    write(path: string, bytes: Uint8Array | string): StagedAt {
      assertSafePath(path, "");
      count += 1;
      const from = mirrored ? `${TREE_FOLDER}/${path}` : `flat/${name}-${count}`;
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
    async remove(): Promise<void> {
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A file from a render thread: staged, or in memory because it equals the last build's. */
export type RenderedFile = { hash: string; size: number } & ({ at: StagedAt } | { bytes: Uint8Array });

/** Stages a file unless the last build published the same, which is then most likely still in out/. */
export function stageIfChanged(stage: Stage, path: string, text: string, lastHash: string | undefined): RenderedFile {
  const bytes = Buffer.from(text); // encoded once for hashing and writing
  const hash = contentHash(bytes);
  if (hash === lastHash) return { hash, size: bytes.length, bytes };
  const at = stage.write(path, bytes);
  return { hash, size: at.size, at };
}

export function byteSize(bytes: Uint8Array | string): number {
  return typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.byteLength;
}
