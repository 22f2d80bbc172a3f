/** Watches a folder and all below it; tells once things are quiet. */
import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface FolderWatch {
  /** Takes folders in that came since; call it before reading what changed. */
  refresh(): Promise<void>;
  close(): void;
}

const QUIET_MS = 60;

/**
 * One watcher a folder: recursive watching misses files in folders that have just been made (Linux), and a
 * watched folder sees editors that write beside the file and rename.
 */
export async function watchFolder(root: string, onChange: () => void): Promise<FolderWatch> {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const seen = (name: string | null) => {
    if (name?.startsWith(".") || closed) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
  };

  const add = (folder: string) => {
    if (watchers.has(folder) || closed) return;
    try {
      const watcher = watch(folder, (_event, name) => seen(name));
      watchers.set(folder, watcher);
      // A folder that goes away takes its watcher with it; its parent tells of that.
      watcher.on("error", () => drop(folder));
    } catch {
      // Gone before it could be watched.
    }
  };

  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const refresh = async () => {
    const present = new Set(await foldersBelow(root));
    for (const folder of watchers.keys()) if (!present.has(folder)) drop(folder);
    for (const folder of present) add(folder);
  };

  await refresh();
  return {
    refresh,
    close() {
      closed = true;
      clearTimeout(timer);
      for (const folder of watchers.keys()) drop(folder);
    },
  };
}

async function foldersBelow(root: string): Promise<string[]> {
  try {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
    return [root, ...folders.map((entry) => join(entry.parentPath, entry.name))];
  } catch {
    return [];
  }
}
