import { compareText } from "../content/rules/compare-text.ts";
import { fnv1a } from "../content/rules/fnv1a.ts";
import { contentHash } from "./content-hash.ts";
import { isBuildId, isContentHash, isFolderName, isListedRow, isListOf, isWholeNumber } from "./stored-rows.ts";

/**
 * The list of a build's files, published with it: a root with the build's id, and parts that list the files. A part is
 * named after its content and has about a hundred files, so that publishing three pages writes a few small parts,
 * however large the site is, and two builds can be compared by the parts they do not share. Files below _assets/builds/
 * are not listed: their names identify a build or a part.
 */
export const BUILDS_FOLDER = "_assets/builds/";
export const LATEST_FILE = `${BUILDS_FOLDER}latest.json`;
const ASSETS = "_assets/";

/**
 * A path without its domain's folder: an output folder with several domains has a complete site in each of `folders`,
 * and one list over all of them.
 */
export function inDomain(path: string, folders: readonly string[]): string {
  if (folders.length === 0) return path;
  const folder = folders.find((name) => path.startsWith(`${name}/`));
  return folder === undefined ? path : path.slice(folder.length + 1);
}

/** Average number of files in a part, at most. */
const PART_FILES = 128;
const VERSION = 2;

export interface ListedFile {
  path: string;
  /** Content hash (content-hash.ts). */
  hash: string;
  /** Bytes. */
  size: number;
}

/** Identifies the site, so that a target with another site is not overwritten by mistake. */
export interface SiteName {
  /** Origin, or the company's name if none is configured. */
  site: string;
  /** The site's base path, with slashes at both ends. */
  base: string;
}

export interface BuildRoot extends SiteName {
  id: string;
  /** Number of files in the parts. */
  count: number;
  bytes: number;
  /** Names of the parts: files below _assets/, which stay for some later builds, and all others. */
  parts: { assets: string[]; others: string[] };
  /** Folders of the domains; none if out/ is a single site. */
  folders: string[];
}

export function rootPath(buildId: string): string {
  return `${BUILDS_FOLDER}files/${buildId}.json`;
}

export function partPath(part: string): string {
  return `${BUILDS_FOLDER}files/parts/${part}.json`;
}

export function metaPath(buildId: string): string {
  return `${BUILDS_FOLDER}meta/${buildId}.json`;
}

export function partsOf({ parts }: BuildRoot): string[] {
  return [...parts.assets, ...parts.others];
}

/** The files that describe a build, kept as long as the build. */
export function controlFiles(root: BuildRoot): string[] {
  return [rootPath(root.id), metaPath(root.id), ...partsOf(root).map(partPath)];
}

/** A part: its name and the text it is a hash of; null if it is one of the last list's. */
export interface ListPart {
  name: string;
  text: string | null;
}

/** A build's files in parts. */
export interface ListedParts {
  assets: readonly ListPart[];
  others: readonly ListPart[];
  /** Number and size of the listed files. */
  count: number;
  bytes: number;
}

/** `folders` are the output's domains. With `last`, parts without changes are named and not rendered. */
export function listParts(
  files: Iterable<ListedFile>,
  folders: readonly string[] = [],
  last: { parts: BuildRoot["parts"]; changed: readonly string[] } | null = null,
): ListedParts {
  const assets: ListedFile[] = [];
  const others: ListedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (file.path.startsWith(BUILDS_FOLDER)) continue;
    if (isAsset(file.path, folders)) assets.push(file);
    else others.push(file);
    bytes += file.size;
  }
  const group = (own: ListedFile[], names: readonly string[] | undefined, isIn: (path: string) => boolean) =>
    renderListParts(own, names ? { names, changed: (last?.changed ?? []).filter(isIn) } : null);
  return {
    assets: group(assets, last?.parts.assets, (path) => isAsset(path, folders)),
    others: group(others, last?.parts.others, (path) => !isAsset(path, folders)),
    count: assets.length + others.length,
    bytes,
  };
}

/** True for files below _assets/, which stay for some later builds. */
export function isAsset(path: string, folders: readonly string[]): boolean {
  const file = inDomain(path, folders);
  return file.startsWith(ASSETS) && file !== LATEST_FILE;
}

