/** Files that a reader, or a kill, only ever finds as they were or as they are now: written beside, then renamed. */
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { writeOrRemove, writeOrRemoveSync } from "./full-disk.ts";

/**
 * What a kill leaves under the suffix is written over by the next run; without a lock the suffix must be the
 * writer's own, as the default one is.
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  suffix: string = `${randomUUID()}.tmp`,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${suffix}`;
  await writeOrRemove(temporary, content);
  clearFolder(file);
  await rename(temporary, file);
}

/** The same without a promise, under the process's own suffix. */
export function writeFileAtomicSync(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeOrRemoveSync(temporary, content);
  clearFolder(file);
  renameSync(temporary, file);
}

/** Removes a folder that is where a file must be. */
export function clearFolder(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
}
