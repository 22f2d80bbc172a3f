import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { OnDamaged } from "../checksum-file.ts";
import { type OutputFiles, openBuildFiles } from "./build-files.ts";
import { buildIdOfEntries, type DomainSite, foldersIn, putLists } from "./build-lists.ts";
import { isUntouched } from "./compare-file.ts";
import { ensureDiskSpace, withDiskFullError } from "./ensure-disk-space.ts";
import type { SiteName } from "./file-list.ts";
import { openHistory } from "./history.ts";
import type { Journal } from "./journal.ts";
import { filesOfKeptBuilds, nextBuilds, readOwnFiles } from "./kept-builds.ts";
import { listForeignFiles } from "./list-foreign-files.ts";
import { type PublishPlan, planClearing, planMoves, planRemovals, type StagedFile } from "./publish-plan.ts";
import { emptyRecord, nextRecordRows, type PublishRecord, serializeRecord } from "./publish-record.ts";
import { readRecord } from "./record-changes.ts";
import { openSession, type Session, type SessionOptions, startPublish } from "./session.ts";
import { type StageLocation, TREE_FOLDER } from "./stage.ts";

export interface PublishOptions {
  /** The path to publish last: it tells clients that all other files are there. */
  latest: string;
  retain: { buildId: string; keepBuilds: number };
  site: SiteName;
  /** The domains' own sites, each in a folder; none if out/ is a single site. */
  domains?: readonly DomainSite[];
}

export interface PublishResult {
  written: number;
  unchanged: number;
  removed: number;
  /** Paths of written files, sorted. */
  files: string[];
  removedFiles: string[];
  /** Files in out/ that sitegen did not create, listed on the first publish to the folder. */
  foreign: string[];
}

/** Collects the files of one build and publishes them. Nothing in out/ changes before `publish`. */
export interface OutputTransaction extends OutputFiles {
  /** Where render threads stage files. */
  stagePlace: StageLocation;
  /** The record of the published build: the last one, after `publish` this one. */
  published(): PublishRecord;
  /** Paths of the last publish's files, including those of kept builds. */
  lastPaths(): Iterable<string>;
  /** Content hash of a file of the last publish. */
  lastHash(path: string): string | undefined;
  /** True if out/ still has the last publish's file with this hash. */
  holds(path: string, hash: string): boolean;
  /** The build's id, from all files: same files, same id (file-list.ts). `folders` are the domains'. */
  buildId(folders?: readonly string[]): string;
  publish(options: PublishOptions): Promise<PublishResult>;
  /** True if out/ has exactly what that build published: every file has the same size and time. */
  isIntact(buildId: string): boolean;
  /** What `publish` would do, without changing out/. */
  dryRun(options: PublishOptions): Promise<PublishResult>;
  /** Leaves out/ unchanged. If `publish` has started, waits for its end. */
  abort(): Promise<void>;
}

/** The last publish, and whether anything was known about the folder. */
interface Published {
  session: Session;
  own: PublishRecord;
  known: boolean;
}

export async function openOutputTransaction(options: SessionOptions): Promise<OutputTransaction> {
  const session = await openSession(options);
  return startTransaction(session, options.onDamaged);
}

/** The output of an open session; reads the last publish's full record. */
export async function startTransaction(session: Session, onDamaged?: OnDamaged): Promise<OutputTransaction> {
  const { place, fresh } = session;
  try {
    const record = fresh ? null : readRecord(place, onDamaged);
    const own = fresh ? emptyRecord() : await readOwnFiles(place.out, record);
    return sessionOutput({ session, own, known: record !== null });
  } catch (error) {
    await session.close();
    throw error;
  }
}