/**
 * A build's id, from its files: same files, same id. The parts' names are hashes of everything they list. An output
 * folder with several domains has a list for each.
 */
export function buildIdOf(lists: readonly BuildRoot["parts"][]): string {
  return contentHash(lists.flatMap(({ assets, others }) => [...assets, "", ...others]).join("\n")).slice(0, 16);
}

export function namesOf({ assets, others }: Pick<ListedParts, "assets" | "others">): BuildRoot["parts"] {
  const names = (parts: readonly ListPart[]) => parts.map(({ name }) => name);
  return { assets: names(assets), others: names(others) };
}

/** A build's list as files to publish, the root last; `text` is null for those that are in out/ already. */
export function renderFileList(
  build: SiteName & { id: string; parts: ListedParts; folders?: readonly string[] },
): { path: string; text: string | null }[] {
  const { id, site, base, parts, folders = [] } = build;
  const { count, bytes } = parts;
  const texts = [...parts.assets, ...parts.others].map(({ name, text }) => ({ path: partPath(name), text }));
  return [...texts, renderRoot({ id, site, base, folders: [...folders], count, bytes, parts: namesOf(parts) })];
}

export function renderRoot(root: BuildRoot): { path: string; text: string } {
  const { id, site, base, folders, count, bytes, parts } = root;
  const ofDomains = folders.length > 0 && { folders };
  const rows = { version: VERSION, id, site, base, ...ofDomains, count, bytes, parts };
  return { path: rootPath(id), text: `${JSON.stringify(rows, null, 1)}\n` };
}

/**
 * A file's part depends only on its path and the number of files, so that most parts stay the same when files change.
 * Parts of the last list without changes are only named; unless a part of it was empty, since those have no name.
 */
function renderListParts(
  files: readonly ListedFile[],
  last: { names: readonly string[]; changed: readonly string[] } | null,
): ListPart[] {
  const count = partCountOf(files.length);
  const isKept = last?.names.length === count;
  const changed = new Set(last?.changed.map((path) => fnv1a(path) % count));
  const parts = Array.from({ length: count }, (): ListedFile[] => []);
  if (!isKept || changed.size > 0)
    for (const file of files) {
      const part = fnv1a(file.path) % count;
      if (!isKept || changed.has(part)) parts[part]?.push(file);
    }
  return parts.flatMap((part, index): ListPart[] => {
    if (part.length > 0) return [renderListPart(part)];
    const name = isKept && !changed.has(index) ? last.names[index] : undefined;
    return name === undefined ? [] : [{ name, text: null }];
  });
}

/** Number of parts of so many files, including empty ones, which are not published. */
function partCountOf(files: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, files / PART_FILES)));
}

export function renderListPart(files: ListedFile[]): ListPart {
  files.sort((a, b) => compareText(a.path, b.path));
  const rows = files.map(({ path, hash, size }) => JSON.stringify([path, hash, size]));
  const text = `{"files":[\n${rows.join(",\n")}\n]}\n`;
  return { name: contentHash(text), text };
}

/** Null for anything `renderFileList` did not write. */
export function parseRoot(text: string): BuildRoot | null {
  try {
    const raw = JSON.parse(text) as Partial<Record<string, unknown>>;
    const { version, id, site, base, count, bytes, folders = [] } = raw;
    const { assets, others } = (raw.parts ?? {}) as Partial<Record<string, unknown>>;
    if (version !== VERSION || !isBuildId(id) || typeof site !== "string" || typeof base !== "string") return null;
    if (!isWholeNumber(count) || !isWholeNumber(bytes)) return null;
    if (!isListOf(folders, isFolderName) || !isListOf(assets, isContentHash) || !isListOf(others, isContentHash))
      return null;
    return { id, site, base, count, bytes, parts: { assets, others }, folders };
  } catch {
    return null;
  }
}

/** Null for a part that `renderFileList` did not write: its name is not the hash of its content, or a row is unfit. */
export function parsePart(name: string, text: string): ListedFile[] | null {
  if (contentHash(text) !== name) return null;
  try {
    const { files } = JSON.parse(text) as { files: unknown };
    if (!Array.isArray(files) || !files.every(isListedRow)) return null;
    return files.map(([path, hash, size]) => ({ path, hash, size }));
  } catch {
    return null;
  }
}
