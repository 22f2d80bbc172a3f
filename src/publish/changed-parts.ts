/**
 * The file list of a build that differs in a few files from the last one: only the parts of those files are looked at.
 */

import { fnv1a } from "../content/rules/fnv1a.ts";
import { BUILDS, type BuildRoot, isAsset, type ListedFile, type ListPart, renderListPart } from "./file-list.ts";

export interface FileChanges {
  /** Files with new contents, and new files below _assets/. */
  written: readonly ListedFile[];
  /** Files below _assets/ that are not part of the build any more. */
  removed: readonly string[];
}

export interface ChangedParts {
  parts: BuildRoot["parts"];
  /** Those that are not the last build's. */
  fresh: ListPart[];
  /** What is listed below _assets/. */
  count: number;
  bytes: number;
}

/** Files of a part by its name; null where it is damaged. */
export type ReadPart = (name: string) => ListedFile[] | null;

/**
 * Null where the list cannot be derived from the last one: a part is damaged, or their number changes with the files'.
 */
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
  // As many files as before make as many parts as before.
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
  /** Files more than before. */
  added: number;
  /** Bytes more than before. */
  bytes: number;
}

function changeGroup(last: readonly string[], { written, removed }: FileChanges, read: ReadPart): ChangedGroup | null {
  const group: ChangedGroup = { names: [...last], fresh: [], added: 0, bytes: 0 };
  const places = new Set([...written.map(({ path }) => path), ...removed].map((path) => fnv1a(path) % last.length));
  for (const place of places) {
    const before = read(last[place] ?? "");
    // Empty parts are left out of a list: then places are not what they seem.
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
