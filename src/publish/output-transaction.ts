import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type OutputFiles, openBuildFiles } from "./build-files.ts";
import { type DomainSite, foldersIn, type LastLists, listSites, putLists } from "./build-lists.ts";
import { checkFiles, type FileCheck, isUntouched } from "./compare-file.ts";
import { ensureDiskSpace, withDiskFullError } from "./ensure-disk-space.ts";
import {
  BUILDS_FOLDER,
  buildIdOf,
  inDomain,
  isAsset,
  LATEST_FILE,
  type ListedParts,
  namesOf,
  type SiteName,
} from "./file-list.ts";
import { openHistory } from "./history.ts";
import { earlierBuilds, nextBuilds, readLastLists, readOwnFiles } from "./kept-builds.ts";
import { type PublishPlan, planClearing, planMoves, type StagedFile } from "./publish-plan.ts";
import {
  allRows,
  changedRows,
  emptyRecord,
  openRecordFile,
  type PublishRecord,
  type RecordChange,
  type RecordFile,
} from "./publish-record.ts";
import { openSession, type Session, type SessionOptions, startPublish } from "./session.ts";
import { type StageLocation, TREE_FOLDER } from "./stage.ts";

export interface PublishOptions {
  buildId: string;
  keepBuilds: number;
  site: SiteName;
  /** The domains' own sites, each in a folder; none if out/ is a single site. */
  domains?: readonly DomainSite[];
}

export interface PublishResult {
  written: number;
  /** Files that were put or kept, and were there already. */
  unchanged: number;
  removed: number;
  /** Paths of written files, sorted. */
  files: string[];
  removedFiles: string[];
}

/** Collects the files of one build and publishes them. Nothing in out/ changes before `publish`. */
export interface OutputTransaction extends OutputFiles {
  /** For render threads, which stage files themselves. */
  stageLocation: StageLocation;
  /** The build in out/; "" if none is known. */
  lastBuild: string;
  /**
   * The files of the last build stay part of this one, unless they are dropped. False if its list is not in out/; every
   * file has then to be put or kept.
   */
  stayWithLast(): Promise<boolean>;
  /** The files that were put, kept or dropped; null if the others do not stay. */
  touched(): string[] | null;
  /** Files of the last publish that are missing or were changed, as far as this build checks (compare-file.ts). */
  broken(): ReadonlySet<string>;
  /** Paths of the last publish's files, including those of kept builds. */
  lastPaths(): Iterable<string>;
  lastHash(path: string): string | undefined;
  /**
   * True if out/ still has the last publish's file with this hash, or the target that the state is from has it. `isHere`:
   * only if it can be read here.
   */
  holds(path: string, hash: string, options?: { isHere?: boolean }): boolean;
  /** The build's id, from all files: same files, same id (file-list.ts). `folders` are the domains'. */
  buildId(folders?: readonly string[]): string;
  publish(options: PublishOptions): Promise<PublishResult>;
  /** True if out/ has what that build published, as far as this build checks. */
  isIntact(buildId: string): boolean;
  /** What `publish` would do, without changing out/. */
  dryRun(options: PublishOptions): Promise<PublishResult>;
  /** Leaves out/ unchanged. If `publish` has started, waits for its end. */
  abort(): Promise<void>;
}

/** The last publish: its files, and its record, which may be missing or of another build. */
interface Published {
  session: Session;
  own: PublishRecord;
  record: RecordFile;
}

export async function openOutputTransaction(options: SessionOptions): Promise<OutputTransaction> {
  const session = await openSession(options);
  return startTransaction(session, (file) => openRecordFile(file, options.onDamaged));
}

export async function startTransaction(
  session: Session,
  openRecord: (file: string) => RecordFile,
): Promise<OutputTransaction> {
  const { location, fresh } = session;
  try {
    const record = openRecord(location.record);
    const last = fresh ? emptyRecord() : await readOwnFiles(location.out, record.record);
    // Without the target, what is there alone is made again, so that out/ is whole.
    const own = { ...last, elsewhere: last.elsewhere && session.fromTarget !== undefined };
    return sessionOutput({ session, own, record });
  } catch (error) {
    await session.close();
    throw error;
  }
}

function sessionOutput(published: Published): OutputTransaction {
  const { session, own, record } = published;
  const { location, stage } = session;
  const entries = openBuildFiles(session, own);
  let publishing: Promise<PublishResult> | null = null;
  const state: BuildState = { last: null, lists: null, check: null };
  const check = () => {
    state.check ??= checkFiles(location.out, own, record.record?.next ?? 0);
    return state.check;
  };
  const commit = async (options: PublishOptions): Promise<PublishResult> => {
    try {
      return await publish(published, { entries, state }, options);
    } finally {
      await session.close();
    }
  };
  return {
    put: entries.put,
    adopt: entries.adopt,
    drop: entries.drop,
    keep: entries.keep,
    has: entries.has,
    read: entries.read,
    row: entries.row,
    stageLocation: { root: stage.root, mirrored: stage.mirrored },
    lastBuild: own.buildId,
    async stayWithLast() {
      const last = session.fresh ? null : await readLastLists(location.out, own);
      const root = last?.roots.get("");
      if (!last || !root) return false;
      state.last = last;
      entries.stay((path) => {
        if (inDomain(path, root.folders).startsWith(BUILDS_FOLDER)) return false;
        return !isAsset(path, root.folders) || last.needs(root, path);
      });
      return true;
    },
    touched: () => state.last && entries.touched(),
    broken: () => check().broken,
    lastPaths: () => own.files.keys(),
    lastHash: (path) => own.files.get(path)?.hash,
    holds: (path, hash, { isHere = false } = {}) => {
      const row = own.files.get(path);
      return row?.hash === hash && isUntouched(location.out, path, row, !isHere && own.elsewhere);
    },
    buildId(folders = []) {
      state.lists = listSites(entries, folders, withChanges(state.last, entries, own));
      return buildIdOf([...state.lists.values()].map(namesOf));
    },
    publish(options) {
      publishing ??= commit(options);
      return publishing;
    },
    isIntact(buildId) {
      if (own.buildId !== buildId || check().broken.size > 0) return false;
      const { buildId: id, builds, elsewhere } = own;
      if (check().next !== (record.record?.next ?? 0))
        record.write({ head: { buildId: id, builds, next: check().next, elsewhere }, rows: [], whole: false });
      return true;
    },
    dryRun: async (options) => (await plan(published, { entries, state }, options)).result,
    async abort() {
      if (publishing) await publishing.catch(() => undefined);
      else await stage.remove();
      await session.close();
    },
  };
}

