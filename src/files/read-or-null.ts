import { readFileSync } from "node:fs";

/** A file's bytes; null if it is not there or cannot be read. */
export function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
