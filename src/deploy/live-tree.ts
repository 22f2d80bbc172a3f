import { existsSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../files/hash.ts";
import { type BuildRoot, LATEST_FILE } from "../publish/file-list.ts";
import { changedPages, type PlannedFile, without } from "./deploy-plan.ts";
import type { LocalBuild } from "./local-build.ts";
import { openTarget } from "./open-target.ts";
import type { TargetAddress } from "./parse-target.ts";
import { type BuildLists, openBuildLists, type RemoteState, readServedId } from "./remote-builds.ts";
import type { Retry } from "./retry.ts";
import type { Target } from "./target.ts";
import { type TakeFromLive, uploadOfBytes } from "./transfer.ts";

export type LiveTree = Awaited<ReturnType<typeof openLiveTree>>;

/** Opens the tree that is live while another one is filled, or made ready to be live again, with what it serves. */
export async function openLiveTree(options: {
  live: TargetAddress;
  /** An output folder whose files need not come from there. */
  out: string | null;
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  jobs: number;
  retry: Retry;
}) {
  const { live, out, retry } = options;
  const source = await openTarget({ ...options, out: out ?? "", address: live, isReadOnly: true });
  const id = await readServedId(source, retry);
  const ownLists = openBuildLists({ out, target: source, retry });
  const root = id === "" ? null : await ownLists.root(id);
  const bring = async (file: PlannedFile, target: Target, redirect: string | null) => {
    const bytes = await retry(() => source.read(file.path));
    if (!bytes || (file.hash !== "" && contentHash(bytes) !== file.hash)) return false;
    await retry(() => target.put({ ...uploadOfBytes(file, bytes), redirect }));
    return true;
  };
  /** Puts a file of it into the other tree, without sending it where the host can do that; false if it has none. */
  const take: TakeFromLive = async (file, { target, redirect }) => {
    if (await retry(() => target.link(live, { path: file.path, redirect }))) return true;
    // The host has no links: a file that is not here comes from there.
    return out !== null && !file.isOfLive && existsSync(join(out, file.path)) ? false : bring(file, target, redirect);
  };
  /** The builds whose hashed files it has, oldest first. */
  const builds = async () => {
    const ids = await retry(() => source.builds());
    return (await Promise.all(ids.map(ownLists.root))).filter((one) => one !== null);
  };
  return {
    target: source,
    root,
    builds,
    take,
    /** Those of which visitors may have pages open that the output folder knows nothing of, if so many are kept. */
    async openBuilds(local: LocalBuild, keepBuilds: number): Promise<BuildRoot[]> {
      if (!root) return [];
      const known = new Set([root.id, local.root.id, ...local.kept.map(({ id }) => id)]);
      const others = (await builds()).filter(({ id }) => !known.has(id));
      const room = Math.max(0, keepBuilds - local.kept.length - 1);
      return [root, ...(room === 0 ? [] : others.slice(-room))];
    },
    /** Finds out which files the other tree, with this state, can have from this one. */
    async compareWith(remote: RemoteState, lists: BuildLists): Promise<TakeFromLive> {
      const { files } = await lists.files(without(root?.parts.others ?? [], remote.served?.parts.others ?? []));
      const hashes = new Map(files.map(({ path, hash }) => [path, hash]));
      // The names of files below _assets/ say what they contain.
      const has = ({ path, hash }: PlannedFile) =>
        path.startsWith("_assets/") ? path !== LATEST_FILE : hash !== "" && hashes.get(path) === hash;
      return async (file, to) => root !== null && has(file) && take(file, to);
    },
  };
}

/** The files in which two builds differ, by their lists. */
export async function changedSince(before: BuildRoot, now: BuildRoot, lists: BuildLists): Promise<string[]> {
  if (before.id === now.id) return [];
  const { changed, gone } = await changedPages(now, before, lists);
  return [LATEST_FILE, ...changed.map(({ path }) => path), ...gone];
}
