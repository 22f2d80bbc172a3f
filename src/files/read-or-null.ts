import { readdirSync, readFileSync } from "node:fs";

/** A file's bytes; null if it is not there or cannot be read. */
export function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** What is in a folder; nothing if it is not there or cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
