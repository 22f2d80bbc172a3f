/** Writes the files of a state, as far as they are not here. */
import { existsSync, mkdirSync } from "node:fs";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { snapshotsIn } from "../fetch/pull-space.ts";
import { PARTIAL_FILE, partialPacks } from "../fetch/snapshot/pack.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { sitegenError } from "../problems/errors.ts";
import { isUntouched } from "../publish/compare-file.ts";
import { latestBuildId } from "../publish/kept-builds.ts";
import { findRecord } from "../publish/output-location.ts";
import { type KnownFiles, openRecordFile } from "../publish/publish-record.ts";
import { namesInClient } from "./left-client.ts";
import { LostPart, type Reading } from "./read-parts.ts";
import { LOST_FILE, recordIn, type StatePlace } from "./state-files.ts";
import {
  CLIENT,
  OUT,
  PART_BYTES,
  packIn,
  parseSmall,
  RECORD,
  SMALL,
  type StateFile,
  type StateList,
} from "./state-list.ts";

/** Writes the files that are not here as the list says; returns the packs that are brought by part. */
export async function bringFiles(
  list: StateList,
  options: StatePlace & { whole: boolean; withoutOut: boolean },
  reading: Reading,
): Promise<StateFile[]> {
  const { stateDir, out } = options;
  const keepsOut = options.withoutOut || (await isLastHere(list, options));
  const before = partialPacks(stateDir);
  const packs = await Promise.all(
    list.files.map(async (file) => {
      const name = packIn(file.path);
      if (name === null) return [];
      const isHere = !before.has(name) && (await stat(join(stateDir, file.path)).catch(() => null))?.size === file.size;
      return isHere ? [] : [file];
    }),
  );
  const missing = packs.flat();
  const partial = options.whole ? [] : missing.filter(({ parts }) => parts.length > 1);
  await notePartial(stateDir, missing);
  for (const file of missing) await makeEmpty(stateDir, file);
  const whole = missing
    .filter((file) => !partial.includes(file))
    .map((file) => bringParts(stateDir, file, { indexes: [...file.parts.keys()], reading }));
  const tables = list.files
    .filter(({ path }) => packIn(path) === null && path !== SMALL && path !== RECORD)
    .map((file) => bringFile(join(stateDir, file.path), file, reading));
  // What says which files out/ has is written when all else is here.
  const [texts, record] = await allOf([
    bringSmall(list, reading),
    keepsOut ? Promise.resolve(null) : bringRecord(list, options, reading),
    ...[...whole, ...tables],
  ]);
  for (const [path, text] of texts) {
    if (path === CLIENT) continue;
    if (!path.startsWith(OUT)) await writeFileAtomic(join(stateDir, path), text);
    else if (!keepsOut) await writeFileAtomic(join(out, path.slice(OUT.length)), text);
  }
  if (record) {
    const file = findRecord(options).record;
    await writeFileAtomic(`${file}.new`, record);
    const published = setElsewhere(`${file}.new`);
    // What an earlier build put here and the target no longer has, its list above all, is no part of the next one.
    for (const [path, row] of openRecordFile(file).record?.files ?? [])
      if (published?.has(path) === false && isUntouched(out, path, row)) await rm(join(out, path));
    await rename(`${file}.new`, file);
    const client = texts.find(([path]) => path === CLIENT)?.[1] ?? "";
    // What it names is published already, so that no page can name a file that there is not.
    if (namesInClient(client)?.every((path) => published?.has(path)))
      await writeFileAtomic(join(stateDir, CLIENT), client);
  }
  await notePartial(stateDir, partial);
  return partial;
}

async function isLastHere({ build }: StateList, place: StatePlace): Promise<boolean> {
  return (await recordIn(place))?.buildId === build && (await latestBuildId(place.out)) === build;
}

/** Removes what says what the last build was made from, and notes that the target's parts have to be left again. */
export async function forgetState(place: StatePlace): Promise<void> {
  const cache = join(place.stateDir, "cache");
  const names = await readdir(cache).catch((): string[] => []);
  const tables = names.filter((name) => name.endsWith(".state")).map((name) => join(cache, name));
  const snapshots = snapshotsIn(place.stateDir).map((name) => join(place.stateDir, name));
  for (const path of [...tables, ...snapshots, join(place.stateDir, PARTIAL_FILE)])
    await rm(path, { recursive: true, force: true });
  await writeFileAtomic(join(place.stateDir, LOST_FILE), "");
}

