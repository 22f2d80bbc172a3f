import { existsSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { lstat, readFile, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import * as z from "zod";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { errno } from "../problems/cause.ts";
import { foldersOf } from "./folders.ts";
import type { OutputLocation } from "./output-location.ts";
import { isContentHash, isSafePath } from "./paths.ts";
import type { PublishPlan } from "./publish-plan.ts";
import { isRecordHead, openRecordFile, type RecordChange, type RecordFile, type RecordHead } from "./publish-record.ts";

const REMOVALS_AT_ONCE = 16;

/** Only the holder of the lock writes these files, so leftovers of a killed process are overwritten. */
const LOCKED_SUFFIX = "new";

/** A publish that has started: everything is on disk, so the next run can complete it. */
export interface Journal {
  plan: PublishPlan;
  record: RecordChange;
}

export async function writeJournal(file: string, journal: Journal): Promise<void> {
  await writeFileAtomic(file, JSON.stringify(journal), LOCKED_SUFFIX);
}

const path = z.custom<string>(isSafePath);
const hash = z.custom<string>(isContentHash).or(z.literal(""));
const row = z.tuple([path, hash, z.number(), z.number()]).or(z.tuple([path]));
const journalSchema = z.object({
  plan: z.object({
    clear: z.array(path),
    moves: z.array(z.array(z.object({ from: path, to: path.or(z.literal("")) }))),
    remove: z.array(path),
  }),
  record: z.object({ head: z.custom<RecordHead>(isRecordHead), rows: z.array(row), whole: z.boolean() }),
});

/** Null if there is none. The journal is written atomically, so a damaged one has not started and is deleted. */
export async function readJournal(file: string): Promise<Journal | null> {
  try {
    return journalSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

/**
 * Applies a journal from the start, or continues after a kill: a move whose source is missing was done, a removal whose
 * file is missing too. Nothing is synced to disk: a kill loses no write, and after a power failure the next build
 * compares and repairs.
 */
export async function applyJournal(
  location: Pick<OutputLocation, "out" | "stage" | "journal" | "record">,
  { plan, record }: Journal,
  recordFile: RecordFile = openRecordFile(location.record),
): Promise<void> {
  const folders = foldersOf(location.out);
  for (const path of plan.clear) folders.assertReal(path);
  await removeFiles(location.out, plan.clear);
  await folders.prune(plan.clear);
  for (const { from, to } of plan.moves.flat()) {
    if (to !== "") folders.ensureFor(to);
    moveOnce(join(location.stage, from), join(location.out, to));
  }
  for (const path of plan.remove) folders.assertReal(path);
  await removeFiles(location.out, plan.remove);
  await folders.prune(plan.remove);
  recordFile.write(record);
  await rm(location.journal, { force: true });
  await rm(location.stage, { recursive: true, force: true });
}

/**
 * For a new out/, whole folders are moved. If a folder already exists, the contents are merged. Synchronous on purpose:
 * a rename takes some microseconds, its promise ten times as long.
 */
function moveOnce(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errno(error) === "ENOENT" && !existsSync(from)) return;
    if (errno(error) === "EISDIR") {
      // An empty folder in the place of a file.
      rmdirSync(to);
      renameSync(from, to);
      return;
    }
    if (!["ENOTEMPTY", "EEXIST"].includes(errno(error))) throw error;
    for (const name of readdirSync(from)) moveOnce(join(from, name), join(to, name));
  }
}

async function removeFiles(out: string, paths: readonly string[]): Promise<void> {
  await pLimit(REMOVALS_AT_ONCE).map(paths, async (path) => {
    const file = join(out, path);
    // A folder in the place of an old file is already the new state.
    const info = await lstat(file).catch(() => null);
    if (info && !info.isDirectory()) await unlink(file);
  });
}
