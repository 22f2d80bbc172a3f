import { type FileHandle, open, realpath } from "node:fs/promises";
import { join } from "node:path";

export interface OpenFile {
  handle: FileHandle;
  size: number;
  modified: number;
  /** Changes whenever the file is replaced. */
  tag: string;
}

/** What a file system says when there is simply no such file. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "EINVAL", "ELOOP", "EACCES", "EPERM"]);

/**
 * Opens a file below the root and reads its size and time from the open file, so that an answer is one whole version even
 * while a publish replaces it. Null where there is none, and for links that lead out of the root.
 */
export async function openFile(root: string, path: string): Promise<OpenFile | null> {
  let handle: FileHandle | undefined;
  try {
    const file = join(root, path);
    if (!isBelow(await realpath(file), await realpath(root))) return null;
    handle = await open(file, "r");
    const stat = await handle.stat();
    if (stat.isFile()) {
      const tag = [stat.ino, stat.size, Math.round(stat.mtimeMs)].map((part) => part.toString(36)).join("-");
      return { handle, size: stat.size, modified: stat.mtimeMs, tag };
    }
  } catch (error) {
    await handle?.close();
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
  await handle.close();
  return null;
}

function isBelow(file: string, root: string): boolean {
  return file.startsWith(root.endsWith("/") ? root : `${root}/`);
}
