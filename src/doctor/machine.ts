/** Questions about this machine: disk, folders, locks. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { existing, freeSpace, sizeText } from "../files/full-disk.ts";
import { sitegenError } from "../problems/errors.ts";
import { lockHolder } from "../publish/lock.ts";
import { findOutputLocation } from "../publish/output-location.ts";
import { LOCK } from "../publish/session.ts";
import { type Answer, bad, finding, good } from "./finding.ts";

/** Less than this is soon used up: a build with pictures of a small site. */
const LITTLE_SPACE = 200_000_000;

/** Whether the output folder can be written and no build is writing it. */
export async function checkOutput(folders: { out: string; stateDir: string }): Promise<Answer> {
  const { out, work } = await findOutputLocation(folders);
  const lock = join(work, LOCK);
  const holder = await lockHolder(lock);
  if (holder !== null) {
    throw sitegenError("PUBLISH_LOCKED", {
      message: `${holder} is writing ${out}.`,
      where: lock,
      hint: "Wait for it to end. If it hangs, end that process: the lock of an ended one does not count.",
    });
  }
  return checkDisk(out, existsSync(out) ? `${out}, writable, no build running` : `${out}, to be made`);
}

/** Whether the disk of a folder has room for a build. */
export function checkDisk(folder: string, said: string, space = freeSpace): Answer {
  const free = space(existing(folder));
  if (free === null) return good(said);
  const found = `${said}, ${sizeText(free)} free`;
  if (free >= LITTLE_SPACE) return good(found);
  return bad(found, finding("DOCTOR_DISK", `The disk of ${folder} has ${sizeText(free)} left.`, folder));
}
