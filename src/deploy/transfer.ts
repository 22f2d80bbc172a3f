import { join } from "node:path";
import { cacheControl } from "../http/cache-control.ts";
import { contentType } from "../http/content-types.ts";
import type { Reporter } from "../problems/reporter.ts";
import { servedPath } from "../publish/page-files.ts";
import { publishRank } from "../publish/publish-plan.ts";
import { eachLimited } from "../util/each-limited.ts";
import { isBuildList, type PlannedFile } from "./deploy-plan.ts";
import { digests, type LocalBuild, readListed } from "./local-build.ts";
import type { Retry } from "./retry.ts";
import { REMOVE_BATCH_SIZE, type Target, type Upload } from "./target.ts";

/** Puts a file into the tree that is filled without sending it; false if the live tree does not have it. */
export type TakeFromLive = (file: PlannedFile, to: { target: Target; redirect: string | null }) => Promise<boolean>;

export interface TransferOptions {
  local: LocalBuild;
  target: Target;
  retry: Retry;
  jobs: number;
  reporter: Reporter;
  /** Takes a file from the live tree instead of sending it; false if that does not have it. */
  link?: TakeFromLive | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Groups of files in upload order: a file comes after everything it refers to. The build's lists are first, so that the
 * next deploy knows what an interrupted one was doing; latest.json is last.
 */
export function uploadGroups(files: Iterable<PlannedFile>, local: LocalBuild): PlannedFile[][] {
  const groups: PlannedFile[][] = [];
  for (const file of files) {
    const kind = local.redirects.has(servedPath(file.path)) ? "stub" : "page";
    const rank = isBuildList(file.path, local.root) ? 0 : 1 + publishRank({ ...file, kind });
    const group = groups[rank] ?? [];
    groups[rank] = group;
    group.push(file);
  }
  return Object.values(groups);
}

/** Uploads the groups one after the other; returns what was sent and what did not have to be. Stops at the first failure. */
export async function uploadFiles(
  groups: readonly PlannedFile[][],
  options: TransferOptions,
): Promise<{ bytes: number; linked: number }> {
  const { target, retry, reporter, jobs, signal } = options;
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  let done = 0;
  let bytes = 0;
  let linked = 0;
  for (const group of groups) {
    await eachLimited(group, jobs, async (file) => {
      signal?.throwIfAborted();
      if (await options.link?.(file, { target, redirect: redirectOf(file.path, options.local) })) linked += 1;
      // What a build before this one has lost cannot be had again, and only its own open pages would want it.
      else if (!file.isOfLive) {
        const upload = await uploadOf(file, options.local);
        await retry(() => target.put(upload));
        bytes += upload.size;
      }
      done += 1;
      if (done % 10 === 0 || done === count) reporter.progress(done, count, "files");
    });
  }
  return { bytes, linked };
}

export async function removeFiles(paths: readonly string[], { target, retry, signal }: TransferOptions): Promise<void> {
  for (let at = 0; at < paths.length; at += REMOVE_BATCH_SIZE) {
    signal?.throwIfAborted();
    const batch = paths.slice(at, at + REMOVE_BATCH_SIZE);
    await target.remove(batch, retry);
  }
}

async function uploadOf(file: PlannedFile, local: LocalBuild): Promise<Upload> {
  const content = await readListed(local.out, file);
  return { ...sentAs(file), ...content, file: join(local.out, file.path), redirect: redirectOf(file.path, local) };
}

/** A file that is in memory. */
export function uploadOfBytes(file: PlannedFile, bytes: Uint8Array): Upload {
  return { ...sentAs(file), ...digests(bytes), file: "", redirect: null };
}

function sentAs(file: PlannedFile) {
  const address = `/${file.path}`;
  return { ...file, contentType: contentType(address).value, cacheControl: cacheControl(address) };
}

/** Target of a plain permanent redirect; those with a condition or another status are left to the stub. */
function redirectOf(path: string, { redirects, root }: LocalBuild): string | null {
  const rule = redirects.get(servedPath(path));
  if (!rule || rule.isConditional || rule.status !== 301) return null;
  const to = /^https?:/.test(rule.to) ? rule.to : root.base + rule.to.replace(/^\//, "");
  return new URL(to, "http://site.invalid").href.replace("http://site.invalid", "");
}
