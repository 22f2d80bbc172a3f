import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { sitegenError } from "../errors.ts";
import { contentHash } from "./content-hash.ts";
import { errno } from "./errno.ts";

/** Where one output folder and its bookkeeping are. */
export interface OutputLocation {
  out: string;
  /**
   * Lock, stage and journal, gone when no build runs. Beside out, because a rename must not cross file systems;
   * inside out where out is a mount point or its parent cannot be written.
   */
  work: string;
  /** What the last publish wrote, under the state folder: safe to lose. */
  record: string;
  /** What has changed since the record was written whole (record-changes.ts). */
  changes: string;
  /** What earlier builds had (history.ts), beside the record. */
  history: string;
}

/** An output folder that does not exist or is empty takes the stage over as it is. */
export type FreshOutput = "missing" | "empty" | null;

/** Folder inside out/ for files on their way, where none can be beside it. */
export const WORK_FOLDER = ".sitegen-work";

export async function findOutputLocation(options: { out: string; stateDir: string }): Promise<OutputLocation> {
  const stateDir = resolve(options.stateDir);
  const out = await realOut(resolve(options.out));
  refuseUnfit(out, stateDir);
  const info = await stat(out).catch(() => null);
  if (info && !info.isDirectory()) throw unusable(out, "it is a file, not a folder");
  await ensureWritable(info ? out : await nearestParent(out), out);
  if (!info) await mkdir(dirname(out), { recursive: true });
  const beside = await canHoldWork(out, info?.dev);
  const key = relative(stateDir, out).split(sep).join("/");
  const name = `${basename(out)}-${contentHash(key).slice(0, 8)}`;
  return {
    out,
    work: beside ? join(dirname(out), `.${basename(out)}.sitegen`) : join(out, WORK_FOLDER),
    record: join(stateDir, "output", `${name}.json`),
    changes: join(stateDir, "output", `${name}.changes.json`),
    history: join(stateDir, "output", `${name}.history`),
  };
}

/** Asked under the lock: another build may have written meanwhile. */
export async function freshness(out: string): Promise<FreshOutput> {
  if (!existsSync(out)) return "missing";
  return (await readdir(out)).some((name) => name !== WORK_FOLDER) ? null : "empty";
}

async function realOut(out: string): Promise<string> {
  try {
    return await realpath(out);
  } catch {
    return join(await realpath(dirname(out)).catch(() => dirname(out)), basename(out));
  }
}

/** Folders that a visitor must never see the inside of, whatever was typed. */
function refuseUnfit(out: string, stateDir: string): void {
  if (dirname(out) === out) throw unusable(out, "it is the root of the file system");
  if (isWithin(process.cwd(), out)) throw unusable(out, "the working directory lies in it");
  if (isWithin(stateDir, out)) throw unusable(out, `the state folder ${stateDir} lies in it and would be published`);
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

async function nearestParent(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path || (await stat(parent).catch(() => null))) return parent;
  return nearestParent(parent);
}

async function ensureWritable(folder: string, out: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(out, `${folder} is not writable (${errno(error)})`, error);
  }
}

async function canHoldWork(out: string, device: number | undefined): Promise<boolean> {
  try {
    const parent = dirname(out);
    await access(parent, constants.W_OK | constants.X_OK);
    return device === undefined || (await stat(parent)).dev === device;
  } catch {
    return false;
  }
}

function unusable(out: string, why: string, cause?: unknown): Error {
  return sitegenError("PUBLISH_NOT_WRITABLE", { message: `${out} cannot hold the output: ${why}.`, where: out, cause });
}
