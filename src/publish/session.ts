import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { OnDamaged } from "../files/checksum-file.ts";
import { type FreeSpace, freeSpace } from "../files/full-disk.ts";
import { SitegenError, sitegenError } from "../problems/errors.ts";
import { messageOf } from "./errno.ts";
import { guardWritable } from "./guard-writable.ts";
import { applyJournal, type Journal, type JournalLocation, readJournal, writeJournal } from "./journal.ts";
import { type Lock, takeLock } from "./lock.ts";
import { checkEmptyOutput, type EmptyOutput, findOutputLocation, type OutputLocation } from "./output-location.ts";
import type { RecordFile } from "./publish-record.ts";
import { openStage, type Stage } from "./stage.ts";
import { claimWorkFolder, removeLeftovers } from "./work-folder.ts";

/** A build's lock on an output folder: no other sitegen process writes to it until the session is closed. */
export interface Session {
  location: OutputLocation;
  fresh: EmptyOutput;
  stage: Stage;
  freeSpace: FreeSpace;
  fromTarget?: FromTarget | undefined;
  /** Releases the folder; further calls do nothing. */
  close(): Promise<void>;
  /** Deletes staged files, then closes. */
  abandon(): Promise<void>;
}

export interface SessionOptions {
  out: string;
  stateDir: string;
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
): Promise<Session> {
  await finishLeftover(location);
  const fresh = await checkEmptyOutput(location.out);
  const stage = openStage({ root: join(location.work, "stage"), mirrored: fresh !== null });
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
    close: end,
    async abandon() {
      if (closing === undefined) await stage.remove();
      await end();
    },
  };
}

/**
 * Cleans up after a kill: completes a publish that had started, and deletes a stage and temporary files of journal and
 * lock. A process that is just acquiring the lock creates its file again.
 */
async function finishLeftover(location: OutputLocation): Promise<void> {
  const files = journalLocation(location);
  const journal = await readJournal(files.journal);
  if (journal) await applyJournal(files, journal);
  await removeLeftovers(location.work);
}

function journalLocation({ out, work, record }: OutputLocation): JournalLocation {
  return { out, record, stage: join(work, "stage"), journal: join(work, "journal") };
}

/** Runs a publish; once started it will be completed, by this process or the next. */
export async function startPublish(location: OutputLocation, journal: Journal, record: RecordFile): Promise<void> {
  const files = journalLocation(location);
  try {
    const { plan } = journal;
    const idle = plan.moves.length === 0 && plan.remove.length === 0;
    if (!idle) await writeJournal(files.journal, journal);
    await applyJournal(files, journal, record);
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
