/** The file list of a build that differs in a few files from the last one; only the parts with those files are read. */

import { fnv1a } from "../content/rules/fnv1a.ts";
import { BUILDS, type BuildRoot, isAsset, type ListedFile, type ListPart, renderListPart } from "./file-list.ts";

export interface FileChanges {
  /** Files with new content, and new files below _assets/. */
  written: readonly ListedFile[];
  /** Files below _assets/ that are no longer part of the build. */
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
  const listed = changes.written.filter(({ path }) => !path.startsWith(BUILDS));
  const assets = changeGroup(
    last.parts.assets,
    { written: listed.filter(({ path }) => isAsset(path, folders)), removed: changes.removed },
    read,
  );
  const others = changeGroup(
    last.parts.others,
    { written: listed.filter(({ path }) => !isAsset(path, folders)), removed: [] },
    read,
  );
  // The same number of files means the same number of parts.
  if (!assets || !others || assets.added !== 0 || others.added !== 0) return null;
  return {
    parts: { assets: assets.names, others: others.names },
    fresh: [...assets.fresh, ...others.fresh],
    count: last.count,
    bytes: last.bytes + assets.bytes + others.bytes,
  };
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
