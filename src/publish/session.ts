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
  place: OutputLocation;
  fresh: EmptyOutput;
  stage: Stage;
  freeSpace: FreeSpace;
  /** Releases the folder; further calls do nothing. */
  close(): Promise<void>;
  /** The same, and deletes staged files. */
  abandon(): Promise<void>;
}

export interface SessionOptions {
  out: string;
  stateDir: string;
  onDamaged?: OnDamaged | undefined;
  /** Default: the file system's free space. */
  freeSpace?: FreeSpace | undefined;
}

const LOCK = "lock";

/** Locks the folder and completes an interrupted publish. Reads no records. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const place = await findOutputLocation(options);
  const lock = await guardWritable(place, async () => {
    claimWorkFolder(place);
    return takeLock(join(place.work, LOCK), place.out);
  });
  try {
    return await guardWritable(place, () => begun(place, lock, options));
  } catch (error) {
    await close(place, lock);
    throw error;
  }
}

async function begun(place: OutputLocation, lock: Lock, options: Pick<SessionOptions, "freeSpace">): Promise<Session> {
  await finishLeftover(place);
  const fresh = await checkEmptyOutput(place.out);
  const stage = openStage({ root: join(place.work, "stage"), mirrored: fresh !== null });
  await mkdir(stage.root, { recursive: true });
  let closing: Promise<void> | undefined;
  const end = () => {
    closing ??= close(place, lock);
    return closing;
  };
  return {
    place,
    fresh,
    stage,
    freeSpace: options.freeSpace ?? freeSpace,
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
async function finishLeftover(place: OutputLocation): Promise<void> {
  const files = journalPlace(place);
  const journal = await readJournal(files.journal);
  if (journal) await applyJournal(files, journal);
  await removeLeftovers(place.work);
}

function journalPlace({ out, work, record }: OutputLocation): JournalLocation {
  return { out, record, stage: join(work, "stage"), journal: join(work, "journal") };
}

/** Runs a publish; once started it will be completed, by this process or the next. */
export async function startPublish(place: OutputLocation, journal: Journal, record: RecordFile): Promise<void> {
  const files = journalPlace(place);
  try {
    const { plan } = journal;
    const idle = plan.moves.length === 0 && plan.remove.length === 0;
    if (!idle) await writeJournal(files.journal, journal);
    await applyJournal(files, journal, record);
  } catch (error) {
    if (error instanceof SitegenError) throw error;
    throw sitegenError("PUBLISH_FAILED", {
      message: `Publishing into ${place.out} was interrupted: ${messageOf(error)}.`,
      where: place.out,
      cause: error,
    });
  }
}

/** Removes the working folder too, unless it holds a journal for the next run. */
async function close(place: OutputLocation, lock: Lock): Promise<void> {
  await lock.release();
  await rmdir(place.work).catch(() => undefined);
}
