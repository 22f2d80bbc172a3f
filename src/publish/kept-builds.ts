import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fnv1a } from "../content/rules/fnv1a.ts";
import { readOrNull } from "../files/read-or-null.ts";
import { compareText } from "../util/compare-text.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import {
  BUILDS_FOLDER,
  type BuildRoot,
  controlFiles,
  inDomain,
  LATEST_FILE,
  type ListedFile,
  metaPath,
  parsePart,
  parseRoot,
  partCountOf,
  partPath,
  partsOf,
  rootPath,
} from "./file-list.ts";
import { isBuildId, isFolderName } from "./paths.ts";
import { emptyRecord, type FileRow, type PublishRecord, UNKNOWN_FILE } from "./publish-record.ts";

/**
 * The list of builds is in out/ itself: one immutable file list per build (file-list.ts). It survives the loss of the
 * state folder, and a clean build into a copy of the kept builds gives the same bytes. Clients do not load it.
 */
export async function readRoot(out: string, buildId: string): Promise<BuildRoot | null> {
  const root = parseRoot(await readFile(join(out, rootPath(buildId)), "utf8").catch(() => ""));
  return root?.id === buildId ? root : null;
}

/** The files of some parts; null if one is missing or damaged. */
export function readParts(out: string, names: Iterable<string>): ListedFile[] | null {
  const files: ListedFile[] = [];
  for (const name of names) {
    const part = readPart(out, name);
    if (!part) return null;
    files.push(...part);
  }
  return files;
}

/** Id of the build that is in out/, or "". */
export async function latestBuildId(out: string): Promise<string> {
  return parseLatest(await readFile(join(out, LATEST_FILE), "utf8").catch(() => ""));
}

/** The build's id in latest.json; "" if the file is not from sitegen. */
export function parseLatest(text: string): string {
  try {
    const { id } = JSON.parse(text) as Record<string, unknown>;
    return isBuildId(id) ? id : "";
  } catch {
    return "";
  }
}

/**
 * Which files in out/ sitegen created. The record of the last publish says so, unless it is lost or about another build
 * (a restored cache, two state folders for one out/). Then the published file list is used, and files are read when
 * compared.
 */
export async function readOwnFiles(out: string, record: PublishRecord | null): Promise<PublishRecord> {
  const latest = await latestBuildId(out);
  if (record && record.buildId === latest) return record;
  const root = latest === "" ? null : await readRoot(out, latest);
  const listed = root && readParts(out, partsOf(root));
  if (!listed) return record ?? emptyRecord();
  const builds = await orderedBuilds(out, latest, record?.builds ?? []);
  const files = new Map<string, FileRow>();
  for (const { path, hash, size } of listed) files.set(path, { hash, size, mtimeMs: -1 });
  const others = [LATEST_FILE, metaPath(latest), ...(await filesOfBuilds(out, builds))];
  for (const path of others) if (!files.has(path)) files.set(path, UNKNOWN_FILE);
  for (const path of files.keys()) files.set(path, record?.files.get(path) ?? files.get(path) ?? UNKNOWN_FILE);
  return { buildId: latest, builds, files };
}

/** The builds with lists in out/, in the state folder's order; without it, by the lists' age. */
async function orderedBuilds(out: string, latest: string, known: string[]): Promise<string[]> {
  const position = (id: string): number => (id === latest ? Number.POSITIVE_INFINITY : known.indexOf(id));
  return (await buildsIn(out)).sort((a, b) => position(a) - position(b) || 0);
}

/** Ids of the builds with lists in a folder, oldest first. Throws if there is no folder of lists. */
export async function buildsIn(out: string): Promise<string[]> {
  const folder = join(out, BUILDS_FOLDER, "files");
  const found = (await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs }));
  return buildsByAge(await Promise.all(found));
}

/** Build ids from the names below files/, sorted by time, oldest first. */
export function buildsByAge(found: readonly { name: string; at: number }[]): string[] {
  return found
    .filter(({ name }) => name.endsWith(".json"))
    .sort((a, b) => a.at - b.at || compareText(a.name, b.name))
    .map(({ name }) => name.slice(0, -".json".length))
    .filter(isBuildId);
}

/** The published build is last, after at most `keepBuilds` earlier ones. */
export function nextBuilds(options: { builds: string[]; buildId: string; keepBuilds: number }): string[] {
  const past = options.builds.filter((id) => id !== options.buildId);
  return [...past.slice(Math.max(0, past.length - options.keepBuilds)), options.buildId];
}

type ReadLists = ReturnType<typeof openLists>;