/** Like Promise.all, but after a failure it waits for the others, so that nothing is written later. */
async function allOf<const T extends readonly Promise<unknown>[]>(work: T) {
  await Promise.allSettled(work);
  return Promise.all(work);
}

async function notePartial(stateDir: string, packs: readonly StateFile[]): Promise<void> {
  const file = join(stateDir, PARTIAL_FILE);
  if (packs.length > 0) await writeFileAtomic(file, JSON.stringify(packs.map(({ path }) => packIn(path))));
  else await rm(file, { force: true });
}

/** A file of the right size without content, into which parts are written. */
async function makeEmpty(stateDir: string, { path, size }: StateFile): Promise<void> {
  mkdirSync(dirname(join(stateDir, path)), { recursive: true });
  await rm(join(stateDir, path), { recursive: true, force: true });
  const handle = await open(join(stateDir, path), "wx");
  await handle.truncate(size).finally(() => handle.close());
}

export async function bringParts(
  stateDir: string,
  { path, size, parts }: StateFile,
  { indexes, reading }: { indexes: readonly number[]; reading: Reading },
): Promise<void> {
  const handle = await open(join(stateDir, path), "r+");
  try {
    const bring = async (index: number) => {
      const at = index * PART_BYTES;
      const content = await reading.part(parts[index] ?? "", Math.min(PART_BYTES, size - at));
      await handle.write(content, 0, content.length, at);
    };
    await allOf(indexes.map(bring));
  } finally {
    await handle.close();
  }
}

async function bringFile(to: string, file: StateFile, reading: Reading): Promise<void> {
  const here = await readFile(to).catch(() => null);
  const content = await contentOf(file, reading, here);
  if (!here?.equals(content)) await writeFileAtomic(to, content);
}

/** The file's content; parts that are in `here` are not read from the target. */
async function contentOf({ size, parts }: StateFile, reading: Reading, here: Buffer | null): Promise<Buffer> {
  const all = parts.map(async (name, index) => {
    const at = index * PART_BYTES;
    const length = Math.min(PART_BYTES, size - at);
    const own = here?.subarray(at, at + length);
    return own?.length === length && reading.seal.nameOf(own) === name ? own : reading.part(name, length);
  });
  return Buffer.concat(await Promise.all(all));
}

async function bringSmall({ files }: StateList, reading: Reading): Promise<[path: string, text: string][]> {
  const content = await contentOf(fileIn(files, SMALL), reading, null);
  const texts = parseSmall(content.toString());
  if (!texts) throw new LostPart("a part of it is not what this version leaves");
  return texts;
}

/** Brings the old paths of renamed stories, which no pull finds again, where the rest is not used. */
export async function bringRenames(list: StateList, { stateDir }: StatePlace, reading: Reading): Promise<void> {
  const file = join(stateDir, "renames.json");
  if (existsSync(file)) return;
  const texts = await bringSmall(list, reading).catch((error: unknown) => {
    if (error instanceof LostPart) return [];
    throw error;
  });
  const text = texts.find(([path]) => path === basename(file))?.[1];
  if (text !== undefined) await writeFileAtomic(file, text);
}

async function bringRecord({ files }: StateList, place: StatePlace, reading: Reading): Promise<Buffer> {
  const here = await readFile(findRecord(place).record).catch(() => null);
  return contentOf(fileIn(files, RECORD), reading, here);
}

function fileIn(files: readonly StateFile[], path: string): StateFile {
  const file = files.find((one) => one.path === path);
  if (!file) throw new LostPart("its list is incomplete");
  return file;
}

/** Notes that files which are not in out/ are at the target. Returns the files of the record. */
function setElsewhere(file: string): KnownFiles | undefined {
  const table = openRecordFile(file);
  const { record } = table;
  if (!record || record.elsewhere) return record?.files;
  const { buildId, builds, next } = record;
  table.write({ head: { buildId, builds, next, elsewhere: true }, rows: [], whole: false });
  return record.files;
}

export function lost(why: string): Error {
  return sitegenError("STATE_PART", { message: `The state at the target cannot be used: ${why}.` });
}
