/** Watches folders for changed files; reports them after a pause. */
import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface WatchedFolders {
  /** Folders watched recursively. */
  deep: readonly string[];
  /** Folders of which only the files are watched. */
  flat?: readonly string[];
}

export interface FolderWatch {
  /** Watches new or other folders; call it before reading what changed. */
  refresh(folders?: WatchedFolders): Promise<void>;
  close(): void;
}

export interface WatchOptions extends WatchedFolders {
  /** Subfolders to ignore, by absolute path. Those with a leading dot are always ignored. */
  ignore?: (folder: string) => boolean;
  /** Restricts the files; their names may have a leading dot. */
  only?: (path: string) => boolean;
  /** Milliseconds without a further change before `onChange` is called. */
  debounceMs: number;
  /** Absolute paths of files and folders that were written, created, renamed or removed. */
  onChange: (paths: ReadonlySet<string>) => void;
}

/**
 * One watcher per folder: recursive watching misses files in new folders (Linux), and watching folders also catches
 * editors that write a temporary file and rename it.
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
      // A removed folder closes its watcher; the parent reports the removal.
      watcher.on("error", () => drop(folder));
    } catch {
      // Removed before it could be watched.
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

/** A folder and its subfolders, without ignored ones. */
async function foldersBelow(root: string, ignore: (folder: string) => boolean): Promise<string[]> {
  try {
    const entries = await readdir(root, { withFileTypes: true });
    const folders = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => join(root, entry.name))
      .filter((folder) => !ignore(folder));
    return [root, ...(await Promise.all(folders.map((folder) => foldersBelow(folder, ignore)))).flat()];
  } catch {
    return []; // removed meanwhile
  }
}
