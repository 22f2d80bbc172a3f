/** Counts what a build reads of the files in a folder, to compare costs without measuring time. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative, resolve, sep } from "node:path";

/** Bytes read per file, by path in the folder. Counts reads by descriptor, path and promise. */
export async function countReads(folder: string, run: () => Promise<unknown>): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  const opened = new Map<number, string>();
  let counting = true;
  const note = (path: unknown, length: number) => {
    if (!counting) return;
    const file = relative(folder, resolve(String(path)))
      .split(sep)
      .join("/");
    if (!file.startsWith("..")) bytes.set(file, (bytes.get(file) ?? 0) + length);
  };
  const { openSync, readSync, readFileSync } = fs;
  const { readFile } = fs.promises;
  const own = {
    openSync: (...args: Parameters<typeof openSync>) => {
      const fd = openSync(...args);
      opened.set(fd, String(args[0]));
      return fd;
    },
    readSync: (...args: Parameters<typeof readSync>) => {
      const length = readSync(...args);
      note(opened.get(args[0]) ?? "", length);
      return length;
    },
    readFileSync: (...args: Parameters<typeof readFileSync>) => {
      // In some versions of Node it opens and reads by the functions above.
      const isCounting = counting;
      counting = false;
      try {
        const content = readFileSync(...args);
        counting = isCounting;
        note(args[0], Buffer.byteLength(content));
        return content;
      } finally {
        counting = isCounting;
      }
    },
  };
  const readFileCounted = async (...args: Parameters<typeof readFile>) => {
    const content = await readFile(...args);
    note(args[0], Buffer.byteLength(content));
    return content;
  };
  Object.assign(fs, own);
  Object.assign(fs.promises, { readFile: readFileCounted });
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    Object.assign(fs, { openSync, readSync, readFileSync });
    Object.assign(fs.promises, { readFile });
    syncBuiltinESMExports();
  }
  return bytes;
}
