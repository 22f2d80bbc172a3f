import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "../content/rules/compare-text.ts";
import { WORK_FOLDER } from "./output-location.ts";

/** Enough names to recognise what is there. */
const LIMIT = 100;

/** Files in out/ that sitegen did not create, sorted, at most a hundred. They are never changed. */
export async function listForeignFiles(out: string, isOwn: (path: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(out, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
      if (found.length >= LIMIT) return;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && path !== WORK_FOLDER) await walk(path);
      else if (path !== WORK_FOLDER && !isOwn(path)) found.push(path);
    }
  };
  await walk("");
  return found;
}
