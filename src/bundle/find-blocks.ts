import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import fg from "fast-glob";
import { sitegenError } from "../errors.ts";
import type { BlockFiles } from "../site/block-files.ts";

const SCHEMA = /\.schema\.(?:ts|js)$/;

/**
 * Finds the blocks in folders: every `<stem>.schema.ts` one level deep, with its component and data file. A later
 * folder's block overrides an earlier one with the same file name. Throws CONFIG_INVALID for a missing folder.
 */
export async function findBlocks(folders: readonly string[]): Promise<BlockFiles[]> {
  const found = new Map<string, BlockFiles>();
  for (const folder of folders) {
    for (const files of await blocksIn(folder)) found.set(files.stem, files);
  }
  return [...found.values()].sort((a, b) => (a.stem < b.stem ? -1 : 1));
}

async function blocksIn(folder: string): Promise<BlockFiles[]> {
  if (!existsSync(folder)) {
    throw sitegenError("CONFIG_INVALID", { message: `The key "blocks" names ${folder}, which does not exist.` });
  }
  // esbuild resolves symbolic links, so its metafile has real paths.
  const cwd = realpathSync(folder);
  const schemas = (await fg("*/*.schema.{ts,js}", { cwd, absolute: true, ignore: ["**/node_modules/**"] })).sort();
  return schemas.map((schema) => {
    const stem = basename(schema).replace(SCHEMA, "");
    const beside = (...endings: string[]) =>
      endings.map((ending) => join(dirname(schema), stem + ending)).find((path) => existsSync(path)) ?? null;
    return { stem, schema, component: beside(".tsx", ".jsx"), data: beside(".data.ts", ".data.js") };
  });
}
