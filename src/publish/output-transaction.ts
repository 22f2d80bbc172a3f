import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { OnDamaged } from "../checksum-file.ts";
import { SitegenError, sitegenError } from "../errors.ts";
import { type FreeSpace, freeSpace } from "../full-disk.ts";
import { type DomainSite, foldersIn, putLists } from "./build-lists.ts";
import { isUntouched } from "./compare-file.ts";
import { ensureDiskSpace, withDiskFullError } from "./ensure-disk-space.ts";
import { type OutputFiles, openEntries } from "./entries.ts";
import { messageOf } from "./errno.ts";
import type { SiteName } from "./file-list.ts";
import { foldsCase } from "./folds-case.ts";
import { guardWritable } from "./guard-writable.ts";
import { openHistory } from "./history.ts";
import { applyJournal, type Journal, type JournalLocation, readJournal, writeJournal } from "./journal.ts";
import { filesOfKeptBuilds, nextBuilds, readOwnFiles } from "./kept-builds.ts";
import { listForeignFiles } from "./list-foreign-files.ts";
import { type Lock, takeLock } from "./lock.ts";
import { type FreshOutput, findOutputLocation, freshness, type OutputLocation } from "./output-location.ts";
import { type PublishPlan, planClearing, planMoves, planRemovals, type StagedFile } from "./publish-plan.ts";
import { emptyRecord, nextRows, type PublishRecord, readRecord, serializeRecord } from "./publish-record.ts";
import { openStage, type Stage, type StageLocation, TREE } from "./stage.ts";

export interface PublishOptions {
  /** The path that goes last: it tells clients that all the rest is there. */
  latest: string;
  retain: { buildId: string; keepBuilds: number };
  site: SiteName;
  /** The domains' own sites, each in a folder; none where out/ is one site. */
  domains?: readonly DomainSite[];
}

export interface PublishResult {
  written: number;
  unchanged: number;
  removed: number;
  /** Paths that were written, sorted. */
  files: string[];
  removedFiles: string[];
  /** Files in out/ that sitegen did not write, listed when it meets the folder for the first time. */
  foreign: string[];
}

/** One build's way into out/. Nothing in out/ changes before `publish`. */
export interface OutputTransaction extends OutputFiles {
  /** Where render threads stage files. */
  stagePlace: StageLocation;
  /** Paths of the files that the last publish left, those of kept builds included. */
  lastPaths(): Iterable<string>;
  /** Content hash of a file as the last publish left it. */
  lastHash(path: string): string | undefined;
  /** True where out/ still holds the file that the last publish wrote, and it has this hash. */
  holds(path: string, hash: string): boolean;
  publish(options: PublishOptions): Promise<PublishResult>;
  /** True when out/ holds exactly what that build published: every file with the size and time it had then. */
  isIntact(buildId: string): boolean;
  /** What `publish` would do; out/ stays as it is. */
  dryRun(options: PublishOptions): Promise<PublishResult>;
  /** Leaves out/ as it was. After `publish` has begun it only waits for the end. */
  abort(): Promise<void>;
}

const LOCK = "lock";

interface Session {
  place: OutputLocation;
  lock: Lock;
  fresh: FreshOutput;
  stage: Stage;
  own: PublishRecord;
  /** False when nothing was known about the folder. */
  known: boolean;
  freeSpace: FreeSpace;
}

export async function openOutputTransaction(options: {
  out: string;
  stateDir: string;
  onDamaged?: OnDamaged | undefined;
  /** The file system's answer by default. */
  freeSpace?: FreeSpace | undefined;
}): Promise<OutputTransaction> {
  const place = await findOutputLocation(options);
  const lock = await guardWritable(place, () => takeLock(join(place.work, LOCK), place.out));
  try {
    return sessionOutput(await guardWritable(place, () => openSession(place, lock, options)));
  } catch (error) {
    await close(place, lock);
    throw error;
  }
}

async function openSession(
  place: OutputLocation,
  lock: Lock,
  options: { onDamaged?: OnDamaged | undefined; freeSpace?: FreeSpace | undefined },
): Promise<Session> {
  await finishLeftover(place);
  const fresh = await freshness(place.out);
  const record = fresh ? null : readRecord(place.record, options.onDamaged);
  const own = fresh ? emptyRecord() : await readOwnFiles(place.out, record);
  const stage = openStage({ root: join(place.work, "stage"), mirrored: fresh !== null });
  await mkdir(stage.root, { recursive: true });
  return { place, lock, fresh, stage, own, known: record !== null, freeSpace: options.freeSpace ?? freeSpace };
}

/**
 * A kill may have left a publish half done (it is finished), a stage, or drafts of the journal and the lock (they
 * are dropped; a process that is trying for the lock right now makes its draft again).
 */
async function finishLeftover(place: OutputLocation): Promise<void> {
  const files = journalPlace(place);
  const journal = await readJournal(files.journal);
  if (journal) await applyJournal(files, journal);
  for (const name of await readdir(place.work)) {
    if (name !== LOCK) await rm(join(place.work, name), { recursive: true, force: true });
  }
}

function journalPlace({ out, work, record }: OutputLocation): JournalLocation {
  return { out, record, stage: join(work, "stage"), journal: join(work, "journal") };
}

