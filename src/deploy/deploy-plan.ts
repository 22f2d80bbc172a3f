import { type BuildRoot, controlFiles, LATEST_FILE, type ListedFile, metaPath } from "../publish/file-list.ts";
import type { LocalBuild } from "./local-build.ts";
import type { BuildLists, RemoteState } from "./remote-builds.ts";

export interface PlannedFile extends ListedFile {
  /** False if the target has an older version. */
  isNew: boolean;
  /** A hashed file that only the live tree has, of a build before this one. */
  isOfLive?: boolean;
}

export interface DeployPlan {
  uploads: Map<string, PlannedFile>;
  /** Uploads that the target may already have; these are compared first. */
  uncertain: Set<string>;
  remove: string[];
  /** Number of files on the target afterwards. */
  total: number;
}

/**
 * Decides what to upload and remove, from the build lists alone. Builds are compared by the parts of their lists that
 * differ, so the work depends on what changed and not on the size of the site.
 */
export async function planDeploy(options: {
  local: LocalBuild;
  remote: RemoteState;
  lists: BuildLists;
  keepBuilds: number;
  /** The builds that visitors have of another tree: their hashed files stay, as those of the served build do. */
  live?: readonly BuildRoot[] | undefined;
  /** True: compare every file. */
  full: boolean;
}): Promise<DeployPlan> {
  const { local, remote, lists, full, live = [] } = options;
  const { root } = local;
  const { served } = remote;
  const stay = await keptRoots(options);
  const own = await wantedFiles([root, ...local.kept], lists);
  const wanted = new Map<string, Omit<PlannedFile, "isNew">>(own);
  for (const [path, file] of await wantedFiles(live, lists))
    if (!own.has(path)) wanted.set(path, { ...file, isOfLive: true });
  const present = await presentFiles(local, remote, { lists, wanted });
  const pages = await changedPages(root, served, lists);
  const interrupted = await interruptedFiles(root, remote, lists);

  const uploads = new Map<string, PlannedFile>();
  for (const file of [...wanted.values(), ...pages.changed, ...interrupted.again]) {
    const isThere = present.has(file.path);
    if (!isThere || interrupted.paths.has(file.path)) {
      uploads.set(file.path, { ...file, isNew: !pages.had.has(file.path) && !isThere });
    }
  }
  if (full) {
    const all = await lists.files(root.parts.others);
    for (const file of [...all.files, ...wanted.values()]) uploads.set(file.path, { ...file, isNew: false });
  }
  if (served?.id !== root.id || full || remote.isUnfinished) uploads.set(LATEST_FILE, controlFile(LATEST_FILE));
  const uncertain = full
    ? new Set([...uploads.keys()].filter((path) => path !== LATEST_FILE))
    : new Set([...interrupted.paths].filter((path) => uploads.has(path)));
  const dropped = await droppedFiles({ remote, stay, lists });
  // Lists of removed builds are deleted last: if this deploy is interrupted, they say what else to remove.
  const remove = [...new Set([...pages.gone.sort(), ...interrupted.gone, ...dropped])].filter(
    (path) => !wanted.has(path),
  );
  const assets = await lists.files(root.parts.assets);
  return { uploads, uncertain, remove, total: root.count - assets.files.length + wanted.size + 1 };
}

function controlFile(path: string): PlannedFile {
  return { path, hash: "", size: 0, isNew: false };
}

/** Builds whose files stay: those of the output folder, the served one, and as many of the target's as configured. */
async function keptRoots(options: Parameters<typeof planDeploy>[0]): Promise<(BuildRoot | null)[]> {
  const { local, remote, lists, keepBuilds } = options;
  const known = new Set([local.root.id, ...local.kept.map(({ id }) => id)]);
  const others = remote.builds.filter((id) => !known.has(id) && id !== remote.served?.id);
  const servedIsOther = remote.served !== null && !known.has(remote.served.id);
  const room = Math.max(0, keepBuilds - local.kept.length - Number(servedIsOther));
  const filling = room === 0 ? [] : others.slice(-room);
  const roots = await Promise.all(filling.map((id) => lists.root(id)));
  return [local.root, ...local.kept, ...(remote.served ? [remote.served] : []), ...(options.live ?? []), ...roots];
}

/** Hashed files and lists of this build and of earlier ones in the output folder. */
async function wantedFiles(roots: readonly BuildRoot[], lists: BuildLists): Promise<Map<string, ListedFile>> {
  const { files } = await lists.files(new Set(roots.flatMap(({ parts }) => parts.assets)));
  const wanted = new Map(files.map((file) => [file.path, file]));
  for (const path of roots.flatMap(controlFiles)) wanted.set(path, controlFile(path));
  return wanted;
}

