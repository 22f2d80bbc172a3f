/** The file list of a build that differs in a few files from the last one; only the parts with those files are read. */

import { fnv1a } from "../content/rules/fnv1a.ts";
import {
  BUILDS_FOLDER,
  type BuildRoot,
  isAsset,
  type ListedFile,
  type ListPart,
  partCountOf,
  renderListPart,
} from "./file-list.ts";

export interface FileChanges {
  /** Files with new content, and new files below _assets/. */
  written: readonly ListedFile[];
  /** Files that are no longer part of the build. */
  removed: readonly string[];
}

export interface ChangedParts {
  parts: BuildRoot["parts"];
  /** Parts that changed. */
  fresh: ListPart[];
  /** Number of listed files below _assets/. */
  count: number;
  bytes: number;
}

/** Returns a part's files by its name; null if it is damaged. */
export type ReadPart = (name: string) => ListedFile[] | null;

/** Null if the list cannot be derived from the last one: a part is damaged, or the number of parts changes. */
export function changeParts(last: BuildRoot, changes: FileChanges, read: ReadPart): ChangedParts | null {
  const { folders } = last;
  const listed = changes.written.filter(({ path }) => !path.startsWith(BUILDS_FOLDER));
  const ofGroup = (isIn: (path: string) => boolean): FileChanges => ({
    written: listed.filter(({ path }) => isIn(path)),
    removed: changes.removed.filter(isIn),
  });
  const assets = changeGroup(
    last.parts.assets,
    ofGroup((path) => isAsset(path, folders)),
    read,
  );
  const others = changeGroup(
    last.parts.others,
    ofGroup((path) => !isAsset(path, folders)),
    read,
  );
  if (!assets || !others || !hasSameParts(last, { assets: assets.added, others: others.added }, read)) return null;
  return {
    parts: { assets: assets.names, others: others.names },
    fresh: [...assets.fresh, ...others.fresh],
    count: last.count + assets.added + others.added,
    bytes: last.bytes + assets.bytes + others.bytes,
  };
}

/** Whether a new list would have as many parts. The files below _assets/ are counted, the others are the rest. */
function hasSameParts({ parts, count }: BuildRoot, added: { assets: number; others: number }, read: ReadPart): boolean {
  if (added.assets === 0 && added.others === 0) return true;
  const assets = parts.assets.reduce((sum, name) => sum + (read(name)?.length ?? Number.NaN), 0);
  const isSame = (before: number, more: number, names: readonly string[]) =>
    partCountOf(before) === names.length && partCountOf(before + more) === names.length;
  return isSame(assets, added.assets, parts.assets) && isSame(count - assets, added.others, parts.others);
}

interface ChangedGroup {
  names: string[];
  fresh: ListPart[];
  /** Number of files added. */
  added: number;
  /** Number of bytes added. */
  bytes: number;
}

function changeGroup(last: readonly string[], { written, removed }: FileChanges, read: ReadPart): ChangedGroup | null {
  const group: ChangedGroup = { names: [...last], fresh: [], added: 0, bytes: 0 };
  const places = new Set([...written.map(({ path }) => path), ...removed].map((path) => fnv1a(path) % last.length));
  for (const place of places) {
    const before = read(last[place] ?? "");
    // Empty parts are omitted from a list, so positions would be wrong.
    if (!before?.every(({ path }) => fnv1a(path) % last.length === place)) return null;
    const files = new Map(before.map((file) => [file.path, file]));
    for (const path of removed) files.delete(path);
    for (const file of written) if (fnv1a(file.path) % last.length === place) files.set(file.path, file);
    if (files.size === 0) return null; // for the same reason
    const part = renderListPart([...files.values()]);
    group.added += files.size - before.length;
    group.bytes += sizeOf(files.values()) - sizeOf(before);
    if (part.name === last[place]) continue;
    group.names[place] = part.name;
    group.fresh.push(part);
  }
  return group;
}

function sizeOf(files: Iterable<ListedFile>): number {
  let bytes = 0;
  for (const { size } of files) bytes += size;
  return bytes;
}
