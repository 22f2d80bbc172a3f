import { lstatSync, mkdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sitegenError } from "../problems/errors.ts";
import { errno } from "./errno.ts";
import type { OutputLocation } from "./output-location.ts";

/** Names in the working folder, except the lock's: stage, journal, and drafts of the journal and of locks. */
const LEFTOVER = /^(?:stage|journal(?:\.new)?|lock\.[0-9a-f]{16}|replace-\w+(?:\.[0-9a-f]{16})?)$/;

/**
 * Creates the working folder. Throws if something else has its name: others may write to the folder in which out/ is, and
 * what is in the working folder is deleted or moved into out/.
 */
export function claimWorkFolder({ out, work }: Pick<OutputLocation, "out" | "work">): void {
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

/** Deletes what a killed build left, and nothing else. */
export async function removeLeftovers(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    if (LEFTOVER.test(name)) await rm(join(work, name), { recursive: true, force: true });
  }
}

function unusable(out: string, work: string, why: string): Error {
  return sitegenError("PUBLISH_NOT_WRITABLE", {
    message: `${out} cannot hold the output: its working folder ${work} ${why}.`,
    where: work,
    hint: `Remove ${work}, or choose another folder with --out.`,
  });
}
