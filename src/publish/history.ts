import { copyFileSync, linkSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";
import { contentHash } from "../files/hash.ts";
import { namesIn, readOrNull } from "../files/read-or-null.ts";
import { errno } from "../problems/cause.ts";
import { isAsset } from "./file-list.ts";
import { isBuildId, isContentHash, isSafePath, isWholeNumber } from "./paths.ts";
import type { KnownFiles, PublishRecord } from "./publish-record.ts";

/**
 * Content of earlier builds that later ones replaced, in the state folder, one file per content hash. A replaced file
 * is kept as a hard link, so publishing three pages costs three links, whatever the size of the site. Can be deleted
 * safely; earlier builds can then not be restored.
 */
export type BuildHistory = ReturnType<typeof openHistory>;

export interface Change {
  out: string;
  /** The published build. */
  own: Pick<PublishRecord, "buildId"> & { files: KnownFiles };
  to: string;
  written: readonly string[];
  removed: readonly string[];
  folders: readonly string[];
}

/** One publish: its two builds, and the replaced files of the earlier one. */
export interface HistoryEntry {
  number: number;
  from: string;
  to: string;
  /** Time in ISO format. */
  at: string;
  files: [path: string, hash: string][];
  written: number;
  removed: number;
  /** Some of the changed pages. */
  pages: string[];
}

const SHOWN_PAGES = 100;

export function openHistory(root: string) {
  const objects = join(root, "objects");
  /** Path of a kept content. */
  const fileOf = (hash: string) => join(objects, hash.slice(0, 2), hash);
  const names = () =>
    namesIn(root)
      .filter((name) => /^\d{8}$/.test(name))
      .sort();
  const entries = (): HistoryEntry[] => names().flatMap((name) => parseEntry(readWithChecksum(join(root, name))) ?? []);
  return {
    fileOf,
    entries,
    /** Keeps the files that the next publish replaces or removes. */
    keep({ out, own, to, folders, ...change }: Change): void {
      const from = own.buildId;
      if (from === "" || from === to) return;
      // Hashed files are kept as long as their build.
      const isReplaced = (path: string) => !isAsset(path, folders);
      const [written, removed] = [change.written.filter(isReplaced), change.removed.filter(isReplaced)];
      const kept: HistoryEntry["files"] = [];
      for (const path of [...written, ...removed]) {
        const row = own.files.get(path);
        // A file that is not in the record is read, if it exists.
        const bytes = row?.hash === "" ? readOrNull(join(out, path)) : null;
        const hash = bytes ? contentHash(bytes) : row?.hash;
        if (!hash) continue;
        keepFile(join(out, path), fileOf(hash));
        kept.push([path, hash]);
      }
      const number = Number(names().at(-1) ?? 0) + 1;
      const isPage = (path: string) => path.endsWith("index.html");
      const entry: HistoryEntry = {
        number,
        from,
        to,
        at: new Date().toISOString(),
        files: kept,
        written: written.length,
        removed: removed.length,
        pages: [...written, ...removed].filter(isPage).slice(0, SHOWN_PAGES),
      };
      writeWithChecksum(join(root, nameOf(number)), JSON.stringify(entry));
    },
    /** Removes what no restorable build needs. */
    prune(builds: readonly string[]): void {
      const all = entries();
      // This entry is the last one that replaced the oldest kept build; earlier ones are not needed.
      const first = all.findLast(({ from }) => from === builds[0])?.number ?? 0;
      const [old, used] = [all.filter(({ number }) => number < first), all.filter(({ number }) => number >= first)];
      if (old.length === 0) return;
      const needed = new Set(used.flatMap(({ files }) => files.map(([, hash]) => hash)));
      for (const { number, files } of old) {
        for (const [, hash] of files) if (!needed.has(hash)) rmSync(fileOf(hash), { force: true });
        rmSync(join(root, nameOf(number)), { force: true });
      }
    },
  };
}

function nameOf(number: number): string {
  return String(number).padStart(8, "0");
}

/** Links the file if the file system supports it; output files are replaced and never modified. */
function keepFile(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(file, to);
  } catch (error) {
    if (errno(error) === "EEXIST" || errno(error) === "ENOENT") return;
    try {
      copyFileSync(file, to);
    } catch (cause) {
      rmSync(to, { force: true }); // on a full disk, no incomplete file has the final name
      throw cause;
    }
  }
}

function parseEntry(text: string | null): HistoryEntry | null {
  if (text === null) return null;
  const entry = JSON.parse(text) as HistoryEntry; // its checksum is right
  const isWhole = isBuildId(entry.from) && isBuildId(entry.to) && isWholeNumber(entry.number);
  return isWhole && entry.files.every(([path, hash]) => isSafePath(path) && isContentHash(hash)) ? entry : null;
}
