import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fnv1a } from "../../content/rules/fnv1a.ts";
import { contentHash } from "../../files/hash.ts";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import { sitegenError } from "../../problems/errors.ts";
import type { Problem } from "../../problems/problem.ts";
import type { ListedFile } from "../../publish/file-list.ts";
import { pageFile } from "../../publish/page-files.ts";
import { isSafePath } from "../../publish/paths.ts";

/** A file of a part. */
export type PartFile = Pick<ListedFile, "hash" | "size">;

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
    return isWhole && part.pages.every(({ path }) => isSafePath(pageFile(path))) ? part : "damaged";
  } catch {
    return "damaged";
  }
}

/** One of several machines that share a build; 1-based. */
export interface Shard {
  index: number;
  of: number;
}

/** True if a route belongs to a shard. Depends on its path alone, so it is the same on every machine. */
export function belongsToShard(path: string, { index, of }: Shard): boolean {
  return fnv1a(path) % of === index - 1;
}

/** Environment variables of CI services that number parallel jobs, and whether they count from 0. */
const SCHEDULERS: readonly { index: string; of: string; from: 0 | 1 }[] = [
  { index: "CI_NODE_INDEX", of: "CI_NODE_TOTAL", from: 1 },
  { index: "JOB_COMPLETION_INDEX", of: "SITEGEN_SHARDS", from: 0 },
  { index: "AWS_BATCH_JOB_ARRAY_INDEX", of: "SITEGEN_SHARDS", from: 0 },
];

/** The shard from `--shard`, or else from CI variables; null for a build on one machine. */
export function readShard(flag: string | undefined, env: Readonly<Record<string, string | undefined>>): Shard | null {
  if (flag !== undefined) {
    const [, index = "", of = ""] = /^(\d+)\/(\d+)$/.exec(flag) ?? [];
    return checked(Number(index || Number.NaN), Number(of || Number.NaN), `--shard ${flag}`);
  }
  for (const { index, of, from } of SCHEDULERS) {
    const [number, total] = [env[index], env[of]];
    if (!number || !total) continue;
    const shard = checked(Number(number) + 1 - from, Number(total), `${index}=${number} with ${of}=${total}`);
    return shard.of === 1 ? null : shard;
  }
  return null;
}

function checked(index: number, of: number, given: string): Shard {
  const isFit = Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of;
  if (isFit) return { index, of };
  throw sitegenError("SHARD_INVALID", { message: `${given} is not a shard.` });
}