/** The lists of builds in out/; a part is read when something is asked of it. */
function openLists(out: string) {
  const parts = new Map<string, readonly ListedFile[] | null>();
  const paths = new Map<string, ReadonlySet<string>>();
  const control = new Map<BuildRoot, ReadonlySet<string>>();
  const part = (name: string) => getOrInsert(parts, name, () => readPart(out, name));
  const isIn = (name: string, path: string) => {
    const known = getOrInsert(paths, name, () => new Set(part(name)?.map((file) => file.path)));
    return known.has(path);
  };
  return {
    part,
    /** Whether a build has a hashed file, or is described by the file. */
    needs(root: BuildRoot, path: string): boolean {
      const own = getOrInsert(control, root, () => new Set(controlFiles(root)));
      return own.has(path) || partsWith(root, path).some((name) => isIn(name, path));
    },
  };
}

/** The parts of a build's assets that may list a file. */
function partsWith({ parts: { assets }, assets: count }: BuildRoot, path: string): string[] {
  if (assets.length !== partCountOf(count)) return assets;
  return assets.slice(fnv1a(path) % assets.length).slice(0, 1);
}

function readPart(out: string, name: string): ListedFile[] | null {
  const bytes = readOrNull(join(out, partPath(name)));
  return bytes && parsePart(name, bytes.toString());
}

/** The lists of the last build; null if one is missing. */
export async function readLastLists(out: string, own: Pick<PublishRecord, "buildId" | "files">) {
  const root = await readRoot(out, own.buildId);
  if (!root) return null;
  const lists = openLists(out);
  const roots = new Map([["", root]]);
  const listsOf = new Map([["", lists]]);
  for (const name of root.folders) {
    const site = await readRoot(join(out, name), own.buildId);
    if (!site) return null;
    roots.set(`${name}/`, site);
    listsOf.set(`${name}/`, openLists(join(out, name)));
  }
  // The list of the whole output has the lists of its domains, of which each build has its own.
  const isOfBuild = (path: string) => inDomain(path, root.folders).startsWith(BUILDS_FOLDER);
  const ended = root.folders.length === 0 ? [] : [...own.files.keys()].filter(isOfBuild);
  const hasAsset = (folder: string, path: string) => {
    const site = roots.get(folder);
    return site !== undefined && listsOf.get(folder)?.needs(site, path) === true;
  };
  return { roots, ended, hasAsset, ...lists };
}

/** Which files the earlier builds need that stay restorable, and the files of those that no longer are. */
export async function earlierBuilds(
  out: string,
  of: {
    before: readonly string[];
    /** Those of the next publish, which is the last of them. */
    builds: readonly string[];
    last: ({ roots: ReadonlyMap<string, BuildRoot> } & ReadLists) | null;
  },
): Promise<{ need(path: string): boolean; ended: string[] }> {
  const lists = of.last ?? openLists(out);
  const kept = await readRoots(out, of.builds.slice(0, -1));
  const ended = await readRoots(
    out,
    of.before.filter((id) => !of.builds.includes(id)),
  );
  const last = of.last?.roots.get("");
  return {
    need: (path) => kept.some((root) => lists.needs(root, path)),
    ended: ended.flatMap((root) => [...filesOnlyOf(root, last ? [last] : [], lists)]),
  };
}

/** The roots of builds, without those that are missing. */
export async function readRoots(out: string, builds: readonly string[]): Promise<BuildRoot[]> {
  return (await Promise.all(builds.map((build) => readRoot(out, build)))).filter((root) => root !== null);
}

/** Files that a build needs, but for those in parts that one of the others has too. */
function* filesOnlyOf(root: BuildRoot, others: readonly BuildRoot[], { part }: ReadLists): Iterable<string> {
  yield* controlFiles(root);
  const shared = new Set(others.flatMap(({ parts }) => parts.assets));
  for (const name of root.parts.assets) if (!shared.has(name)) for (const { path } of part(name) ?? []) yield path;
}

/** Files that builds need: their hashed files, manifests and lists. */
async function filesOfBuilds(out: string, builds: readonly string[]): Promise<Set<string>> {
  const lists = openLists(out);
  return new Set((await readRoots(out, builds)).flatMap((root) => [...filesOnlyOf(root, [], lists)]));
}

/** A domain's site in an output folder with several. */
export interface OutDomain {
  folder: string;
  origin: string;
}

/** The domains of an output folder according to its last build; none for a single site or an empty folder. */
export async function readDomains(out: string): Promise<OutDomain[]> {
  const text = await readFile(join(out, LATEST_FILE), "utf8").catch(() => "null");
  try {
    const { domains } = (JSON.parse(text) ?? {}) as { domains?: unknown };
    return Array.isArray(domains) ? domains.filter(isDomain) : [];
  } catch {
    return [];
  }
}

function isDomain(value: unknown): value is OutDomain {
  const { folder, origin } = value as Partial<Record<string, unknown>>;
  return isFolderName(folder) && typeof origin === "string";
}
