import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { contentHash } from "../files/hash.ts";
import { sitegenError } from "../problems/errors.ts";
import { compareFile, isUntouched } from "./compare-file.ts";
import { foldersOf, foreignFile, listForeignFiles } from "./folders.ts";
import { assertSafePath, parentsOf } from "./paths.ts";
import type { StagedFile, StagedKind } from "./publish-plan.ts";
import type { FileRow, PublishRecord } from "./publish-record.ts";
import type { Session } from "./session.ts";
import { byteSize, type RenderedFile, type StagedAt, TREE_FOLDER } from "./stage.ts";

/** `from` of a file that has the same path in the stage: one constant instead of a text for each file. */
const SAME_PATH = "";

/** A file of the current build: its row, and its path in the stage unless out/ already has it. */
export interface BuildFile extends FileRow {
  from: string | null;
  /** See `StagedAt`. */
  isCounted?: true;
  isNew: boolean;
  kind: StagedKind;
  source: string;
}

export interface PutOptions {
  /** What created the file, for the error if two create the same one. */
  source?: string;
  /** Redirect stubs are published after the pages. */
  kind?: StagedKind;
}

export interface OutputFiles {
  /** Stages a file unless out/ already has it; returns its content hash. */
  put(path: string, bytes: Uint8Array | string, options?: PutOptions): Promise<string>;
  /** Adds a file that a render thread staged in `stageLocation`. */
  adopt(path: string, file: RenderedFile, options?: PutOptions): Promise<string>;
  /**
   * Keeps a file of the last publish. False if it does not exist any more or has another hash than the given one; the
   * caller then renders it.
   */
  keep(path: string, options?: PutOptions & { hash?: string }): boolean;
  has(path: string): boolean;
  /** Bytes of a file of this build; null if it has none. */
  read(path: string): Buffer | null;
  /** A file of this build. */
  row(path: string): FileRow | undefined;
  /** Removes a file of the last build from this one, unless it is put as well. */
  drop(path: string): void;
}

/** Files of the last build that stay part of this one without being put or kept one by one. */
export type StayingFiles = (path: string) => boolean;

export interface BuildFiles extends OutputFiles {
  /** From now on these files stay, unless they are dropped. */
  stay(isStaying: StayingFiles): void;
  /** Keeps a file of the last publish without checking it. */
  carry(path: string): void;
  /** Those whose path is wanted. */
  all(isWanted?: (path: string) => boolean): Iterable<readonly [path: string, file: FileRow]>;
  dropped(): Iterable<string>;
  /** The files that were put, kept or dropped. */
  touched(): string[];
  /** The rows of the files that were put or kept. */
  rows(): ReadonlyMap<string, FileRow>;
  staged(): StagedFile[];
  /** Bytes of the staged files, and whether not all fit into the stage. */
  spaceNeeded(): { bytes: number; isLacking: boolean };
}

