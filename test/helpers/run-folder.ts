import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The folder that the test files of one run share. */
export function siteFolder(): string {
  return join(tmpdir(), "shared");
}

/** Makes a folder in it; false if another test file was first, which then makes what is in it. */
export function claim(folder: string): boolean {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