function sessionOutput(published: Published): OutputTransaction {
  const { session, own } = published;
  const { place, stage } = session;
  const entries = openBuildFiles({ session, files: own.files });
  let publishing: Promise<PublishResult> | null = null;
  let current = own;
  const commit = async (options: PublishOptions): Promise<PublishResult> => {
    try {
      const { record, result } = await publish(published, entries, options);
      current = record;
      return result;
    } finally {
      await session.close();
    }
  };
  return {
    put: entries.put,
    adopt: entries.adopt,
    stagePlace: { root: stage.root, mirrored: stage.mirrored },
    published: () => current,
    lastPaths: () => own.files.keys(),
    lastHash: (path) => own.files.get(path)?.hash,
    keep: entries.keep,
    holds: (path, hash) => {
      const row = own.files.get(path);
      return row?.hash === hash && isUntouched(place.out, path, row);
    },
    has: entries.has,
    buildId: (folders = []) => buildIdOfEntries(entries, folders),
    publish(options) {
      publishing ??= commit(options);
      return publishing;
    },
    isIntact: (buildId) =>
      own.buildId === buildId && [...own.files].every(([path, row]) => isUntouched(place.out, path, row)),
    dryRun: async (options) => (await plan(published, entries, options)).result,
    async abort() {
      if (publishing) await publishing.catch(() => undefined);
      else await stage.remove();
      await session.close();
    },
  };
}

type Entries = ReturnType<typeof openBuildFiles>;

async function publish(published: Published, entries: Entries, options: PublishOptions) {
  const { journal, record, result } = await prepare(published, entries, options);
  const { place } = published.session;
  await startPublish(place, journal);
  openHistory(place.history).prune(nextBuilds({ ...options.retain, builds: published.own.builds }));
  return { record, result };
}

/** Everything a publish does before it changes out/; an error leaves nothing behind. */
async function prepare(published: Published, entries: Entries, options: PublishOptions) {
  const { session, own } = published;
  const { place, stage } = session;
  try {
    const planned = await plan(published, entries, options);
    const { files, removedFiles } = planned.result;
    const folders = foldersIn(options);
    const change = { to: options.retain.buildId, written: files, removed: removedFiles, folders };
    const history = openHistory(place.history);
    withDiskFullError(place, session.freeSpace, () => history.keep({ out: place.out, own, ...change }));
    return planned;
  } catch (error) {
    await stage.remove();
    throw error;
  }
}

async function plan(
  { session, own, known }: Published,
  entries: Entries,
  options: PublishOptions,
): Promise<{ journal: Journal; record: PublishRecord; result: PublishResult }> {
  const { place, fresh } = session;
  const { buildId, keepBuilds } = options.retain;
  const folders = foldersIn(options);
  await putLists(entries, { id: buildId, ...options });
  const builds = nextBuilds({ builds: own.builds, buildId, keepBuilds });
  const kept = await filesOfKeptBuilds(place.out, builds.slice(0, -1));
  const remove = planRemovals(own.files.keys(), (path) => entries.has(path) || kept.has(path));
  const staged = entries.staged();
  const record = { buildId, builds, files: nextRecordRows(own, entries.all(), kept) };
  const text = serializeRecord(record);
  const moving = fresh ? [] : staged;
  ensureDiskSpace({
    place,
    spaceNeeded: entries.spaceNeeded(),
    staged: moving,
    remove,
    record: text,
    freeSpace: session.freeSpace,
  });
  const moves: PublishPlan = {
    clear: planClearing(remove, staged),
    moves: fresh ? await freshMoves(session, staged, options.latest) : planMoves(staged, options.latest, folders),
    remove,
  };
  const foreign = known || fresh ? [] : await listForeignFiles(place.out, (path) => record.files.has(path));
  const result = {
    written: staged.length,
    unchanged: entries.paths().length - staged.length,
    removed: remove.length,
    files: staged.map(({ path }) => path).sort(),
    removedFiles: remove,
    foreign,
  };
  return { journal: { plan: moves, record: text }, record, result };
}

/**
 * A missing out/ is created with one rename. An empty one is kept (it may be mounted or watched) and its content moved
 * in, assets first and latest.json last.
 */
async function freshMoves(session: Session, staged: StagedFile[], latest: string): Promise<PublishPlan["moves"]> {
  if (session.fresh === "missing") return [[{ from: TREE_FOLDER, to: "" }]];
  const last = staged.find(({ path }) => path === latest);
  if (last) await rename(join(session.stage.root, last.from), join(session.stage.root, "latest"));
  const names = [...new Set(staged.map(({ path }) => path.split("/")[0] ?? ""))].sort();
  const move = (name: string) => ({ from: `${TREE_FOLDER}/${name}`, to: name });
  const first = names.filter((name) => name === "_assets").map(move);
  const rest = names.filter((name) => name !== "_assets").map(move);
  return [first, rest, last ? [{ from: "latest", to: latest }] : []];
}
