import { randomBytes } from "node:crypto";
import { contentHash } from "../files/hash.ts";
import { sitegenError } from "../problems/errors.ts";
import { isRunning, processNamespace, processStart } from "../publish/lock.ts";
import { isBuildId, isListOf } from "../publish/paths.ts";
import { createRetry, type Retry } from "./retry.ts";
import type { LockFile } from "./target.ts";

/** Interval of the holder's heartbeat; after four intervals without one it counts as dead. */
const HEARTBEAT_MS = 15_000;
const SILENCE_MS = 4 * HEARTBEAT_MS;

/**
 * The content of the lock file, which also says what may be incomplete on the target. Web servers may serve it, so it names
 * neither user nor machine.
 */
interface Holder {
  id: string;
  pid: number;
  started: string;
  /** Hash of the holder's machine and PID namespace. */
  space: string;
  since: string;
  /** Builds that the target may have incompletely. */
  builds: string[];
  /** True once its deploy was interrupted; every other deploy may continue it. */
  ended: boolean;
}

export type DeployLock = Awaited<ReturnType<typeof takeDeployLock>>;

/** Keeps two deploys from writing to one target at once, and tells the next one what an interrupted one left incomplete. */
export async function takeDeployLock(options: {
  file: LockFile;
  /** Ends with the deploy's signal. */
  retry: Retry;
  /** Used to release the lock: an interrupted deploy still has to record what is incomplete. */
  lasting?: Retry;
  target: string;
  buildId: string;
  onLost: (error: Error) => void;
}) {
  const { file, retry, lasting = createRetry({ tries: 4 }), target } = options;
  const mine: Holder = {
    id: randomBytes(8).toString("hex"),
    pid: process.pid,
    started: processStart(process.pid),
    space: ownSpace(),
    since: new Date().toISOString(),
    builds: [options.buildId],
    ended: false,
  };
  const unfinished = await acquire(options, mine);
  let hasBegun = false;
  const assertHeld = async (again: Retry) => {
    const text = (await again(() => file.read()))?.text ?? "";
    const holder = parseHolder(text);
    if (holder?.id === mine.id) return;
    throw text !== "" && !holder ? notTheTarget(target) : locked(target, holder);
  };
  let beating = Promise.resolve();
  let isOver = false;
  let isLost = false;
  const onLost = (error: Error) => {
    isLost = true;
    options.onLost(error);
  };
  const beat = setInterval(() => {
    const write = () => (isOver ? undefined : retry(() => file.write(textOf(mine))));
    beating = beating
      .then(() => assertHeld(retry))
      .then(write)
      .catch(onLost);
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    /** Builds that an earlier deploy left incomplete. */
    unfinished,
    /** Call before the first change: checks again that the lock is still ours. */
    async begin() {
      if (!file.isExclusive || unfinished.length > 0) await assertHeld(retry);
      hasBegun = true;
    },
    /** Removes the lock after success; otherwise keeps it with what may be incomplete. */
    async release(isDone: boolean): Promise<void> {
      clearInterval(beat);
      isOver = true;
      // A heartbeat that is under way would write the lock again.
      await beating;
      // The lock that is there may be another's.
      if (isDone) return isLost ? undefined : lasting(() => file.remove());
      await assertHeld(lasting);
      if (!hasBegun && unfinished.length === 0) return lasting(() => file.remove());
      await lasting(() => file.write(textOf({ ...mine, builds: hasBegun ? mine.builds : unfinished, ended: true })));
    },
  };
}

async function acquire({ file, retry, target }: Parameters<typeof takeDeployLock>[0], mine: Holder): Promise<string[]> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const found = await retry(() => file.read());
    if (!found) {
      if (await retry(() => file.create(textOf(mine)))) return [];
      continue;
    }
    const holder = parseHolder(found.text);
    // The lock is ours: creating it was retried because the first response was lost.
    if (holder?.id === mine.id) return [];
    if (holder && (await isAlive(holder, () => retry(found.ageMs)))) throw locked(target, holder);
    const unfinished = holder?.builds ?? [];
    mine.builds = [...new Set([...unfinished, ...mine.builds])];
    await retry(() => file.write(textOf(mine)));
    return unfinished;
  }
  throw locked(target, null);
}

/** True if a deploy was interrupted: the target may have files of its build in place of those it serves. */
export async function wasInterrupted(file: LockFile): Promise<boolean> {
  const found = await file.read();
  const holder = found && parseHolder(found.text);
  return !!holder && !(await isAlive(holder, found.ageMs));
}

async function isAlive(holder: Holder, ageMs: () => Promise<number>): Promise<boolean> {
  if (holder.ended) return false;
  if (holder.space === ownSpace() && holder.started !== "") return isRunning(holder.pid, holder.started);
  // A time to come is of a clock that was set back since: a holder that is alive writes it anew.
  return Math.abs(await ageMs()) < SILENCE_MS;
}

function textOf(holder: Holder): string {
  return `${JSON.stringify(holder, null, 1)}\n`;
}

function parseHolder(text: string): Holder | null {
  try {
    const raw = JSON.parse(text) as Partial<Record<keyof Holder, unknown>>;
    const words = [raw.id, raw.started, raw.space, raw.since];
    if (!words.every((word) => typeof word === "string") || typeof raw.pid !== "number") return null;
    if (!/^[\dTZ:.-]+$/.test(String(raw.since))) return null; // printed in messages
    return isListOf(raw.builds, isBuildId) && typeof raw.ended === "boolean" ? (raw as Holder) : null;
  } catch {
    return null;
  }
}

function locked(target: string, holder: Holder | null): Error {
  const isHere = holder?.space === ownSpace();
  const who = isHere ? `Process ${holder.pid} on this machine` : "Another process";
  const since = holder ? ` since ${holder.since}` : "";
  return sitegenError("DEPLOY_LOCKED", {
    message: `${who} has been deploying to ${target}${since}.`,
    where: target,
    hint: `Wait for it to end. A deploy without a heartbeat for ${SILENCE_MS / 1000} seconds is taken over.`,
  });
}

/** A network's login page answers every request, and a proxy may too; no deploy writes such a lock. */
function notTheTarget(target: string): Error {
  return sitegenError("DEPLOY_UNREACHABLE", {
    message: `${target} does not return what was written to it: something else answers in its place.`,
    where: target,
    hint: "Check whether this network has a login page, and the proxy and the endpoint in use.",
  });
}

function ownSpace(): string {
  return contentHash(processNamespace());
}
