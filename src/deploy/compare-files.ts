import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { contentHash } from "../files/hash.ts";
import { LATEST_FILE, type ListedFile } from "../publish/file-list.ts";
import type { DeployPlan } from "./deploy-plan.ts";
import type { Retry } from "./retry.ts";
import type { RemoteFileState, Target } from "./target.ts";

const CONCURRENCY = 16;

interface CompareOptions {
  out: string;
  target: Target;
  retry: Retry;
}

/** Removes uploads from the plan that the target already has. */
export async function skipUnchanged({ uploads, uncertain }: DeployPlan, options: CompareOptions): Promise<void> {
  const files = [...uncertain].flatMap((path) => uploads.get(path) ?? []);
  const isHere = ({ path }: ListedFile) => existsSync(join(options.out, path));
  const here = await remoteFileStates(files.filter(isHere), options);
  const left = await statesOfLeft(
    files.filter((file) => !isHere(file)),
    options,
  );
  for (const [path, state] of [...here, ...left]) {
    // latest.json announces the other files, so it is sent whenever any of them is.
    if (state === "same") uploads.delete(path);
    const file = uploads.get(path);
    if (file && state === "absent") uploads.set(path, { ...file, isNew: true });
  }
  const latest = uploads.get(LATEST_FILE);
  if (!latest || uploads.size > 1) return;
  if ((await remoteFileStates([latest], options)).get(LATEST_FILE) === "same") uploads.delete(LATEST_FILE);
}

export async function remoteFileStates(
  files: readonly ListedFile[],
  { out, target, retry }: CompareOptions,
): Promise<Map<string, RemoteFileState>> {
  if (files.length === 0) return new Map();
  const known = await Promise.all(files.map((file) => (file.hash === "" ? measured(out, file) : file)));
  return target.compare(known, retry);
}

/**
 * A build that began with the state at the target left there what it did not change. So only the target's own file can be
 * compared with the list; build lists are named by what they say.
 */
async function statesOfLeft(
  files: readonly ListedFile[],
  { target, retry }: CompareOptions,
): Promise<[path: string, state: RemoteFileState][]> {
  return pLimit(CONCURRENCY).map(files, async ({ path, hash }) => {
    const bytes = await retry(() => target.read(path));
    if (!bytes) return [path, "absent"];
    return [path, hash === "" || contentHash(bytes) === hash ? "same" : "other"];
  });
}

/** Build lists and latest.json are not in any list, and are small. */
async function measured(out: string, file: ListedFile): Promise<ListedFile> {
  const bytes = await readFile(join(out, file.path)).catch(() => null);
  if (!bytes) return file; // at the target only, so it differs from what is not known
  return { ...file, hash: contentHash(bytes), size: bytes.length };
}
