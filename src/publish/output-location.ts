import { constants, existsSync } from "node:fs";
import { access, lstat, mkdir, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { existing } from "../files/full-disk.ts";
import { contentHash } from "../files/hash.ts";
import { isWithin, realPath } from "../files/real-path.ts";
import { errno, messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";

/** Paths of an output folder and its working files. */
export interface OutputLocation {
  out: string;
  /**
   * Lock, stage and journal; does not exist while no build runs. Next to out, because a rename cannot cross file
   * systems; inside out if that is a mount point or its parent is read-only.
   */
  work: string;
  /** Below `work`: the build's files before they are published (stage.ts), and what is under way (journal.ts). */
  stage: string;
  journal: string;
  /** What the last publish wrote, in the state folder; can be deleted safely. */
  record: string;
  /** Content of earlier builds (history.ts), next to the record. */
  history: string;
}

/** An output folder that is missing or empty receives whole folders of the stage. */
export type EmptyOutput = "missing" | "empty" | null;

/** Working folder inside out/, if it cannot be next to it. */
export const WORK_FOLDER = ".sitegen-work";

export async function findOutputLocation(options: {
  out: string;
  stateDir: string;
  copied?: string | undefined;
  content?: string | undefined;
}): Promise<OutputLocation> {
  const stateDir = resolve(options.stateDir);
  const out = realPath(resolve(options.out));
  refuseUnfit(out, stateDir);
  refuseSources(out, { ...options, stateDir });
  const info = await stat(out).catch(() => null);
  if (info && !info.isDirectory()) throw unusable(out, "it is a file, not a folder");
  await ensureWritable(existing(out), out);
  if (!info) {
    if (await lstat(out).catch(() => null)) throw unusable(out, "it is a link to what does not exist");
    await mkdir(dirname(out), { recursive: true }).catch((error) => {
      throw unusable(out, messageOf(error), error);
    });
  }
  const beside = await canHoldWork(out, info?.dev);
  const work = beside ? join(dirname(out), `.${basename(out)}.sitegen`) : join(out, WORK_FOLDER);
  return { out, work, stage: join(work, "stage"), journal: join(work, "journal"), ...findRecord({ out, stateDir }) };
}

/** The record and history of an output folder, which need not exist. */
export function findRecord(place: { out: string; stateDir: string }): Pick<OutputLocation, "record" | "history"> {
  const [out, stateDir] = [realPath(resolve(place.out)), resolve(place.stateDir)];
  const key = relative(stateDir, out).split(sep).join("/");
  const name = join(stateDir, "output", `${basename(out)}-${contentHash(key).slice(0, 8)}`);
  return { record: `${name}.ndjson`, history: `${name}.history` };
}

/** Called under the lock, since another build may have written meanwhile. */
export async function checkEmptyOutput(out: string): Promise<EmptyOutput> {
  if (!existsSync(out)) return "missing";
  return (await readdir(out)).some((name) => name !== WORK_FOLDER) ? null : "empty";
}

/** Refuses folders that must not be published, however they were written. */
function refuseUnfit(out: string, stateDir: string): void {
  if (dirname(out) === out) throw unusable(out, "it is the root of the file system");
  if (isWithin(process.cwd(), out)) throw unusable(out, "the working directory lies in it");
  if (isWithin(stateDir, out)) throw unusable(out, `the state folder ${stateDir} lies in it and would be published`);
}

/** Parts of a folder of content; other folders in it may be anything. */
const CONTENT: readonly unknown[] = ["", "assets", "datasources", "releases", "stories"];

/** Refuses folders whose files the next build would read. */
function refuseSources(out: string, { copied, content, stateDir }: Parameters<typeof findOutputLocation>[0]): void {
  // A `public` with the state folder in it holds the whole site, which is refused as such (src/generate/public-files.ts).
  if (copied !== undefined && isWithin(out, realPath(copied)) && !isWithin(stateDir, realPath(copied)))
    throw unusable(out, "each build copies the files of that folder into the output (`public` of the configuration)");
  if (content !== undefined && CONTENT.includes(relative(realPath(content), out).split(sep)[0]))
    throw unusable(out, "the site's content is there (`space` of the configuration)");
}

/** Refuses a folder with the site's code in it, which is known once it is bundled. */
export function refuseCode(out: string, code: readonly string[]): void {
  const found = code.find((path) => isWithin(realPath(path), out));
  if (found !== undefined) throw unusable(out, `the site's code is there (${found})`);
}

async function ensureWritable(folder: string, out: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = errno(error);
    const why = code === "EROFS" ? "it is on a read-only file system" : `${folder} is not writable`;
    throw unusable(out, `${why} (${code})`, error);
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
