/** Watches folders for changed files; reports them after a pause. */
import { type FSWatcher, lstatSync, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isWithin } from "./real-path.ts";

export interface WatchedFolders {
  /** Folders watched recursively. */
  deep: readonly string[];
  /** Folders of which only the files are watched. */
  flat?: readonly string[];
}

export interface WatchOptions extends WatchedFolders {
  /** Subfolders to ignore, by absolute path. Those with a leading dot, but for `.well-known`, are always ignored. */
  ignore?: (folder: string) => boolean;
  /** Restricts the files; their names may have a leading dot. */
  only?: (path: string) => boolean;
  /** Milliseconds without a further change before `onChange` is called. */
  debounceMs: number;
  /** Absolute paths of files and folders that were written, created, renamed or removed. */
  onChange: (paths: ReadonlySet<string>) => void;
}

export type FolderWatch = Awaited<ReturnType<typeof watchFolders>>;

/**
 * One watcher per folder: recursive watching misses files in new folders (Linux), and watching folders also catches
 * editors that write a temporary file and rename it.
 */
export async function watchFolders(options: WatchOptions) {
  const { ignore = () => false, only, debounceMs, onChange } = options;
  const watchers = new Map<string, FSWatcher>();
  let wanted: WatchedFolders = options;
  let changed = new Set<string>();
  /** True while a new folder is not watched yet: changes in it are not reported. */
  let newFolders = false;
  let allWatched: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const report = async () => {
    if (newFolders) {
      newFolders = false;
      allWatched = Promise.all([allWatched, refresh(wanted)]);
    }
    await allWatched;
    const paths = changed;
    changed = new Set();
    if (paths.size > 0 && !closed) onChange(paths);
  };

  const seen = (folder: string, name: string | null, event: string) => {
    const path = join(folder, name ?? "");
    // The watcher of a folder that was removed or moved away says nothing of the one that is at its place by now.
    if (event === "rename") for (const one of watchers.keys()) if (isWithin(one, path)) drop(one);
    const counts = only ? only(path) : !isHidden(name ?? "") && !ignore(path);
    if (!counts || closed) return;
    newFolders ||= event === "rename" && !!lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => void report(), debounceMs);
  };

  const add = (folder: string) => {
    if (watchers.has(folder) || closed) return;
    try {
      const watcher = watch(folder, (event, name) => seen(folder, name, event));
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

  /** Watches a folder before it reads which others are in it, so that none is missed. Returns all of them. */
  const addDeep = async (folder: string): Promise<string[]> => {
    add(folder);
    const below = await subfolders(folder);
    return [folder, ...(await Promise.all(below.filter((one) => !ignore(one)).map(addDeep))).flat()];
  };

  /** Watches other folders. New subfolders of those that are watched need no call. */
  const refresh = async (folders: WatchedFolders): Promise<void> => {
    wanted = folders;
    const { deep, flat = [] } = folders;
    const before = [...watchers];
    for (const folder of flat) add(folder);
    const present = new Set([...(await Promise.all(deep.map(addDeep))).flat(), ...flat]);
    // Another refresh may have added folders meanwhile.
    for (const [folder, watcher] of before) if (!present.has(folder) && watchers.get(folder) === watcher) drop(folder);
  };

  await refresh(options);
  return {
    refresh,
    close() {
      closed = true;
      clearTimeout(timer);
      for (const folder of watchers.keys()) drop(folder);
    },
  };
}

function isHidden(name: string): boolean {
  return name.startsWith(".") && name !== ".well-known";
}

async function subfolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !isHidden(entry.name))
      .map(({ name }) => join(folder, name));
  } catch {
    return []; // removed meanwhile
  }
}
