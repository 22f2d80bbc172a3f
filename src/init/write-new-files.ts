import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TextFile } from "./block-files.ts";

export interface WriteResult {
  /** Paths relative to the folder. */
  written: string[];
  /** Existing files that were not changed. */
  kept: string[];
}

/** A file given as text, or copied from another. */
export type NewFile = TextFile | { path: string; from: string };

export async function writeNewFiles(dir: string, files: readonly NewFile[]): Promise<WriteResult> {
  const result: WriteResult = { written: [], kept: [] };
  for (const file of files) {
    const target = join(dir, file.path);
    if (existsSync(target)) {
      result.kept.push(file.path);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    if ("from" in file) await copyFile(file.from, target);
    else await writeFile(target, file.text);
    result.written.push(file.path);
  }
  return result;
}

/** Includes the working folders of builds, beside the output, and of deploys, in the target folder. */
const IGNORED = ["node_modules/", "out/", "out-release-*/", ".*.sitegen/", ".sitegen-deploy/", ".sitegen/", ".env"];

/** Adds missing lines to .gitignore; returns whether there were any. */
export async function extendGitignore(dir: string): Promise<boolean> {
  const path = join(dir, ".gitignore");
  const before = await readFile(path, "utf8").catch(() => "");
  const lines = before.split(/\r?\n/);
  const missing = IGNORED.filter((line) => !lines.includes(line));
  if (missing.length === 0) return false;
  await writeFile(path, `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
  return true;
}
