/** Hashes of source files' contents: a fresh checkout has the same files with other times. */
import { readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import { sitegenError } from "../problems/errors.ts";
import { readWithChecksum, writeWithChecksum } from "./checksum-file.ts";
import { contentHash } from "./hash.ts";
import { readOrNull } from "./read-or-null.ts";
import { statOf } from "./stat-of.ts";

const opened = new Map<string, ReturnType<typeof open>>();

/** The hashes that a folder keeps; this process reads them once. */
export function fileHashes(folder: string) {
  const known = opened.get(folder) ?? open(join(folder, "hashes.json"));
  opened.set(folder, known);
  return known;
}

function open(index: string) {
  const text = readWithChecksum(index);
  const rows: unknown = JSON.parse(text ?? "[]");
  const isKnown = Array.isArray(rows) && rows.every(Array.isArray); // another version may have written it otherwise
  const before = new Map(isKnown ? (rows as [path: string, file: [stamp: string, hash: string]][]) : []);
  const asked: typeof before = new Map();
  let isChanged = false;
  const of = (path: string, stamp = fileStamp(path)) => {
    if (stamp === "") return "";
    const known = asked.get(path) ?? before.get(path);
    const isSame = known?.[0] === stamp;
    // That of its size and time if it cannot be read.
    const hash = isSame ? known[1] : contentHash(readOrNull(path) ?? stamp);
    isChanged ||= !isSame;
    asked.set(path, [stamp, hash]);
    return hash;
  };
  return {
    /** Hash of a file's content, which is read again if its size or time has changed; "" if there is no such file. */
    of: (path: string) => of(path),
    /** That of a file which was read since `begun`; "" if it was saved in the meantime, since no one knows what was read. */
    ofRead(path: string, begun: number): string {
      const hash = of(path);
      const saved = statOf(path)?.ctimeMs ?? 0;
      return Math.floor(saved) > begun ? "" : hash;
    },
    /** Hash over names and content of files, and of all files below folders; paths are relative to `root`. */
    below(root: string, paths: readonly string[]): string {
      const files = paths.flatMap((path) => [...filesBelow(root, path)]);
      const lines = files.map(([path, info]) => `${path} ${of(join(root, path), stampOf(info))}`);
      return contentHash(lines.sort().join("\n"));
    },
    /** Keeps them for the next run. */
    save(): void {
      if (isChanged) writeWithChecksum(index, JSON.stringify([...asked]));
      isChanged = false;
    },
  };
}

/** Size and times; "" for what is no file. */
export function fileStamp(path: string): string {
  const info = statOf(path);
  return info?.isFile() ? stampOf(info) : "";
}

/**
 * A file, or all files below a folder, with their paths relative to `root`. Throws CONFIG_INVALID for a link to a folder
 * around it, below which files have no end.
 */
export function* filesBelow(
  root: string,
  path: string,
  around: readonly string[] = [],
): Iterable<[path: string, info: Stats]> {
  const full = join(root, path);
  const info = statOf(full);
  if (info?.isFile()) yield [path, info];
  if (!info?.isDirectory()) return;
  const real = realpathSync(full);
  if (around.some((folder) => `${folder}/`.startsWith(`${real}/`)))
    throw sitegenError("CONFIG_INVALID", {
      message: `${full} is a link to a folder around it.`,
      hint: "Remove the link.",
    });
  for (const name of readdirSync(full)) yield* filesBelow(root, join(path, name), [...around, real]);
}

/** Archives give every file the same time, as those of npm do: only the file system's own says that it was replaced. */
function stampOf({ size, mtimeMs, ctimeMs }: Pick<Stats, "size" | "mtimeMs" | "ctimeMs">): string {
  return `${size} ${mtimeMs} ${ctimeMs}`;
}
