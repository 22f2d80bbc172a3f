import { mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { clearFolder } from "../checksum-file.ts";
import { writeOrRemove } from "../full-disk.ts";

/**
 * Writes a small file so that a reader, or a kill, only ever finds the old or the new one. What a kill leaves under
 * the suffix is written over by the next run; without a lock the suffix must be the process's own.
 */
export async function writeFileAtomic(file: string, text: string, suffix = "new"): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${suffix}`;
  await writeOrRemove(temporary, text);
  clearFolder(file);
  await rename(temporary, file);
}

export function errno(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
