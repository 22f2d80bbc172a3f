import { lstatSync, mkdirSync } from "node:fs";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { OnDamaged } from "../files/checksum-file.ts";
import { diskFullError, type FreeSpace, freeSpace, isDiskFull } from "../files/full-disk.ts";
import { errno, messageOf } from "../problems/cause.ts";
import { SitegenError, sitegenError } from "../problems/errors.ts";
import { applyJournal, type Journal, readJournal, writeJournal } from "./journal.ts";
import { type Lock, takeLock } from "./lock.ts";
import { checkEmptyOutput, findOutputLocation, type OutputLocation } from "./output-location.ts";
import type { RecordFile } from "./publish-record.ts";
import { openStage } from "./stage.ts";

/** A build's lock on an output folder: no other sitegen process writes to it until the session is closed. */
export type Session = Awaited<ReturnType<typeof createSession>>;

export interface SessionOptions {
  out: string;
  stateDir: string;
  /** Folder whose files are copied into the output, which therefore cannot be in it. */
  copied?: string | undefined;
  /** Folder with the content, where the output cannot be either. */
  content?: string | undefined;
  onDamaged?: OnDamaged | undefined;
  /** Default: the file system's free space. */
  freeSpace?: FreeSpace | undefined;
  fromTarget?: FromTarget | undefined;
}

/** Bytes of a file that is not in out/ but at the target from which the state was brought. */
export type FromTarget = (path: string, hash: string) => Uint8Array;

/** The lock in the folder `work` of an output. */
export const LOCK = "lock";

/** Locks the folder and completes an interrupted publish. Reads no records. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const location = await findOutputLocation(options);
  const lock = await guardWritable(location, async () => {
    claimWorkFolder(location);
    return takeLock(join(location.work, LOCK), location.out);
  });
  try {
    return await guardWritable(location, () => createSession(location, lock, options));
  } catch (error) {
    await close(location, lock);
    throw error;
  }
}

async function createSession(
  location: OutputLocation,
  lock: Lock,
  options: Pick<SessionOptions, "freeSpace" | "fromTarget">,
) {
  await finishLeftover(location);
  const fresh = await checkEmptyOutput(location.out);
  const stage = openStage({ root: location.stage, mirrored: fresh !== null });
  await mkdir(stage.root, { recursive: true });
  let closing: Promise<void> | undefined;
  const end = () => {
    closing ??= close(location, lock);
    return closing;
  };
  return {
    location,
    fresh,
    stage,
    freeSpace: options.freeSpace ?? freeSpace,
    fromTarget: options.fromTarget,
    /** Releases the folder; further calls do nothing. */
    close: end,
    /** Deletes staged files, then closes. */
    async abandon() {
      if (closing === undefined) await stage.remove();
      await end();
    },
  };
}

/**
 * Cleans up after a kill: completes a publish that had started, and deletes a stage and temporary files of journal and
 * lock, and nothing else. A process that is just acquiring the lock creates its file again.
 */
async function finishLeftover(location: OutputLocation): Promise<void> {
  const journal = await readJournal(location.journal);
  if (journal) await applyJournal(location, journal);
  for (const name of await readdir(location.work)) {
    if (LEFTOVER.test(name)) await rm(join(location.work, name), { recursive: true, force: true });
  }
}

/** Runs a publish; once started it will be completed, by this process or the next. */
export async function startPublish(location: OutputLocation, journal: Journal, record: RecordFile): Promise<void> {
  try {
    const { plan } = journal;
    const idle = plan.moves.length === 0 && plan.remove.length === 0;
    if (!idle) await writeJournal(location.journal, journal);
    await applyJournal(location, journal, record);
  } catch (error) {
    if (error instanceof SitegenError) throw error;
    throw sitegenError("PUBLISH_FAILED", {
      message: `Publishing into ${location.out} was interrupted: ${messageOf(error)}.`,
      where: location.out,
      cause: error,
    });
  }
}

/** Removes the working folder too, unless it holds a journal for the next run. */
async function close(location: OutputLocation, lock: Lock): Promise<void> {
  await lock.release();
  await rmdir(location.work).catch(() => undefined);
}

/** Runs an action that writes to the output folder; an error of a read-only folder names it. */
async function guardWritable<T>(location: OutputLocation, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError({ folder: location.out, cause: error });
    if (!["EACCES", "EPERM", "EROFS"].includes(errno(error))) throw error;
    throw sitegenError("PUBLISH_NOT_WRITABLE", {
      message: `${location.out} cannot hold the output: ${messageOf(error)}.`,
      where: location.out,
      cause: error,
    });
  }
}

/** Names in the working folder, except the lock's: stage, journal, and drafts of the journal and of locks. */
const LEFTOVER = /^(?:stage|journal(?:\.new)?|lock\.[0-9a-f]{16}|replace-\w+(?:\.[0-9a-f]{16})?)$/;

/**
 * Creates the working folder. Throws if something else has its name: others may write to the folder in which out/ is, and
 * what is in the working folder is deleted or moved into out/.
 */
function claimWorkFolder({ out, work }: Pick<OutputLocation, "out" | "work">): void {
  try {
    mkdirSync(work);
    return;
  } catch (error) {
    if (errno(error) !== "EEXIST") throw error;
  }
  const info = lstatSync(work, { throwIfNoEntry: false });
  if (!info) return; // a build that has just ended removed it; the lock creates it again
  if (!info.isDirectory()) throw unusable(out, work, "is not a folder");
  // Windows has no user ids.
  const user = process.getuid?.() ?? info.uid;
  if (info.uid !== user) throw unusable(out, work, "belongs to another user, whose build runs or was interrupted");
}

function unusable(out: string, work: string, why: string): Error {
  return sitegenError("PUBLISH_NOT_WRITABLE", {
    message: `${out} cannot hold the output: its working folder ${work} ${why}.`,
    where: work,
    hint: `Remove ${work}, or choose another folder with --out.`,
  });
}