export function openBuildFiles(
  session: Session,
  { files, elsewhere }: Pick<PublishRecord, "files" | "elsewhere">,
): BuildFiles {
  const { stage, fresh } = session;
  const { out, work } = session.location;
  const entries = new Map<string, BuildFile>();
  const dropped = new Set<string>();
  let isStaying: StayingFiles = () => false;
  const mayStay = (path: string) => !dropped.has(path) && !entries.has(path) && isStaying(path);
  const stays = (path: string) => files.has(path) && mayStay(path);
  const claim = claims(entries, isCaseInsensitive(work));
  const folders = foldersOf(out);
  const foreignBelow = async (folder: string): Promise<string[]> =>
    (await listForeignFiles(join(out, folder), (path) => files.has(`${folder}/${path}`))).map(
      (path) => `${folder}/${path}`,
    );
  const enter = async (
    path: string,
    { hash, size }: Pick<FileRow, "hash" | "size">,
    { source = "", kind = "page" }: PutOptions,
    stageFile: () => StagedAt,
  ): Promise<string> => {
    if (!claim({ path, hash, source })) return hash;
    const entry: BuildFile = { hash, size, mtimeMs: -1, from: null, isNew: true, kind, source };
    entries.set(path, entry);
    if (!fresh) {
      const found = compareFile({ out, path, row: files.get(path), hash, size, elsewhere });
      if (found.is === "same") {
        entry.mtimeMs = found.row.mtimeMs;
        return hash;
      }
      folders.assertReal(path, (file) => files.has(file));
      const inTheWay = found.is === "foreign" ? [path] : found.is === "folder" ? await foreignBelow(path) : [];
      if (inTheWay[0] !== undefined) throw foreignFile(out, inTheWay[0], source || path);
      entry.isNew = found.is !== "older";
    }
    Object.assign(entry, stageFile(), stage.mirrored && { from: SAME_PATH });
    return hash;
  };
  return {
    put: (path, bytes, options = {}) =>
      enter(path, { hash: contentHash(bytes), size: byteSize(bytes) }, options, () => stage.write(path, bytes)),
    adopt: (path, file: RenderedFile, options = {}) =>
      enter(path, file, options, () => ("at" in file ? file.at : stage.write(path, file.bytes))),
    keep(path, { source = "", kind = "page", hash } = {}) {
      const row = files.get(path);
      if (!row) return false;
      const known = row.hash || (hash ?? "");
      if (hash !== undefined && hash !== known) return false;
      const { size, mtimeMs } = row;
      if (!isUntouched(out, path, { hash: known, size, mtimeMs }, elsewhere)) return false;
      if (claim({ path, hash: known, source })) {
        entries.set(path, { hash: known, size, mtimeMs, from: null, isNew: false, kind, source });
      }
      return true;
    },
    has: (path) => entries.has(path) || stays(path),
    read(path) {
      const from = entries.get(path)?.from;
      if (from === undefined && !stays(path)) return null;
      const staged = from === SAME_PATH ? join(TREE_FOLDER, path) : from;
      const file = typeof staged === "string" ? join(stage.root, staged) : join(out, path);
      if (existsSync(file)) return readFileSync(file);
      const bytes = elsewhere && session.fromTarget?.(path, files.get(path)?.hash ?? "");
      return bytes ? Buffer.from(bytes) : null;
    },
    drop: (path) => void dropped.add(path),
    stay(which) {
      isStaying = which;
    },
    carry(path) {
      const row = files.get(path);
      if (row && !entries.has(path)) entries.set(path, { ...row, from: null, isNew: false, kind: "page", source: "" });
    },
    *all(isWanted = () => true) {
      for (const path of files.keys()) {
        const row = isWanted(path) && mayStay(path) && files.get(path);
        if (row) yield [path, row];
      }
      for (const [path, row] of entries) if (isWanted(path)) yield [path, row];
    },
    row: (path) => entries.get(path) ?? (mayStay(path) ? files.get(path) : undefined),
    dropped: () => dropped,
    touched: () => [...entries.keys(), ...dropped],
    rows: () => entries,
    spaceNeeded: () => {
      const staged = [...entries.values()].filter(({ from }) => from !== null);
      const bytes = staged.reduce((sum, { size }) => sum + size, 0);
      return { bytes, isLacking: staged.some(({ isCounted }) => isCounted) };
    },
    staged: () =>
      [...entries].flatMap(([path, { from, kind, isNew }]) =>
        from === null ? [] : [{ path, from: from === SAME_PATH ? `${TREE_FOLDER}/${path}` : from, kind, isNew }],
      ),
  };
}

/**
 * Reserves a path. False if the same file is there already: pages share hashed assets. Throws if two routes create the
 * same file, even with equal content.
 */
function claims(entries: Map<string, BuildFile>, isCaseInsensitive: boolean) {
  // Needed only if paths with different spellings are the same file.
  const spellings = isCaseInsensitive ? new Map<string, string>() : null;
  const spelled = (key: string) => (spellings ? spellings.get(key) : key);
  const folders = new Map<string, string>();
  return ({ path, hash, source }: { path: string; hash: string; source: string }): boolean => {
    assertSafePath(path, source);
    const key = isCaseInsensitive ? path.normalize("NFC").toLowerCase() : path;
    const spelling = spelled(key) ?? path;
    const taken = entries.get(spelling);
    if (taken) {
      const shared = path.startsWith("_assets/") || taken.source === source;
      if (spelling === path && taken.hash === hash && shared) return false;
      throw duplicate(path, [taken.source || spelling, source]);
    }
    const below = folders.get(key);
    if (below !== undefined) throw duplicate(path, [below, source]);
    for (const parent of parentsOf(key)) {
      const file = entries.get(spelled(parent) ?? "");
      if (file) throw duplicate(parent, [file.source, source]);
      if (folders.has(parent)) break;
      folders.set(parent, source);
    }
    spellings?.set(key, path);
    return true;
  };
}

function duplicate(path: string, sources: string[]): Error {
  const [first, second] = sources.map((source) => source || "an unnamed source");
  return sitegenError("PUBLISH_DUPLICATE", {
    message: `${first} and ${second} both make the file ${path}.`,
    where: path,
  });
}

/**
 * True on a case-insensitive file system (macOS, Windows), where `Team/` and `team/` are the same folder. `work` must
 * exist.
 */
function isCaseInsensitive(work: string): boolean {
  return existsSync(join(dirname(work), basename(work).toUpperCase()));
}
