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
  for (const [path, state] of await remoteFileStates(files, options)) {
    // latest.json announces the other files, so it is sent whenever any of them is.
    if (state === "same") uploads.delete(path);
    const file = uploads.get(path);
    if (file && state === "absent") uploads.set(path, { ...file, isNew: true });
  }
  const latest = uploads.get(LATEST_FILE);
  if (!latest || uploads.size > 1) return;
  if ((await remoteFileStates([latest], options)).get(LATEST_FILE) === "same") uploads.delete(LATEST_FILE);
}

/**
 * A build that began with the state at the target left there what it did not change. Of such files the target's own can be
 * compared with the list; build lists are named by what they say.
 */
export async function remoteFileStates(
  files: readonly ListedFile[],
  { out, target, retry }: CompareOptions,
): Promise<Map<string, RemoteFileState>> {
  const here: ListedFile[] = [];
  const left: ListedFile[] = [];
  for (const file of files) (existsSync(join(out, file.path)) ? here : left).push(file);
  const known = await Promise.all(here.map((file) => (file.hash === "" ? measured(out, file) : file)));
  const states = known.length === 0 ? [] : await target.compare(known, retry);
  const ofLeft = await pLimit(CONCURRENCY).map(left, async ({ path, hash }): Promise<[string, RemoteFileState]> => {
    const bytes = await retry(() => target.read(path));
    return [path, !bytes ? "absent" : hash === "" || contentHash(bytes) === hash ? "same" : "other"];
  });
  return new Map([...states, ...ofLeft]);
}

/** Build lists and latest.json are not in any list, and are small. */
async function measured(out: string, file: ListedFile): Promise<ListedFile> {
  const bytes = await readFile(join(out, file.path));
  return { ...file, hash: contentHash(bytes), size: bytes.length };
}