/** The wanted files that need no upload, because they belong to a build that the target has completely. */
async function presentFiles(
  { root, kept }: LocalBuild,
  remote: RemoteState,
  options: { lists: BuildLists; wanted: ReadonlyMap<string, ListedFile> },
): Promise<Set<string>> {
  const { lists, wanted } = options;
  const pending = new Set(remote.pending.map(({ id }) => id));
  const whole = remote.builds.filter((id) => id === remote.served?.id || !pending.has(id));
  // After a rollback the target may have this build already.
  const near = [root, ...kept, ...(remote.served ? [remote.served] : [])].filter(({ id }) => whole.includes(id));
  const present = new Set(near.flatMap(controlFiles));
  const add = async (roots: readonly BuildRoot[]) => {
    const { files } = await lists.files(new Set(roots.flatMap(({ parts }) => parts.assets)));
    for (const { path } of files) present.add(path);
  };
  await add(near);
  // Lists that only the target has are downloaded only if they may save an upload.
  const isMissing = [...wanted].some(([path, { hash }]) => hash !== "" && !present.has(path));
  if (!isMissing) return present;
  const far = whole.filter((id) => !near.some((root) => root.id === id));
  const roots = await Promise.all(far.map((id) => lists.root(id)));
  await add(roots.filter((root) => root !== null));
  return present;
}

/** Files outside _assets/ that differ between two builds. */
export async function changedPages(root: BuildRoot, served: BuildRoot | null, lists: BuildLists) {
  const now = await lists.files(without(root.parts.others, served?.parts.others ?? []));
  const before = await lists.files(without(served?.parts.others ?? [], root.parts.others));
  const had = new Map(before.files.map(({ path, hash }) => [path, hash]));
  const has = new Set(now.files.map(({ path }) => path));
  return {
    had,
    changed: now.files.filter(({ path, hash }) => had.get(path) !== hash),
    gone: [...had.keys()].filter((path) => !has.has(path)),
  };
}

/** Files that an interrupted deploy may have changed: those in which its builds differ from the served one. */
async function interruptedFiles(root: BuildRoot, { served, pending }: RemoteState, lists: BuildLists) {
  const paths = new Set<string>();
  const again: ListedFile[] = [];
  const gone: string[] = [];
  const partsOfServed = served ? [...served.parts.assets, ...served.parts.others] : [];
  for (const build of pending) {
    const { assets, others } = build.parts;
    const theirs = await lists.files(without([...assets, ...others], partsOfServed));
    const before = await lists.files(without(partsOfServed, [...assets, ...others]));
    const had = new Map(before.files.map(({ path, hash }) => [path, hash]));
    for (const { path, hash } of theirs.files) if (had.get(path) !== hash) paths.add(path);
    if (build.id !== served?.id) for (const path of controlFiles(build)) paths.add(path);
    const now = await lists.files(without(root.parts.others, others));
    const has = new Set(now.files.map(({ path }) => path));
    again.push(...now.files.filter(({ path }) => paths.has(path)));
    const left = await lists.files(without(others, root.parts.others));
    gone.push(...left.files.map(({ path }) => path).filter((path) => !has.has(path)));
  }
  return { paths, again, gone };
}

/** Hashed files and lists of removed builds that no other build needs. */
async function droppedFiles(options: {
  remote: RemoteState;
  stay: readonly (BuildRoot | null)[];
  lists: BuildLists;
}): Promise<string[]> {
  const { remote, lists } = options;
  const stay = options.stay.filter((root) => root !== null);
  const ids = new Set(stay.map(({ id }) => id));
  const dropped = await Promise.all(remote.builds.filter((id) => !ids.has(id)).map((id) => lists.root(id)));
  const roots = dropped.filter((root) => root !== null);
  if (roots.length === 0) return [];
  const control = new Set(stay.flatMap(controlFiles));
  const lost = roots.flatMap(controlFiles).filter((path) => !control.has(path));
  const shared = new Set(stay.flatMap(({ parts }) => parts.assets));
  const candidates = await lists.files(new Set(roots.flatMap(({ parts }) => without(parts.assets, [...shared]))));
  if (candidates.files.length === 0) return lost.sort();
  const needed = await lists.files(shared);
  // If a list cannot be read, it is unknown what that build needs.
  if (!needed.isWhole || stay.length < options.stay.length) return lost;
  const used = new Set(needed.files.map(({ path }) => path));
  return [...candidates.files.map(({ path }) => path).filter((path) => !used.has(path)), ...lost];
}

export function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
}

/**
 * True for the files that list a build; they are uploaded first, so that the next deploy knows what an interrupted one
 * was doing.
 */
export function isBuildList(path: string, root: BuildRoot): boolean {
  return controlFiles(root).includes(path) && path !== metaPath(root.id);
}
