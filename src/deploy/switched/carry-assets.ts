import pLimit from "p-limit";
import { type BuildRoot, controlFiles, rootPath } from "../../publish/file-list.ts";
import { without } from "../deploy-plan.ts";
import { openLiveTree } from "../live-tree.ts";
import { openTarget } from "../open-target.ts";
import type { TargetAddress } from "../parse-target.ts";
import { openBuildLists } from "../remote-builds.ts";
import type { Retry } from "../retry.ts";

const CONCURRENCY = 16;

/**
 * Gives a tree that is to be live again the hashed files of the builds that the live one has, since pages of those are
 * open and go on to ask for them. Their lists go along, so that a later deploy into the tree knows what to delete.
 */
export async function carryAssets(options: {
  live: TargetAddress;
  tree: TargetAddress;
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  retry: Retry;
}): Promise<void> {
  const { retry } = options;
  const common = { ...options, out: null, jobs: CONCURRENCY };
  const [live, target] = await Promise.all([
    openLiveTree(common),
    openTarget({ ...common, out: "", address: options.tree, isReadOnly: true }),
  ]);
  try {
    const has = new Set(await retry(() => target.builds()));
    const open = (await live.builds()).filter(({ id }) => !has.has(id));
    if (open.length > 0) await carry(open, has);
    // Also what an earlier one left that died after its last file.
    await retry(() => target.lock.remove());
  } finally {
    await live.target.close();
    await target.close();
  }

  async function carry(open: readonly BuildRoot[], has: ReadonlySet<string>): Promise<void> {
    const lists = openBuildLists({ out: null, target, live: live.target, retry });
    const own = (await Promise.all([...has].map(lists.root))).flatMap((root) => root?.parts.assets ?? []);
    const differing = (names: readonly string[], others: readonly string[]) =>
      lists.files(new Set(without(names, others)));
    const theirs = open.flatMap(({ parts }) => parts.assets);
    const known = new Set((await differing(own, theirs)).files.map(({ path }) => path));
    const missing = (await differing(theirs, own)).files.filter(({ path }) => !known.has(path));
    const unlisted = (path: string) => ({ path, hash: "", size: 0 });
    const control = [...new Set(open.flatMap((root) => controlFiles(root)))];
    const isRoot = (path: string) => open.some(({ id }) => path === rootPath(id));
    // A build's list says that its files are there, so it comes last.
    const groups = [
      missing,
      control.filter((path) => !isRoot(path)).map(unlisted),
      control.filter(isRoot).map(unlisted),
    ];
    const limit = pLimit(CONCURRENCY);
    for (const group of groups)
      await limit.map(group, (file) => live.take({ ...file, isNew: true }, { target, redirect: null }));
  }
}
