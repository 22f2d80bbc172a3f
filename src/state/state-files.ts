/** The files of a state folder and an output folder that are left at a target. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { snapshotsIn } from "../fetch/pull-space.ts";
import { namesIn } from "../files/read-or-null.ts";
import { LATEST_FILE, partPath, rootPath } from "../publish/file-list.ts";
import { readRoot } from "../publish/kept-builds.ts";
import { findRecord } from "../publish/output-location.ts";
import { openRecordFile, type RecordFile } from "../publish/publish-record.ts";
import { namesInClient } from "./left-client.ts";
import { CLIENT, isStateFile, OUT, RECORD, SMALL } from "./state-list.ts";

export interface StatePlace {
  out: string;
  stateDir: string;
}

/** A file to leave: its path there, and either its file here or its content. */
export type FileToLeave = { path: string; file: string } | { path: string; content: Buffer };

/** Its presence says that parts at the target were found missing or damaged, so that the next deploy leaves all again. */
export const LOST_FILE = join("cache", "state-parts-lost");

/** The record of out/; null if there is none. */
export async function recordIn(place: StatePlace): Promise<RecordFile["record"]> {
  return openRecordFile(findRecord(place).record).record;
}

/** Everything that the next build of this build's output needs, in a fixed order. */
export async function filesToLeave(place: StatePlace, builds: readonly string[]): Promise<FileToLeave[]> {
  const { stateDir } = place;
  const snapshots = snapshotsIn(stateDir).flatMap((folder) => pathsIn(stateDir, folder));
  const large = [
    ...snapshots,
    "cache/pages.state",
    ...newest(
      stateDir,
      pathsIn(stateDir, "cache").filter((path) => path.startsWith("cache/stories-")),
    ),
  ].filter((path) => isThere(join(stateDir, path)));
  const small = ["renames.json", CLIENT, ...pathsIn(stateDir, "sources"), ...pathsIn(stateDir, "assets/index")];
  const texts = small
    .flatMap((path) => textOf(path, join(stateDir, path)))
    .filter(([path, text]) => path !== CLIENT || namesInClient(text) !== null);
  for (const path of await listsIn(place.out, builds)) texts.push(...textOf(OUT + path, join(place.out, path)));
  return [
    ...large.map((path) => ({ path, file: join(stateDir, path) })),
    { path: RECORD, file: findRecord(place).record },
    { path: SMALL, content: Buffer.from(JSON.stringify(texts)) },
  ];
}

/** latest.json, and what says which files earlier builds need. */
async function listsIn(out: string, builds: readonly string[]): Promise<string[]> {
  const roots = await Promise.all(builds.map((id) => readRoot(out, id)));
  const known = roots.filter((root) => root !== null);
  const parts = new Set(known.flatMap((root) => root.parts.assets));
  return [LATEST_FILE, ...known.map(({ id }) => rootPath(id)), ...[...parts].map(partPath)];
}

/** Paths of the files of a folder that may be left, sorted. */
function pathsIn(stateDir: string, folder: string): string[] {
  const paths = namesIn(join(stateDir, folder)).map((name) => `${folder}/${name}`);
  return paths.filter(isStateFile).sort();
}

/** Definitions before the current one may have left their stories. */
function newest(stateDir: string, paths: readonly string[]): string[] {
  const age = (path: string) => statSync(join(stateDir, path)).mtimeMs;
  return [...paths].sort((a, b) => age(a) - age(b)).slice(-1);
}

function textOf(path: string, file: string): [path: string, text: string][] {
  try {
    return [[path, readFileSync(file, "utf8")]];
  } catch {
    return [];
  }
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
