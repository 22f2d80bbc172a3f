import { appendTo } from "../content/append-to.ts";
import { compareText } from "../content/rules/compare-text.ts";
import { fnv1a } from "../content/rules/fnv1a.ts";
import { contentHash } from "../files/hash.ts";
import { isBuildId, isContentHash, isFolderName, isListedRow, isListOf, isWholeNumber } from "./paths.ts";

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
  /** Content hash (src/files/hash.ts). */
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
  /** How many of them are below _assets/; null in lists of earlier versions. */
  assets: number | null;
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

/** A part: its name and the text that it is a hash of; null for a part of the last list, which out/ already has. */
export interface ListPart {
  name: string;
  text: string | null;
}

export interface ListedParts {
  assets: readonly ListPart[];
  others: readonly ListPart[];
  /** Number and size of the listed files, and how many are below _assets/. */
  count: number;
  assetCount: number;
  bytes: number;
}

/** A build's list, from which the next one is made. */
export interface LastList {
  root: Pick<BuildRoot, "parts" | "count" | "assets" | "bytes">;
  /** The files of a part; null if it is missing or damaged. */
  part(name: string): readonly ListedFile[] | null;
  /** What differs: a file as it is now, or null if it is gone. */
  changed: ReadonlyMap<string, ListedFile | null>;
}

/**
 * `folders` are the output's domains. With `last`, only parts with a change are read and rendered, and the others are
 * named as they were; `files` are read if that does not work out.
 */
export function listParts(
  files: () => Iterable<ListedFile>,
  folders: readonly string[] = [],
  last: LastList | null = null,
): ListedParts {
  const following = last && followingParts(folders, last);
  if (following) return following;
  const assets: ListedFile[] = [];
  const others: ListedFile[] = [];
  let bytes = 0;
  for (const file of files()) {
    if (file.path.startsWith(BUILDS_FOLDER)) continue;
    if (isAsset(file.path, folders)) assets.push(file);
    else others.push(file);
    bytes += file.size;
  }
  const count = assets.length + others.length;
  return { assets: renderListParts(assets), others: renderListParts(others), count, assetCount: assets.length, bytes };
}

/** Null if a list has another number of parts than before, which then differ in all files. */
function followingParts(folders: readonly string[], last: LastList): ListedParts | null {
  const { parts, count, assets: assetCount, bytes } = last.root;
  if (assetCount === null) return null;
  const changed = [...last.changed].filter(([path]) => !path.startsWith(BUILDS_FOLDER));
  const group = (names: readonly string[], size: number, ofAssets: boolean) => {
    const own = changed.filter(([path]) => isAsset(path, folders) === ofAssets);
    return followingGroup({ names, count: size, changed: new Map(own), part: last.part });
  };
  const assets = group(parts.assets, assetCount, true);
  const others = assets && group(parts.others, count - assetCount, false);
  if (!others) return null;
  return {
    assets: assets.parts,
    others: others.parts,
    count: assets.count + others.count,
    assetCount: assets.count,
    bytes: bytes + assets.bytes + others.bytes,
  };
}

interface Group extends Pick<LastList, "part" | "changed"> {
  names: readonly string[];
  /** Number of its files. */
  count: number;
}

/** A group's parts, the number of its files, and by how many bytes it has grown. */
function followingGroup({ names, count: before, changed, part }: Group) {
  const parts = names.map((name): ListPart | null => ({ name, text: null }));
  if (parts.length !== partCountOf(before)) return null;
  const byPart = new Map<number, [string, ListedFile | null][]>();
  for (const one of changed) appendTo(byPart, fnv1a(one[0]) % parts.length, one);
  let [count, bytes] = [before, 0];
  for (const [index, own] of byPart) {
    const rows = part(names[index] ?? "");
    if (!rows) return null;
    const now = [
      ...rows.filter(({ path }) => !changed.has(path)),
      ...own.flatMap(([, file]) => (file === null ? [] : [file])),
    ];
    count += now.length - rows.length;
    bytes += sizeOf(now) - sizeOf(rows);
    parts[index] = now.length === 0 ? null : renderListPart(now);
  }
  // Empty parts have no name.
  return partCountOf(count) === parts.length ? { parts: parts.filter((one) => one !== null), count, bytes } : null;
}

function sizeOf(files: readonly ListedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
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
  const { count, assetCount, bytes } = parts;
  const texts = [...parts.assets, ...parts.others].map(({ name, text }) => ({ path: partPath(name), text }));
  return [
    ...texts,
    renderRoot({ id, site, base, folders: [...folders], count, assets: assetCount, bytes, parts: namesOf(parts) }),
  ];
}

export function renderRoot(root: BuildRoot): { path: string; text: string } {
  const { id, site, base, folders, count, assets, bytes, parts } = root;
  const ofDomains = folders.length > 0 && { folders };
  const rows = {
    version: VERSION,
    id,
    site,
    base,
    ...ofDomains,
    count,
    ...(assets !== null && { assets }),
    bytes,
    parts,
  };
  return { path: rootPath(id), text: `${JSON.stringify(rows, null, 1)}\n` };
}

/**
 * A file's part depends only on its path and the number of files, so that most parts stay the same when files change.
 * Empty parts have no name.
 */
function renderListParts(files: readonly ListedFile[]): ListPart[] {
  const count = partCountOf(files.length);
  const parts = Array.from({ length: count }, (): ListedFile[] => []);
  for (const file of files) parts[fnv1a(file.path) % count]?.push(file);
  return parts.flatMap((part) => (part.length > 0 ? [renderListPart(part)] : []));
}

/** Number of parts of so many files, including empty ones, which are not published. */
export function partCountOf(files: number): number {
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
    const { version, id, site, base, count, bytes, folders = [], assets: assetCount = null } = raw;
    const { assets, others } = (raw.parts ?? {}) as Partial<Record<string, unknown>>;
    if (version !== VERSION || !isBuildId(id) || typeof site !== "string" || typeof base !== "string") return null;
    if (!isWholeNumber(count) || !isWholeNumber(bytes)) return null;
    if (assetCount !== null && !isWholeNumber(assetCount)) return null;
    if (!isListOf(folders, isFolderName) || !isListOf(assets, isContentHash) || !isListOf(others, isContentHash))
      return null;
    return { id, site, base, count, assets: assetCount, bytes, parts: { assets, others }, folders };
  } catch {
    return null;
  }
}

/**
 * Null for a part that `renderFileList` did not write: its name is not the hash of its content, or a row is not valid.
 */
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
