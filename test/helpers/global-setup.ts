import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MEMORY = "/dev/shm";
const NEEDED = 4 * 2 ** 30;

/**
 * Puts all temporary files of a run into one folder and removes it at the end, also after an interrupt, including
 * leftovers of browsers. Tests write and delete some hundred thousand small files, so the folder is in memory if there
 * is enough space and no other folder is configured.
 */
export async function setup(): Promise<() => void> {
  // Vitest calls this for each project. The path is short, since browsers create sockets in it.
  if (process.env.SITEGEN_TESTS_FOLDER) return () => undefined;
  const base = !process.env.TMPDIR && freeIn(MEMORY) >= NEEDED ? MEMORY : tmpdir();
  const folder = mkdtempSync(join(base, "sitegen-tests-"));
  process.env.SITEGEN_TESTS_FOLDER = folder;
  // nginx reads the served files as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 15 });
  process.once("exit", remove);
  await bundleProgram();
  return remove;
}

/** Some tests run the bundled program. A command of the checkout bundles it itself on Node 20 alone. */
async function bundleProgram(): Promise<void> {
  const script = new URL("../../scripts/build-cli.mjs", import.meta.url);
  const { buildCli } = (await import(script.href)) as { buildCli(root: string): Promise<boolean> };
  await buildCli(fileURLToPath(new URL("../..", import.meta.url)));
}

function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
