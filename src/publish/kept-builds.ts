import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "../content/rules/compare-text.ts";
import {
  BUILDS_FOLDER,
  type BuildRoot,
  controlFiles,
  LATEST_FILE,
  type ListedFile,
  metaPath,
  parsePart,
  parseRoot,
  partPath,
  partsOf,
  rootPath,
} from "./file-list.ts";
import { emptyRecord, type FileRow, type PublishRecord, UNKNOWN_FILE } from "./publish-record.ts";
import { isBuildId } from "./stored-rows.ts";

/**
 * The list of builds is in out/ itself: one immutable file list per build (file-list.ts). It survives the loss of the
 * state folder, and a clean build into a copy of the kept builds gives the same bytes. Clients do not load it.
 */
export async function readRoot(out: string, buildId: string): Promise<BuildRoot | null> {
  const root = parseRoot(await readFile(join(out, rootPath(buildId)), "utf8").catch(() => ""));
  return root?.id === buildId ? root : null;
}

/** The files of some parts; null if one is missing or damaged. */
export async function readParts(out: string, names: Iterable<string>): Promise<ListedFile[] | null> {
  const files: ListedFile[] = [];
  for (const name of names) {
    const text = await readFile(join(out, partPath(name)), "utf8").catch(() => "");
    const part = parsePart(name, text);
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
  const listed = root && (await readParts(out, partsOf(root)));
  if (!listed) return record ?? emptyRecord();
  const builds = await orderedBuilds(out, latest, record?.builds ?? []);
  const files = new Map<string, FileRow>();
  for (const { path, hash, size } of listed) files.set(path, { hash, size, mtimeMs: -1 });
  const others = [LATEST_FILE, metaPath(latest), ...(await filesOfKeptBuilds(out, builds))];
  for (const path of others) if (!files.has(path)) files.set(path, UNKNOWN_FILE);
  for (const path of files.keys()) files.set(path, record?.files.get(path) ?? files.get(path) ?? UNKNOWN_FILE);
  return { buildId: latest, builds, files };
}

/** The builds with lists in out/, in the state folder's order; without it, by the lists' age. */
async function orderedBuilds(out: string, latest: string, known: string[]): Promise<string[]> {
  const folder = join(out, BUILDS_FOLDER, "files");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const found = await Promise.all(
    names.map(async (name) => ({ id: name.slice(0, -5), at: (await stat(join(folder, name))).mtimeMs })),
  );
  found.sort((a, b) => a.at - b.at || compareText(a.id, b.id));
  const position = (id: string): number => (id === latest ? Number.POSITIVE_INFINITY : known.indexOf(id));
  return found
    .map(({ id }) => id)
    .filter(isBuildId)
    .sort((a, b) => position(a) - position(b) || 0);
}

/** The published build is last, after at most `keepBuilds` earlier ones. */
export function nextBuilds(options: { builds: string[]; buildId: string; keepBuilds: number }): string[] {
  const past = options.builds.filter((id) => id !== options.buildId);
  return [...past.slice(Math.max(0, past.length - options.keepBuilds)), options.buildId];
}

/** Files that kept builds still need: their hashed files, manifests and lists. */
export async function filesOfKeptBuilds(out: string, builds: readonly string[]): Promise<Set<string>> {
  return unionOf(await filesOfEachBuild(out, builds));
}

function unionOf(sets: Iterable<ReadonlySet<string>>): Set<string> {
  const union = new Set<string>();
  for (const set of sets) for (const path of set) union.add(path);
  return union;
}

/** `filesOfKeptBuilds` for each build; parts that several builds share are read once. */
export async function filesOfEachBuild(out: string, builds: readonly string[]): Promise<Set<string>[]> {
  const roots = await Promise.all(builds.map((build) => readRoot(out, build)));
  const names = new Set(roots.flatMap((root) => root?.parts.assets ?? []));
  const read = async (name: string) => [name, await readParts(out, [name])] as const;
  const parts = new Map(await Promise.all([...names].map(read)));
  return roots.map((root) => {
    const assets = root?.parts.assets.flatMap((name) => parts.get(name)?.map(({ path }) => path) ?? []);
    return new Set([...(root ? controlFiles(root) : []), ...(assets ?? [])]);
  });
}
