import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NEEDED = 4 * 2 ** 30;

/**
 * All temporary files of a run are in one folder, which is removed with what browsers leave there, also when the run is
 * interrupted. Tests write and delete some hundred thousand small files: where there is room in memory and nobody has
 * chosen another folder, it is there.
 */
export function setup(): () => void {
  // Vitest asks for each project. The path stays short, since browsers put sockets below it.
  if (process.env.SITEGEN_TESTS_FOLDER) return () => undefined;
  const base = !process.env.TMPDIR && freeIn(MEMORY) >= NEEDED ? MEMORY : tmpdir();
  const folder = mkdtempSync(join(base, "sitegen-tests-"));
  process.env.SITEGEN_TESTS_FOLDER = folder;
  // nginx reads what it serves as a user of its own.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  return remove;
}

function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