/** Values that are computed once per build. */
interface BuildState {
  /** The last build's lists, if `stayWithLast` found them. */
  last: Awaited<ReturnType<typeof readLastLists>>;
  /** This build's, after `buildId`. */
  lists: ReadonlyMap<string, ListedParts> | null;
  check: FileCheck | null;
}

interface Build {
  entries: ReturnType<typeof openBuildFiles>;
  state: BuildState;
}

function withChanges(
  last: BuildState["last"],
  { touched }: Build["entries"],
  { files }: PublishRecord,
): LastLists | null {
  return last && { ...last, row: (path) => files.get(path), changed: [...new Set([...last.ended, ...touched()])] };
}

async function publish(published: Published, build: Build, options: PublishOptions) {
  const { plan: moves, record, result } = await prepare(published, build, options);
  const { location } = published.session;
  await startPublish(location, { plan: moves, record }, published.record);
  openHistory(location.history).prune(record.head.builds);
  return result;
}

/** Everything a publish does before it changes out/; an error leaves nothing behind. */
async function prepare(published: Published, build: Build, options: PublishOptions) {
  const { session, own } = published;
  const { location, stage } = session;
  try {
    const planned = await plan(published, build, options);
    const { files, removedFiles } = planned.result;
    const folders = foldersIn(options);
    const change = { to: options.buildId, written: files, removed: removedFiles, folders };
    const history = openHistory(location.history);
    withDiskFullError(location, session.freeSpace, () => history.keep({ out: location.out, own, ...change }));
    return planned;
  } catch (error) {
    await stage.remove();
    throw error;
  }
}

async function plan(
  { session, own, record: { record } }: Published,
  { entries, state }: Build,
  options: PublishOptions,
): Promise<{ plan: PublishPlan; record: RecordChange; result: PublishResult }> {
  const { location, fresh } = session;
  const { buildId, keepBuilds } = options;
  const folders = foldersIn(options);
  const last = () => withChanges(state.last, entries, own);
  const lists = state.lists ?? listSites(entries, folders, last());
  await putLists(entries, { id: buildId, ...options, lists, last });
  // Of builds before it, out/ lacks what only the target has that this one does not begin with.
  const past = record?.elsewhere && !own.elsewhere ? [] : own.builds;
  const builds = nextBuilds({ builds: past, buildId, keepBuilds });
  const kept = await earlierBuilds(location.out, { before: own.builds, builds, last: state.last });
  const mayGo = state.last
    ? [...entries.dropped(), ...kept.ended].filter((path) => own.files.has(path))
    : own.files.keys();
  // sitegen's own files that neither this build nor a kept one uses.
  const remove = [...new Set(mayGo)].filter((path) => !entries.has(path) && !kept.need(path)).sort();
  const staged = entries.staged();
  const isKnown = record?.files === own.files;
  const change = isKnown
    ? { rows: changedRows(own.files, { removed: remove, now: entries.rows() }), whole: false }
    : {
        rows: allRows(
          [...own.files].filter(([path]) => kept.need(path)),
          entries.all(),
        ),
        whole: true,
      };
  const moving = fresh ? [] : staged;
  ensureDiskSpace({
    location,
    spaceNeeded: entries.spaceNeeded(),
    staged: moving,
    remove,
    record: JSON.stringify(change.rows),
    freeSpace: session.freeSpace,
  });
  const moves: PublishPlan = {
    clear: planClearing(remove, staged),
    moves: fresh ? await freshMoves(session, staged) : planMoves(staged, folders),
    remove,
  };
  const result = {
    written: staged.length,
    unchanged: [...entries.rows()].length - staged.length,
    removed: remove.length,
    files: staged.map(({ path }) => path).sort(),
    removedFiles: remove,
  };
  const next = state.check?.next ?? 0;
  return { plan: moves, record: { ...change, head: { buildId, builds, next, elsewhere: own.elsewhere } }, result };
}

/**
 * A missing out/ is created with one rename. An empty one is kept (it may be mounted or watched) and its content moved
 * in, assets first and latest.json last.
 */
async function freshMoves(session: Session, staged: StagedFile[]): Promise<PublishPlan["moves"]> {
  if (session.fresh === "missing") return [[{ from: TREE_FOLDER, to: "" }]];
  const last = staged.find(({ path }) => path === LATEST_FILE);
  if (last) await rename(join(session.stage.root, last.from), join(session.stage.root, "latest"));
  const names = [...new Set(staged.map(({ path }) => path.split("/")[0] ?? ""))].sort();
  const move = (name: string) => ({ from: `${TREE_FOLDER}/${name}`, to: name });
  const first = names.filter((name) => name === "_assets").map(move);
  const rest = names.filter((name) => name !== "_assets").map(move);
  return [first, rest, last ? [{ from: "latest", to: LATEST_FILE }] : []];
}
