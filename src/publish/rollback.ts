import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { contentHash } from "../files/hash.ts";
import { readOrNull } from "../files/read-or-null.ts";
import { sitegenError } from "../problems/errors.ts";
import { LATEST_FILE, metaPath, partsOf, rootPath } from "./file-list.ts";
import { type BuildHistory, openHistory } from "./history.ts";
import { readOwnFiles, readParts, readRoot } from "./kept-builds.ts";
import { findOutputLocation } from "./output-location.ts";
import { openOutputTransaction, type PublishResult } from "./output-transaction.ts";
import { openRecordFile } from "./publish-record.ts";

/** A build that can be restored, or the published one. */
export interface KeptBuild {
  id: string;
  published: boolean;
  /** Publish time in ISO format; "" if unknown. */
  at: string;
  pages: number;
  /** Difference to the build before: number of files outside _assets/, and some of the pages. */
  changed: { written: number; removed: number; pages: string[] } | null;
}

/** The builds of an output folder, newest first; the published one is the first. */
export async function listBuilds(options: { out: string; stateDir: string }): Promise<KeptBuild[]> {
  const location = await findOutputLocation(options);
  const own = await readOwnFiles(location.out, openRecordFile(location.record).record);
  const entries = openHistory(location.history).entries();
  const builds: KeptBuild[] = [];
  for (const id of own.builds.toReversed()) {
    const root = await readRoot(location.out, id);
    const files = root && readParts(location.out, root.parts.others);
    if (!files) continue;
    const entry = entries.findLast(({ to }) => to === id);
    builds.push({
      id,
      published: id === own.buildId,
      at: entry?.at ?? (await ageOf(join(location.out, rootPath(id)))),
      pages: files.filter(({ path }) => path === "_payload.json" || path.endsWith("/_payload.json")).length,
      changed: entry ? { written: entry.written, removed: entry.removed, pages: entry.pages } : null,
    });
  }
  return builds;
}

async function ageOf(file: string): Promise<string> {
  const info = await stat(file).catch(() => null);
  return info ? info.mtime.toISOString() : "";
}

export interface RollbackResult extends PublishResult {
  from: string;
  buildId: string;
}

/**
 * Publishes an earlier build again, byte for byte and in the usual safe order. Default: the one before the published
 * one.
 */
export async function rollBack(options: {
  out: string;
  stateDir: string;
  build?: string | undefined;
  keepBuilds: number;
}): Promise<RollbackResult> {
  const { out, stateDir, keepBuilds } = options;
  const known = await listBuilds(options);
  const from = known.find(({ published }) => published)?.id ?? "";
  const id = choose(known, options.build, out);
  const output = await openOutputTransaction({ out, stateDir });
  try {
    const location = await findOutputLocation(options);
    const root = await readRoot(location.out, id);
    const files = root && readParts(location.out, partsOf(root));
    if (!root || !files) throw damaged(id, "its file list is missing or damaged");
    const history = openHistory(location.history);
    // When it was last replaced.
    const replaced = history.entries().findLast((entry) => entry.from === id)?.files;
    const latest = replaced?.find(([path]) => path === LATEST_FILE)?.[1];
    if (latest === undefined) throw damaged(id, "the state folder does not hold what it had");
    const paths = new Set(files.map(({ path }) => path));
    const missing: string[] = [];
    for (const file of files) {
      if (output.keep(file.path, { hash: file.hash })) continue;
      const bytes = readKept(history, file.hash);
      if (bytes) await output.put(file.path, bytes, { kind: isPage(file.path, paths) ? "page" : "stub" });
      else missing.push(file.path);
    }
    // The manifest stays in the output folder as long as the build is kept.
    const manifest = await readFile(join(location.out, metaPath(id))).catch(() => null);
    if (manifest) await output.put(metaPath(id), manifest);
    else missing.push(metaPath(id));
    const bytes = readKept(history, latest);
    if (bytes) await output.put(LATEST_FILE, bytes);
    else missing.push(LATEST_FILE);
    if (missing.length > 0)
      throw damaged(id, `${missing.length} of its files are not kept any more, ${missing[0]} first`);
    const { site, base } = root;
    // The domains' own lists are among the files; only their folders are needed here.
    const domains = root.folders.map((folder) => ({ folder, site, base }));
    const result = await output.publish({ buildId: id, keepBuilds, site: { site, base }, domains });
    return { ...result, from, buildId: id };
  } finally {
    await output.abort();
  }
}

function choose(known: readonly KeptBuild[], wanted: string | undefined, out: string): string {
  const earlier = known.filter(({ published }) => !published);
  const found = wanted === undefined ? earlier[0] : known.find(({ id }) => id === wanted);
  if (found && !found.published) return found.id;
  const names = earlier.map(({ id }) => id).join(", ");
  const message = found
    ? `Build ${found.id} is the published one.`
    : wanted === undefined
      ? `${out} holds no build before the published one.`
      : `${out} holds no build ${wanted}.`;
  throw sitegenError("ROLLBACK_UNKNOWN", {
    message,
    hint: names === "" ? "A build can be put back once another one has been published over it." : `Kept are: ${names}.`,
  });
}

/** The kept content, if it still matches its hash. */
function readKept(history: BuildHistory, hash: string): Uint8Array | null {
  const bytes = readOrNull(history.fileOf(hash));
  return bytes !== null && contentHash(bytes) === hash ? bytes : null;
}

/** A page has a payload beside it; other files are published after the pages, like redirect stubs. */
function isPage(path: string, paths: ReadonlySet<string>): boolean {
  return !path.endsWith("index.html") || paths.has(path.replace(/index\.html$/, "_payload.json"));
}

function damaged(id: string, why: string): Error {
  return sitegenError("ROLLBACK_FAILED", { message: `Build ${id} cannot be put back: ${why}.` });
}
