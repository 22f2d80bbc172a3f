import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contentHash } from "../../files/hash.ts";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import type { Problem } from "../../problems/problem.ts";
import { isSafePath } from "../../publish/paths.ts";
import type { Shard } from "./shard.ts";

/** A file of a part: content hash and size. */
export interface PartFile {
  hash: string;
  size: number;
}

export interface PartPage {
  /** The route's path. */
  path: string;
  html: PartFile;
  payload: PartFile;
  blocks: string[];
  /** Of its payload and its HTML. */
  dependencies: Dependency[];
  problems: Problem[];
  /** References that are neither assets nor pages. */
  loose: string[];
}

/** The result of one shard: `part.json`. Its files are in `tree/` with the same paths as in the output folder. */
export interface ShardPart {
  /** Hash of its input (shard-inputs.ts). */
  input: string;
  shard: Shard;
  pages: PartPage[];
  /** Assets its pages refer to. */
  assets: string[];
  /** Routes that could not be rendered, with --keep-going. */
  failures: { path: string; message: string }[];
}

export const PART_FILE = "part.json";

/** Written last and atomically: a folder with it is a finished part. */
export async function writePart(folder: string, part: ShardPart): Promise<void> {
  const text = JSON.stringify(part);
  await writeFileAtomic(join(folder, PART_FILE), `{"hash":"${contentHash(text)}","part":${text}}\n`, "new");
}

/** Null if there is none, "damaged" if its checksum is wrong. */
export async function readPart(folder: string): Promise<ShardPart | "damaged" | null> {
  const text = await readFile(join(folder, PART_FILE), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const { hash, part } = JSON.parse(text) as { hash: string; part: ShardPart };
    const isWhole = contentHash(JSON.stringify(part)) === hash;
    return isWhole && part.pages.every(({ path }) => isSafePath(`${path.slice(1)}index.html`)) ? part : "damaged";
  } catch {
    return "damaged";
  }
}
