import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { errno } from "../problems/cause.ts";

export interface RenameRow {
  from: string;
  to: string;
}

/**
 * Old paths of moved stories, in a separate file: it does not depend on the snapshot, --full keeps it, and it
 * may be edited, or its rows moved into a redirect file.
 */
export function renameRecordFile(stateDir: string): string {
  return join(stateDir, "renames.json");
}

/** Invalid rows are skipped and counted for a message; a missing file has no rows. */
export async function readRenameRecord(stateDir: string): Promise<{ rows: RenameRow[]; damaged: number }> {
  let raw: unknown;
  try {
    raw = JSON.parse(await readFile(renameRecordFile(stateDir), "utf8"));
  } catch (error) {
    return { rows: [], damaged: errno(error) === "ENOENT" ? 0 : 1 };
  }
  if (!Array.isArray(raw)) return { rows: [], damaged: 1 };
  const rows = raw.filter(isRow).map(({ from, to }) => ({ from, to }));
  return { rows, damaged: raw.length - rows.length };
}

/** One row per line. An unchanged record is not written again; a damaged one is kept beside the new one. */
export async function writeRenameRecord(stateDir: string, rows: readonly RenameRow[]): Promise<void> {
  const file = renameRecordFile(stateDir);
  const lines = rows.map(({ from, to }) => `  ${JSON.stringify({ from, to })}`);
  const text = lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
  const before = await readFile(file, "utf8").catch(() => null);
  if (before === text || (before === null && rows.length === 0)) return;
  const { damaged } = await readRenameRecord(stateDir);
  // Builds into two folders may share a state folder, which has no lock.
  const suffix = String(process.pid);
  if (before !== null && damaged > 0) await writeFileAtomic(`${file}.damaged`, before, suffix);
  await writeFileAtomic(file, text, suffix);
}

function isRow(value: unknown): value is RenameRow {
  if (typeof value !== "object" || value === null) return false;
  const { from, to } = value as Record<string, unknown>;
  return typeof from === "string" && typeof to === "string";
}
