import { type BuildRoot, LATEST_FILE } from "../publish/file-list.ts";
import { parseLatest } from "../publish/kept-builds.ts";
import { changedPages, type PlannedFile } from "./deploy-plan.ts";
import { openTarget } from "./open-target.ts";
import type { TargetAddress } from "./parse-target.ts";
import { type BuildLists, openBuildLists, type RemoteState } from "./remote-builds.ts";
import type { Retry } from "./retry.ts";
import type { Target } from "./target.ts";

/** The tree that is live while a deploy fills another one. */
export interface LiveTree {
  root: BuildRoot | null;
  link(file: PlannedFile, redirect: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/** Reads which files of the live tree the other one need not be sent. */
export async function openLiveTree(options: {
  live: TargetAddress;
  out: string;
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  jobs: number;
  /** The tree that is filled, and what it has. */
  target: Target;
  remote: RemoteState;
  retry: Retry;
}): Promise<LiveTree> {
  const { live, out, target, remote, retry } = options;
  const source = await openTarget({ ...options, address: live, isReadOnly: true });
  const lists = openBuildLists({ out, target: source, retry });
  const latest = await retry(() => source.read(LATEST_FILE));
  const root = latest ? await lists.root(parseLatest(Buffer.from(latest).toString("utf8"))) : null;
  const own = new Set(remote.served?.parts.others);
  const { files } = await lists.files((root?.parts.others ?? []).filter((part) => !own.has(part)));
  const hashes = new Map(files.map(({ path, hash }) => [path, hash]));
  // The names of files below _assets/ say what they contain.
  const has = ({ path, hash }: PlannedFile) =>
    path.startsWith("_assets/") ? path !== LATEST_FILE : hash !== "" && hashes.get(path) === hash;
  return {
    root,
    link: async (file, redirect) =>
      root !== null && has(file) && retry(() => target.link(live, { path: file.path, redirect })),
    close: () => source.close(),
  };
}

/** The files in which two builds differ, by their lists. */
export async function changedSince(before: BuildRoot, now: BuildRoot, lists: BuildLists): Promise<string[]> {
  if (before.id === now.id) return [];
  const { changed, gone } = await changedPages(now, before, lists);
  return [LATEST_FILE, ...changed.map(({ path }) => path), ...gone];
}
