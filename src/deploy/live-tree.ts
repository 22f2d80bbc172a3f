import { existsSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../publish/content-hash.ts";
import { type BuildRoot, LATEST_FILE } from "../publish/file-list.ts";
import { parseLatest } from "../publish/kept-builds.ts";
import { changedPages, type PlannedFile } from "./deploy-plan.ts";
import { openTarget } from "./open-target.ts";
import type { TargetAddress } from "./parse-target.ts";
import { type BuildLists, openBuildLists, type RemoteState } from "./remote-builds.ts";
import type { Retry } from "./retry.ts";
import type { Target } from "./target.ts";
import { type TakeFromLive, uploadOfBytes } from "./transfer.ts";

/** The tree that is live while a deploy fills another one. */
export interface LiveTree {
  target: Target;
  root: BuildRoot | null;
  /** Finds out which files the other tree, with this state, can have from this one. */
  compareWith(remote: RemoteState, lists: BuildLists): Promise<TakeFromLive>;
}

/** Opens it with what it serves. */
export async function openLiveTree(options: {
  live: TargetAddress;
  out: string;
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  jobs: number;
  retry: Retry;
}): Promise<LiveTree> {
  const { live, out, retry } = options;
  const source = await openTarget({ ...options, address: live, isReadOnly: true });
  const latest = await retry(() => source.read(LATEST_FILE));
  const id = latest ? parseLatest(Buffer.from(latest).toString("utf8")) : "";
  const root = id === "" ? null : await openBuildLists({ out, target: source, retry }).root(id);
  const bring = async (file: PlannedFile, target: Target, redirect: string | null) => {
    const bytes = await retry(() => source.read(file.path));
    if (!bytes || (file.hash !== "" && contentHash(bytes) !== file.hash)) return false;
    await retry(() => target.put({ ...uploadOfBytes(file, bytes), redirect }));
    return true;
  };
  return {
    target: source,
    root,
    async compareWith(remote, lists) {
      const own = new Set(remote.served?.parts.others);
      const { files } = await lists.files((root?.parts.others ?? []).filter((part) => !own.has(part)));
      const hashes = new Map(files.map(({ path, hash }) => [path, hash]));
      // The names of files below _assets/ say what they contain.
      const has = ({ path, hash }: PlannedFile) =>
        path.startsWith("_assets/") ? path !== LATEST_FILE : hash !== "" && hashes.get(path) === hash;
      return async (file, { target, redirect }) => {
        if (!root || !has(file)) return false;
        if (await retry(() => target.link(live, { path: file.path, redirect }))) return true;
        // The host has no links: a file that is not here comes from there.
        return existsSync(join(out, file.path)) ? false : bring(file, target, redirect);
      };
    },
  };
}

/** The files in which two builds differ, by their lists. */
export async function changedSince(before: BuildRoot, now: BuildRoot, lists: BuildLists): Promise<string[]> {
  if (before.id === now.id) return [];
  const { changed, gone } = await changedPages(now, before, lists);
  return [LATEST_FILE, ...changed.map(({ path }) => path), ...gone];
}
