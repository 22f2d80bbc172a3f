import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { statOf } from "../files/stat-of.ts";
import { sitegenError } from "../problems/errors.ts";
import type { BlockFiles } from "../site/blocks/block-files.ts";

const SCHEMA = /\.schema\.(?:ts|js)$/;

/**
 * Finds the blocks in folders: every `<stem>.schema.ts` one level deep, with its component and data file. A later
 * folder's block overrides an earlier one with the same file name. Throws CONFIG_INVALID for a missing folder. It uses
 * no glob library, since loading one takes longer than the rest of a build without changes.
 */
export async function findBlocks(folders: readonly string[]): Promise<BlockFiles[]> {
  const found = new Map<string, BlockFiles>();
  for (const folder of folders) {
    for (const files of blocksIn(folder)) found.set(files.stem, files);
  }
  return [...found.values()].sort((a, b) => (a.stem < b.stem ? -1 : 1));
}

function blocksIn(folder: string): BlockFiles[] {
  if (!existsSync(folder)) {
    throw sitegenError("CONFIG_INVALID", { message: `The key "blocks" names ${folder}, which does not exist.` });
  }
  // esbuild resolves symbolic links, so its metafile has real paths.
  const cwd = realpathSync(folder);
  return schemasIn(cwd).map((schema) => {
    const stem = basename(schema).replace(SCHEMA, "");
    const beside = (...endings: string[]) =>
      endings.map((ending) => join(dirname(schema), stem + ending)).find((path) => existsSync(path)) ?? null;
    return { stem, schema, component: beside(".tsx", ".jsx"), data: beside(".data.ts", ".data.js") };
  });
}

/** Names with a dot in front are hidden, as for the bundler's patterns. */
function schemasIn(folder: string): string[] {
  const isShown = (name: string) => !name.startsWith(".") && name !== "node_modules";
  return readdirSync(folder)
    .filter(isShown)
    .map((name) => join(folder, name))
    .filter((path) => statOf(path)?.isDirectory())
    .flatMap((block) =>
      readdirSync(block)
        .filter(isShown)
        .map((name) => join(block, name)),
    )
    .filter((path) => SCHEMA.test(path) && statOf(path)?.isFile())
    .sort();
}
