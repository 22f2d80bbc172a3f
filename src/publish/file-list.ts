import { fnv1a } from "../content/rules/fnv1a.ts";
import { contentHash } from "../files/hash.ts";
import { compareText } from "../util/compare-text.ts";
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
  /** How many of them are below _assets/. */
  assets: number;
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

/** The files of a build. */
export interface FilesToList {
  /** Those whose path is wanted; of others nothing is read. */
  all(isWanted: (path: string) => boolean): Iterable<ListedFile>;
  /** Undefined if there is no such file. */
  size(path: string): number | undefined;
}

/** A build's list, from which the next one is made. */
export interface LastList {
  root: Pick<BuildRoot, "parts" | "count" | "assets" | "bytes">;
  /** Size of a file as it was listed; undefined if it was not. */
  size(path: string): number | undefined;
  /** Paths of all files that may differ. */
  changed: readonly string[];
}

/** `folders` are the output's domains. Parts without a change since `from` are named as they were and not made again. */
export function listParts(
  files: FilesToList,
  folders: readonly string[] = [],
  from: LastList | null = null,
): ListedParts {
  const isListed = (path: string) => !path.startsWith(BUILDS_FOLDER);
  const last = from ?? { ...NOTHING, changed: Array.from(files.all(isListed), ({ path }) => path) };
  const { root } = last;
  const group = (ofAssets: boolean, names: readonly string[], before: number): Group => {
    const isOwn = (path: string) => isListed(path) && isAsset(path, folders) === ofAssets;
    return nextGroup(files, { ...last, changed: last.changed.filter(isOwn), names, count: before });
  };
  const assets = group(true, root.parts.assets, root.assets);
  const others = group(false, root.parts.others, root.count - root.assets);
  // A file's part depends only on its path and the number of files, so that most parts stay the same when files change.
  const partOf = (path: string) => {
    const { parts } = isAsset(path, folders) ? assets : others;
    return parts[fnv1a(path) % parts.length];
  };
  for (const file of files.all((path) => isListed(path) && typeof partOf(path) !== "string")) {
    const part = partOf(file.path);
    if (typeof part === "object") part.push(file);
  }
  return {
    assets: renderListParts(assets),
    others: renderListParts(others),
    count: assets.count + others.count,
    assetCount: assets.count,
    bytes: root.bytes + assets.grown + others.grown,
  };
}

const NOTHING: Omit<LastList, "changed"> = {
  root: { parts: { assets: [], others: [] }, count: 0, assets: 0, bytes: 0 },
  size: () => undefined,
};

interface Group {
  /** The files of each part, or its name in the last list if it stays the same. */
  parts: (ListedFile[] | string)[];
  count: number;
  /** By how many bytes. */
  grown: number;
}

function nextGroup(
  { size }: FilesToList,
  last: Pick<LastList, "size" | "changed"> & { names: readonly string[]; count: number },
): Group {
  let [count, grown] = [last.count, 0];
  for (const path of last.changed) {
    const [before, now] = [last.size(path), size(path)];
    count += Number(now !== undefined) - Number(before !== undefined);
    grown += (now ?? 0) - (before ?? 0);
  }
  const of = partCountOf(count);
  // Empty parts have no name: with one of those, too, all are made.
  const names = partCountOf(last.count) === of && last.names.length === of ? last.names : [];
  const parts = Array.from({ length: of }, (_, part): ListedFile[] | string => names[part] ?? []);
  for (const path of last.changed) parts[fnv1a(path) % of] = [];
  return { parts, count, grown };
}

/** Empty parts have no name. */
function renderListParts({ parts }: Group): ListPart[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return { name: part, text: null };
    return part.length > 0 ? renderListPart(part) : [];
  });
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
  const rows = { version: VERSION, id, site, base, ...ofDomains, count, assets, bytes, parts };
  return { path: rootPath(id), text: `${JSON.stringify(rows, null, 1)}\n` };
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
    const { version, id, site, base, count, bytes, folders = [], assets: assetCount } = raw;
    const { assets, others } = (raw.parts ?? {}) as Partial<Record<string, unknown>>;
    if (version !== VERSION || !isBuildId(id) || typeof site !== "string" || typeof base !== "string") return null;
    if (!isWholeNumber(count) || !isWholeNumber(assetCount) || !isWholeNumber(bytes)) return null;
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
