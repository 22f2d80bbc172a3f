/** Writes files atomically: to a temporary file that is then renamed. */
import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { writeOrRemove, writeOrRemoveSync } from "./full-disk.ts";

/**
 * A leftover temporary file with the same suffix is overwritten; without a lock, the suffix must be unique to the
 * writer, as the default is.
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  suffix: string = `${randomUUID()}.tmp`,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${suffix}`;
  await writeOrRemove(temporary, content);
  removeFolderAt(file);
  await rename(temporary, file);
}

/** The same synchronously, with the process id as suffix. Large content may come in parts. */
export function writeFileAtomicSync(file: string, content: string | Uint8Array | Iterable<Uint8Array>): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeOrRemoveSync(temporary, typeof content === "string" || content instanceof Uint8Array ? [content] : content);
  removeFolderAt(file);
  renameSync(temporary, file);
}

/** Removes a folder in the place of a file; a link is replaced like a file, wherever it leads. */
export function removeFolderAt(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) rmSync(file, { recursive: true });
}
