import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readWithChecksum, writeWithChecksum } from "../checksum-file.ts";
import { contentHash } from "./content-hash.ts";
import { errno } from "./errno.ts";
import { inDomain, LATEST } from "./file-list.ts";
import { isSafePath } from "./paths.ts";
import type { KnownFiles, PublishRecord } from "./publish-record.ts";

/**
 * What earlier builds had and later ones replaced, in the state folder: a file a content, by its hash. A replaced
 * file is kept by a second link to it, so a publish of three pages costs three links, whatever the size of the site.
 * Safe to lose: then earlier builds cannot be put back.
 */
export interface History {
  /** Keeps the files that the next publish replaces or removes. */
  keep(change: Change): void;
  /** Where a content is when it is kept. */
  fileOf(hash: string): string;
  entries(): HistoryEntry[];
  /** Drops what no build that can be put back needs. */
  prune(builds: readonly string[]): void;
}

export interface Change {
  out: string;
  /** The build that is published so far. */
  own: Pick<PublishRecord, "buildId"> & { files: KnownFiles };
  to: string;
  /** Files that are written, and files that go. */
  written: readonly string[];
  removed: readonly string[];
  /** Folders of the domains. */
  folders: readonly string[];
}

/** One publish: from which build to which, and what the earlier one had in the places that changed. */
export interface HistoryEntry {
  number: number;
  from: string;
  to: string;
  /** When, in the ISO form. */
  at: string;
  files: [path: string, hash: string][];
  written: number;
  removed: number;
  /** Some of the pages that changed. */
  pages: string[];
}

const SHOWN_PAGES = 5;

export function openHistory(root: string): History {
  const objects = join(root, "objects");
  const fileOf = (hash: string) => join(objects, hash.slice(0, 2), hash);
  const entries = (): HistoryEntry[] => {
    const names = list(root).filter((name) => /^\d{8}$/.test(name));
    return names.sort().flatMap((name) => parseEntry(readWithChecksum(join(root, name))) ?? []);
  };
  return {
    fileOf,
    entries,
    keep({ out, own, to, folders, ...change }) {
      const from = own.buildId;
      if (from === "" || from === to) return;
      const isReplaced = (path: string) => isReplacedFile(inDomain(path, folders));
      const [written, removed] = [change.written.filter(isReplaced), change.removed.filter(isReplaced)];
      const kept: HistoryEntry["files"] = [];
      for (const path of [...written, ...removed]) {
        const row = own.files.get(path);
        const hash = row && (row.hash || hashOf(join(out, path)));
        if (!hash) continue;
        keepFile(join(out, path), fileOf(hash));
        kept.push([path, hash]);
      }
      const number =
        Number(
          list(root)
            .filter((name) => /^\d{8}$/.test(name))
            .sort()
            .at(-1) ?? 0,
        ) + 1;
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
    prune(builds) {
      const all = entries();
      // The oldest build that stays was left at that entry for the last time; nothing before it is needed.
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

/** Of a file that the record does not know; "" when it is gone. */
function hashOf(file: string): string {
  try {
    return contentHash(readFileSync(file));
  } catch {
    return "";
  }
}

/** Hashed files stay as long as their build does. */
function isReplacedFile(path: string): boolean {
  return path === LATEST || !path.startsWith("_assets/");
}

function nameOf(number: number): string {
  return String(number).padStart(8, "0");
}

/** A link where the file system has them: files of the output folder are replaced and never written into. */
function keepFile(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(file, to);
  } catch (error) {
    if (errno(error) === "EEXIST" || errno(error) === "ENOENT") return;
    copyWhole(file, to);
  }
}

/** A full disk leaves no part of a file under the name of the whole. */
function copyWhole(file: string, to: string): void {
  try {
    copyFileSync(file, to);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function parseEntry(text: string | null): HistoryEntry | null {
  if (text === null) return null;
  const entry = JSON.parse(text) as HistoryEntry; // its checksum is right: as it was written
  return entry.files.every(([path]) => isSafePath(path)) ? entry : null;
}
