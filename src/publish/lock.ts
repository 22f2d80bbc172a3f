import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import * as z from "zod";
import { errno } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";

/** A holder on another machine renews its lock at this interval; after twenty missed ones it counts as dead. */
const HEARTBEAT_MS = 5000;
const SILENCE_MS = 20 * HEARTBEAT_MS;

const ownerSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  pid: z.number(),
  host: z.string(),
  /** Start time of the process if the system provides it, since process ids are reused. */
  started: z.string(),
});

type Owner = z.output<typeof ownerSchema>;

export type Lock = Awaited<ReturnType<typeof takeLock>>;

/** Acquires the lock, also from a dead process; throws PUBLISH_LOCKED if another process holds it. */
export async function takeLock(file: string, out: string) {
  const owner: Owner = {
    id: randomBytes(8).toString("hex"),
    pid: process.pid,
    host: hostname(),
    started: processStart(process.pid),
  };
  const holder = await acquire(file, owner);
  if (holder) {
    throw sitegenError("PUBLISH_LOCKED", {
      message: `Process ${holder.pid} on ${holder.host} is writing ${out}.`,
      where: file,
    });
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    async release(): Promise<void> {
      clearInterval(beat);
      if ((await readOwner(file))?.id === owner.id) await rm(file, { force: true });
    },
  };
}

/**
 * Returns the running holder, or null once the lock is ours. A dead holder's file is replaced only under an exclusive
 * lock on exactly that holder (a lock file named after it), so that of two processes that find the same dead lock only
 * one wins, and no new lock is removed.
 */
async function acquire(file: string, owner: Owner): Promise<Owner | null> {
  const draft = `${file}.${owner.id}`;
  for (;;) {
    await mkdir(dirname(file), { recursive: true });
    try {
      await writeFile(draft, JSON.stringify(owner));
      await link(draft, file);
      await rm(draft, { force: true });
      return null;
    } catch (error) {
      await rm(draft, { force: true });
      // ENOENT: the previous holder removed the folder between the two calls.
      if (errno(error) === "ENOENT") continue;
      if (errno(error) !== "EEXIST") throw error;
    }
    const holder = await readOwner(file);
    if (!holder) continue;
    if (await isAlive(holder, file)) return holder;
    const rival = await acquire(`${dirname(file)}/replace-${holder.id}`, owner);
    if (rival) return rival;
    const mine = (await readOwner(file))?.id === holder.id;
    if (mine) {
      await writeFile(draft, JSON.stringify(owner));
      await rename(draft, file);
    }
    await rm(`${dirname(file)}/replace-${holder.id}`, { force: true });
    if (mine) return null;
  }
}

/** Who holds the lock now: "process 12 on web1", or null for nobody who runs. */
export async function lockHolder(file: string): Promise<string | null> {
  const holder = await readOwner(file);
  return holder && (await isAlive(holder, file)) ? `process ${holder.pid} on ${holder.host}` : null;
}

/** Lock files are created atomically by a link, so an unreadable one is damaged and its holder counts as dead. */
async function readOwner(file: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    return errno(error) === "ENOENT" ? null : { id: "damaged", pid: 0, host: hostname(), started: "" };
  }
}

async function isAlive(owner: Owner, file: string): Promise<boolean> {
  if (owner.host !== hostname()) {
    const info = await stat(file).catch(() => null);
    // A time to come is of a clock that was set back since: a holder that is alive renews it.
    return info !== null && Math.abs(Date.now() - info.mtimeMs) < SILENCE_MS;
  }
  return isRunning(owner.pid, owner.started);
}

/** Boot id and start time of a process on Linux (proc(5), field 22 of stat); "" elsewhere. */
export function processStart(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    // A zombie has ended and waits for its parent to read the exit code.
    return fields[0] === "Z" ? "ended" : `${bootId()}/${fields[19]}`;
  } catch {
    return "";
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Identifies the PID namespace: two containers may have the same host name. */
export function processNamespace(): string {
  try {
    return `${hostname()} ${bootId()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** True while the process with this id and start time runs. */
export function isRunning(pid: number, started: string): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errno(error) === "EPERM";
  }
  return processStart(pid) === started;
}
