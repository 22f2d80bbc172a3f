import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isSafePath, pathFault } from "./paths.ts";
import { emptyRecord, isStringList, type PublishRecord, UNKNOWN_FILE } from "./record.ts";

/**
 * The build ledger lies in out/ itself: one unchanging file a build that lists every file the build published
 * (builds/ left out). So it survives the loss of the state folder, and a clean build into a copy of the kept
 * builds gives the same bytes. Clients never load it.
 */
export const BUILDS = "_assets/builds/";
const ASSETS = "_assets/";

export function filesListPath(buildId: string): string {
  return `${BUILDS}files/${buildId}.json`;
}

/** Files named after a build: they stay as long as the build does. */
function filesOfBuild(buildId: string): string[] {
  return [filesListPath(buildId), `${BUILDS}meta/${buildId}.json`];
}

export function renderFilesList(buildId: string, paths: Iterable<string>): string {
  const files = [...paths].filter((path) => !path.startsWith(BUILDS)).sort();
  return `{"id":${JSON.stringify(buildId)},"files":[\n${files.map((file) => JSON.stringify(file)).join(",\n")}\n]}\n`;
}

async function readFilesList(out: string, buildId: string): Promise<string[] | null> {
  const text = await readFile(join(out, filesListPath(buildId)), "utf8").catch(() => "");
  return parseFiles(text);
}

/** The hashed files of an earlier build. A line a file: the other lines need not be looked at. */
async function readAssetsOf(out: string, buildId: string): Promise<string[]> {
  const text = await readFile(join(out, filesListPath(buildId)), "utf8").catch(() => "");
  const lines = text.match(new RegExp(`^"${ASSETS}.*"`, "gm")) ?? [];
  return parseFiles(`{"files":[${lines.join(",")}]}`) ?? [];
}

function parseFiles(text: string): string[] | null {
  try {
    const { files } = JSON.parse(text) as Record<string, unknown>;
    return isStringList(files) && files.every(isSafePath) ? files : null;
  } catch {
    return null;
  }
}

async function latestBuildId(out: string): Promise<string> {
  try {
    const { id } = JSON.parse(await readFile(join(out, BUILDS, "latest.json"), "utf8")) as Record<string, unknown>;
    return typeof id === "string" && pathFault(id) === "" ? id : "";
  } catch {
    return "";
  }
}

/**
 * Which files of out/ are sitegen's own. The record of the last publish says so, unless it is lost or speaks of
 * another build than the one that lies there (a restored cache, two state folders for one out/): then the
 * published file list does, and hashes are taken from the files when they are compared.
 */
export async function readOwnFiles(out: string, record: PublishRecord | null): Promise<PublishRecord> {
  const latest = await latestBuildId(out);
  if (record && record.buildId === latest) return record;
  const listed = latest === "" ? null : await readFilesList(out, latest);
  if (!listed) return record ?? emptyRecord();
  const builds = await orderedBuilds(out, latest, record?.builds ?? []);
  const paths = new Set([...listed, `${BUILDS}latest.json`]);
  for (const build of builds) {
    for (const path of filesOfBuild(build)) paths.add(path);
    for (const path of await readAssetsOf(out, build)) paths.add(path);
  }
  const files = new Map([...paths].map((path) => [path, record?.files.get(path) ?? UNKNOWN_FILE]));
  return { buildId: latest, builds, files };
}

/** The state folder knows the order of builds; without it the age of the lists in out/ stands in. */
async function orderedBuilds(out: string, latest: string, known: string[]): Promise<string[]> {
  const folder = join(out, BUILDS, "files");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const found = await Promise.all(
    names.map(async (name) => ({ id: name.slice(0, -5), at: (await stat(join(folder, name))).mtimeMs })),
  );
  found.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const place = (id: string): number => (id === latest ? Number.POSITIVE_INFINITY : known.indexOf(id));
  return found
    .map(({ id }) => id)
    .filter((id) => pathFault(id) === "")
    .sort((a, b) => place(a) - place(b) || 0);
}

/** The published build goes last; of the earlier ones as many stay as `keepBuilds` says. */
export function nextBuilds(options: { builds: string[]; buildId: string; keepBuilds: number }): string[] {
  const past = options.builds.filter((id) => id !== options.buildId);
  return [...past.slice(Math.max(0, past.length - options.keepBuilds)), options.buildId];
}

/** Own files that earlier kept builds still need: their hashed files, manifests and lists. */
export async function filesOfKeptBuilds(out: string, builds: string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const build of builds) {
    for (const path of filesOfBuild(build)) kept.add(path);
    for (const path of await readAssetsOf(out, build)) kept.add(path);
  }
  return kept;
}
