/** Watches folders for changed files; reports once no more changes come in. */
import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface WatchedFolders {
  /** Folders watched with all below them. */
  deep: readonly string[];
  /** Folders of which only the files count. */
  flat?: readonly string[];
}

export interface FolderWatch {
  /** Takes folders in that came since, or other ones; call it before reading what changed. */
  refresh(folders?: WatchedFolders): Promise<void>;
  close(): void;
}

export interface WatchOptions extends WatchedFolders {
  /** Folders below the deep ones that are left out, by absolute path. Those with a dot in front always are. */
  ignore?: (folder: string) => boolean;
  /** Files that count, where only some do; their names may begin with a dot. */
  only?: (path: string) => boolean;
  /** Milliseconds without another change after which `onChange` is called. */
  debounceMs: number;
  /** Absolute paths of what was written, made, renamed or removed: files and folders. */
  onChange: (paths: ReadonlySet<string>) => void;
}

/**
 * One watcher a folder: recursive watching misses files in folders that have just been made (Linux), and a
 * watched folder sees editors that write beside the file and rename.
 */
export async function watchFolders(options: WatchOptions): Promise<FolderWatch> {
  const { ignore = () => false, only, debounceMs, onChange } = options;
  const watchers = new Map<string, FSWatcher>();
  let wanted: WatchedFolders = options;
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const tell = () => {
    const paths = changed;
    changed = new Set();
    onChange(paths);
  };

  const seen = (folder: string, name: string | null) => {
    const path = join(folder, name ?? "");
    const counts = only ? only(path) : !name?.startsWith(".") && !ignore(path);
    if (!counts || closed) return;
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, debounceMs);
  };

  const add = (folder: string) => {
    if (watchers.has(folder) || closed) return;
    try {
      const watcher = watch(folder, (_event, name) => seen(folder, name));
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

  const refresh = async (folders: WatchedFolders = wanted) => {
    wanted = folders;
    const below = await Promise.all(folders.deep.map((root) => foldersBelow(root, ignore)));
    const present = new Set([...below.flat(), ...(folders.flat ?? [])]);
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

/** The folder and all below it; what is left out is not looked into. */
async function foldersBelow(root: string, ignore: (folder: string) => boolean): Promise<string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    const folders = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => join(root, entry.name))
      .filter((folder) => !ignore(folder));
    return [root, ...(await Promise.all(folders.map((folder) => foldersBelow(folder, ignore)))).flat()];
  } catch {
    return []; // gone meanwhile
  }
}
