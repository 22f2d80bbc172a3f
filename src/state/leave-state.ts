/** `deploy` leaves beside the site what the next build needs, on whichever machine it runs. */
import { open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import type { LocalBuild } from "../deploy/local-build.ts";
import type { Retry } from "../deploy/retry.ts";
import type { FilesBeside } from "../deploy/target.ts";
import { partialPacks } from "../fetch/snapshot/pack.ts";
import type { Reporter } from "../problems/reporter.ts";
import { forgetState } from "./bring-files.ts";
import type { BringOptions } from "./bring-state.ts";
import { openStateFromTarget, type StateFromTarget, tellUnusable } from "./from-target.ts";
import { KEY_VARIABLE, openSeal, type Seal } from "./seal.ts";
import { type FileToLeave, filesToLeave, LOST_FILE, recordIn } from "./state-files.ts";
import {
  LIST,
  LIST_LIMIT,
  PART_BYTES,
  packIn,
  parseList,
  partsIn,
  programVersion,
  type StateFile,
  type StateList,
} from "./state-list.ts";

export interface LeaveOptions {
  stateDir: string;
  local: LocalBuild;
  beside: FilesBeside;
  env: Readonly<Record<string, string | undefined>>;
  retry: Retry;
  jobs: number;
  /** Leave every part again, as `deploy --full` compares every file. */
  full: boolean;
  reporter: Reporter;
}

/** Leaves the state of the build that was just deployed; tells why if it leaves none. */
export async function leaveState(options: LeaveOptions): Promise<void> {
  const { stateDir, local, beside, env, retry, reporter } = options;
  const place = { out: local.out, stateDir };
  const seal = openSeal(env[KEY_VARIABLE] ?? "");
  const record = await recordIn(place);
  if (record?.buildId !== local.root.id) {
    reporter.detail(`No state is left for the next build: ${stateDir} does not hold that of build ${local.root.id}.`);
    return;
  }
  const kind = await retry(() => beside.prepare());
  if (kind === null || (kind === "open" && !seal.hides)) {
    const why = kind === null ? "there is no place for it beside the site" : "visitors may be able to read it there";
    const hint = kind === null ? "" : ` Set ${KEY_VARIABLE}, and it is encrypted.`;
    reporter.info(`No state is left at the target for builds on other machines: ${why}.${hint}`);
    return;
  }
  const lost = join(stateDir, LOST_FILE);
  const isLost = options.full || (await stat(lost).catch(() => null)) !== null;
  const before = await listBefore(beside, seal, retry);
  const partial = partialPacks(stateDir);
  const known = new Map((before?.files ?? []).map((file) => [file.path, file]));
  const there = isLost ? new Set<string>() : partsIn({ files: before?.files ?? [] });
  const leaving = { ...options, seal, known, there, limit: pLimit(options.jobs), isLost, partial };
  const files: StateFile[] = [];
  for (const file of await filesToLeave(place, record.builds)) {
    const left = await leaveFile(file, leaving);
    if (left === null) {
      reporter.info("No state is left at the target: this machine has only a part of it, which another target holds.");
      return;
    }
    files.push(left);
  }
  const { site, base, id } = local.root;
  const now = partsIn({ files });
  const list: StateList = { format: 2, version: programVersion(), site, base, build: id, files };
  const bytes = await seal.close(Buffer.from(JSON.stringify(list)), LIST);
  await retry(() => beside.write(LIST, bytes));
  // Somebody may still read the parts of the list before; of deploys that were killed nobody does, nor writes meanwhile.
  const needed = new Set([...now, ...partsIn({ files: before?.files ?? [] })]);
  const gone = (await retry(() => beside.names())).filter((name) => NAME.test(name) && !needed.has(name));
  if (gone.length > 0) await retry(() => beside.remove(gone));
  if (isLost) await rm(lost, { force: true });
  reporter.detail(`State for the next build: ${files.length} files in ${now.size} parts`);
}

/** Of a part, and of a file that is written before it has its own name. */
const NAME = /^(?:[0-9a-f]{32}|[0-9a-f]{16}\.tmp)$/;

/** The list at the target; null if there is none, or it is of another key. */
async function listBefore(beside: FilesBeside, seal: Seal, retry: Retry): Promise<StateList | null> {
  const bytes = await retry(() => beside.read(LIST));
  const opened = bytes && seal.open(bytes, LIST, LIST_LIMIT);
  return opened?.is === "content" ? parseList(opened.content.toString()) : null;
}

interface Leaving extends LeaveOptions {
  seal: Seal;
  known: ReadonlyMap<string, StateFile>;
  /** Parts that the target has. */
  there: Set<string>;
  limit: ReturnType<typeof pLimit>;
  isLost: boolean;
  partial: ReadonlySet<string>;
}

/** Null for a pack that is only partly here and not at this target either. */
async function leaveFile(one: FileToLeave, leaving: Leaving): Promise<StateFile | null> {
  const { path } = one;
  if ("content" in one) return leaveBytes(path, one.content, leaving);
  const { size } = await stat(one.file);
  const known = leaving.known.get(path);
  const pack = packIn(path);
  const isPartial = pack !== null && leaving.partial.has(pack);
  // Packs are named by their content.
  if (pack !== null && known?.size === size && (isPartial || !leaving.isLost)) return known;
  if (isPartial) return null;
  if (size <= 4 * PART_BYTES) return leaveBytes(path, await readFile(one.file), leaving);
  const handle = await open(one.file);
  try {
    const parts = await leaving.limit.map(range(size), async (at) => {
      const length = Math.min(PART_BYTES, size - at);
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      return leavePart(buffer.subarray(0, bytesRead), leaving);
    });
    return { path, size, parts };
  } finally {
    await handle.close();
  }
}

async function leaveBytes(path: string, bytes: Buffer, leaving: Leaving): Promise<StateFile> {
  const cut = range(bytes.length).map((at) => bytes.subarray(at, at + PART_BYTES));
  return { path, size: bytes.length, parts: await leaving.limit.map(cut, (part) => leavePart(part, leaving)) };
}

/** Where each part of so many bytes begins. */
function range(size: number): number[] {
  return Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, index) => index * PART_BYTES);
}

async function leavePart(content: Buffer, { seal, there, beside, retry }: Leaving): Promise<string> {
  const name = seal.nameOf(content);
  if (there.has(name)) return name;
  there.add(name);
  const sealed = await seal.close(content, name);
  await retry(() => beside.write(name, sealed));
  return name;
}

/**
 * Brings the state, if there is any that can be used, and does some work with it. If a part is lost in the middle of
 * that, the state is dropped, and the work done again without it.
 */
export async function withStateFromTarget<T>(
  options: BringOptions & { reporter: Reporter },
  work: (state?: StateFromTarget) => Promise<T>,
): Promise<T> {
  const state = await openStateFromTarget(options);
  if (!state) return work();
  let done: { result: T } | { error: unknown };
  try {
    done = { result: await work(state) };
  } catch (error) {
    done = { error };
  } finally {
    await state.close();
  }
  const why = state.failure();
  if (why === null) {
    if ("error" in done) throw done.error;
    return done.result;
  }
  tellUnusable(options.reporter, why);
  await forgetState(options);
  return work();
}
