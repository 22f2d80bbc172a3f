import { openBuildFiles } from "./build-files.ts";
import { type ChangedFileLists, changeFileLists, readSites } from "./changed-file-lists.ts";
import { changedRecord } from "./changed-record.ts";
import { ensureDiskSpace, withDiskFullError } from "./ensure-disk-space.ts";
import { BUILDS_FOLDER, type BuildRoot, controlFiles, isAsset } from "./file-list.ts";
import { openHistory } from "./history.ts";
import { filesOfEachBuild, nextBuilds, readRoot, unionOf } from "./kept-builds.ts";
import type { OutputTransaction, PublishOptions } from "./output-transaction.ts";
import { planClearing, planMoves } from "./publish-plan.ts";
import type { FileRow, KnownFiles } from "./publish-record.ts";
import { emptyChanges, readChanges } from "./record-changes.ts";
import { type Session, startPublish } from "./session.ts";

/**
 * Publishes a build that differs from the last one in a few files; all other files stay in out/ without being checked
 * or listed again. The result equals an OutputTransaction's, byte for byte.
 */
export interface ChangedOutput extends Pick<OutputTransaction, "put" | "has"> {
  /** The new build's id, after all files except those with the id were put; null if a full build is needed. */
  buildId(): string | null;
  /** Null if a full build is needed; out/ is then unchanged. */
  publish(options: Omit<PublishOptions, "site">): Promise<ChangedResult | null>;
}

export interface ChangedResult {
  buildId: string;
  builds: string[];
  /** The build whose full record was written last. */
  recordOf: string;
  /** Files written, with their rows, and paths of removed files. */
  files: Map<string, FileRow>;
  removed: string[];
}

export interface LastPublish {
  /** The last build, and all builds whose files are kept. */
  buildId: string;
  builds: string[];
  /** The build whose full record was written last. */
  recordOf: string;
  files: KnownFiles;
  /** Files of the last build that this one no longer has. */
  dropped: readonly string[];
}

/** Null if out/ does not contain the last build's file list. */
export async function changedOutput(session: Session, last: LastPublish): Promise<ChangedOutput | null> {
  const { out, changes } = session.place;
  const root = await readRoot(out, last.buildId);
  const sites = root && (await readSites(out, root));
  if (!sites) return null;
  const before = last.recordOf === last.buildId ? emptyChanges(last) : readChanges(changes, last.recordOf);
  if (before?.buildId !== last.buildId) return null;
  const entries = openBuildFiles({ session, files: last.files });
  let lists: ChangedFileLists | null = null;
  const has = (path: string) => entries.has(path) || (last.files.has(path) && !last.dropped.includes(path));
  return {
    put: entries.put,
    has,
    buildId() {
      lists = changeFileLists({ out, root, sites, entries, dropped: last.dropped });
      return lists?.id ?? null;
    },
    async publish({ latest, retain }) {
      if (!lists) throw new Error("A build is published after it was named.");
      const listed = await lists.put();
      if (!listed) return null;
      const builds = nextBuilds({ ...retain, builds: last.builds });
      const removed = await noLongerUsed({ out, last, builds, listed, has: entries.has });
      const staged = entries.staged();
      const files = new Map(staged.map(({ path }) => [path, rowOf(entries.all().get(path))]));
      const { place, freeSpace, stage } = session;
      const changed = changedRecord(before, { buildId: retain.buildId, builds, files, removed }, place);
      const { text: record, changesOnly, recordOf } = changed;
      try {
        ensureDiskSpace({ place, spaceNeeded: entries.spaceNeeded(), staged, remove: removed, record, freeSpace });
        const own = { buildId: last.buildId, files: last.files };
        const change = { to: retain.buildId, written: [...files.keys()].sort(), removed, folders: root.folders };
        withDiskFullError(place, freeSpace, () => openHistory(place.history).keep({ out, own, ...change }));
      } catch (error) {
        await stage.remove();
        throw error;
      }
      const plan = {
        clear: planClearing(removed, staged),
        moves: planMoves(staged, latest, root.folders),
        remove: removed,
      };
      await startPublish(place, { plan, record, changesOnly });
      openHistory(place.history).prune(builds);
      return { buildId: retain.buildId, builds, recordOf, files, removed };
    },
  };
}

function rowOf({ hash, size, mtimeMs }: FileRow = { hash: "", size: -1, mtimeMs: -1 }): FileRow {
  return { hash, size, mtimeMs };
}

/** Removed pages, and hashed files and lists of earlier builds that neither the new build nor a kept one uses. */
async function noLongerUsed(options: {
  out: string;
  last: LastPublish;
  builds: readonly string[];
  listed: { root: BuildRoot; dropped: readonly string[] };
  has: (path: string) => boolean;
}): Promise<string[]> {
  const { out, last, builds, listed, has } = options;
  const files = new Map((await filesOfEachBuild(out, last.builds)).map((one, at) => [last.builds[at], one]));
  const earlier = unionOf(files.values());
  const kept = unionOf(builds.slice(0, -1).map((build) => files.get(build) ?? new Set()));
  const used = new Set(controlFiles(listed.root));
  const dropped = new Set(listed.dropped);
  const ofLast = files.get(last.buildId) ?? new Set();
  const isUsed = (path: string) =>
    kept.has(path) || used.has(path) || has(path) || (isListed(path) && ofLast.has(path) && !dropped.has(path));
  const pages = listed.dropped.filter((path) => !isAsset(path, listed.root.folders));
  return [...earlier, ...pages].filter((path) => !isUsed(path) && last.files.has(path)).sort();
}

/** True for files in a build's list, false for the files that describe a build. */
function isListed(path: string): boolean {
  return !path.startsWith(BUILDS_FOLDER);
}