function sessionOutput(session: Session): OutputTransaction {
  const { place, stage, own, fresh } = session;
  const entries = openEntries({ out: place.out, stage, own, fresh, foldsCase: foldsCase(place.work) });
  let publishing: Promise<PublishResult> | null = null;
  let closed = false;
  const end = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await close(place, session.lock);
  };
  const commit = async (options: PublishOptions): Promise<PublishResult> => {
    try {
      return await publish(session, entries, options);
    } finally {
      await end();
    }
  };
  return {
    put: entries.put,
    adopt: entries.adopt,
    stagePlace: { root: stage.root, mirrored: stage.mirrored },
    lastPaths: () => own.files.keys(),
    lastHash: (path) => own.files.get(path)?.hash,
    keep: entries.keep,
    holds: (path, hash) => {
      const row = own.files.get(path);
      return row?.hash === hash && isUntouched(place.out, path, row);
    },
    has: entries.has,
    hashes: entries.hashes,
    publish(options) {
      publishing ??= commit(options);
      return publishing;
    },
    isIntact: (buildId) =>
      own.buildId === buildId && [...own.files].every(([path, row]) => isUntouched(place.out, path, row)),
    dryRun: async (options) => (await plan(session, entries, options)).result,
    async abort() {
      if (publishing) await publishing.catch(() => undefined);
      else await stage.remove();
      await end();
    },
  };
}

type Entries = ReturnType<typeof openEntries>;

async function publish(session: Session, entries: Entries, options: PublishOptions): Promise<PublishResult> {
  const { journal, result } = await prepare(session, entries, options);
  const { place } = session;
  await begin(place, journal);
  openHistory(place.history).prune(nextBuilds({ ...options.retain, builds: session.own.builds }));
  return result;
}

/** All that a publish does before it changes out/; a failure leaves nothing behind. */
async function prepare(session: Session, entries: Entries, options: PublishOptions) {
  const { place, own, stage } = session;
  try {
    const planned = await plan(session, entries, options);
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
  session: Session,
  entries: Entries,
  options: PublishOptions,
): Promise<{ journal: Journal; result: PublishResult }> {
  const { place, own, fresh } = session;
  const { buildId, keepBuilds } = options.retain;
  const folders = foldersIn(options);
  await putLists(entries, { id: buildId, ...options });
  const builds = nextBuilds({ builds: own.builds, buildId, keepBuilds });
  const kept = await filesOfKeptBuilds(place.out, builds.slice(0, -1));
  const remove = planRemovals(own.files.keys(), (path) => entries.has(path) || kept.has(path));
  const staged = entries.staged();
  const record = { buildId, builds, files: nextRows(own, entries.all(), kept) };
  const text = serializeRecord(record);
  const moving = fresh ? [] : staged;
  ensureDiskSpace({ place, room: entries.room(), staged: moving, remove, record: text, freeSpace: session.freeSpace });
  const moves: PublishPlan = {
    clear: planClearing(remove, staged),
    moves: fresh ? await freshMoves(session, staged, options.latest) : planMoves(staged, options.latest, folders),
    remove,
  };
  const foreign = session.known || fresh ? [] : await listForeignFiles(place.out, (path) => record.files.has(path));
  const result = {
    written: staged.length,
    unchanged: entries.paths().length - staged.length,
    removed: remove.length,
    files: staged.map(({ path }) => path).sort(),
    removedFiles: remove,
    foreign,
  };
  return { journal: { plan: moves, record: text }, result };
}

async function begin(place: OutputLocation, journal: Journal): Promise<void> {
  const files = journalPlace(place);
  try {
    const { plan } = journal;
    const idle = plan.moves.length === 0 && plan.remove.length === 0;
    if (!idle) await writeJournal(files.journal, journal);
    await applyJournal(files, journal);
  } catch (error) {
    if (error instanceof SitegenError) throw error;
    throw sitegenError("PUBLISH_FAILED", {
      message: `Publishing into ${place.out} stopped half way: ${messageOf(error)}.`,
      where: place.out,
      cause: error,
    });
  }
}

/**
 * A missing out/ appears with one rename. An empty one stays (it may be mounted or watched) and takes the entries
 * over, assets first and latest.json last.
 */
async function freshMoves(session: Session, staged: StagedFile[], latest: string): Promise<PublishPlan["moves"]> {
  if (session.fresh === "missing") return [[{ from: TREE, to: "" }]];
  const last = staged.find(({ path }) => path === latest);
  if (last) await rename(join(session.stage.root, last.from), join(session.stage.root, "latest"));
  const names = [...new Set(staged.map(({ path }) => path.split("/")[0] ?? ""))].sort();
  const move = (name: string) => ({ from: `${TREE}/${name}`, to: name });
  const first = names.filter((name) => name === "_assets").map(move);
  const rest = names.filter((name) => name !== "_assets").map(move);
  return [first, rest, last ? [{ from: "latest", to: latest }] : []];
}

/** The folder for lock and stage goes too, unless a journal waits in it for the next run. */
async function close(place: OutputLocation, lock: Lock): Promise<void> {
  await lock.release();
  await rmdir(place.work).catch(() => undefined);
}
