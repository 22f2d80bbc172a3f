import pLimit from "p-limit";
import { messageOf } from "../../problems/cause.ts";
import { SitegenError, sitegenError } from "../../problems/errors.ts";
import { type BuildRoot, controlFiles, rootPath } from "../../publish/file-list.ts";
import { takeDeployLock } from "../deploy-lock.ts";
import { without } from "../deploy-plan.ts";
import { openLiveTree } from "../live-tree.ts";
import { openTarget } from "../open-target.ts";
import type { TargetAddress } from "../parse-target.ts";
import { openBuildLists } from "../remote-builds.ts";
import { createRetry, type Retry } from "../retry.ts";
import { notSwitched } from "../targets/switch-errors.ts";
import { INDEX_FILE, parseIndex, type TreeOfBuild } from "../targets/trees.ts";
import { type OpenedTrees, openTrees } from "./open-trees.ts";

export interface SwitchOptions {
  address: TargetAddress;
  endpoint: string;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal | undefined;
}

/** A build that a switched target has, and whether it is live. */
export interface LiveBuild extends Omit<TreeOfBuild, "tree"> {
  live: boolean;
}

/** The builds of a switched target, newest first. */
export async function listSwitched(options: SwitchOptions): Promise<LiveBuild[]> {
  return withTrees(options, async (trees) => {
    const { builds, live } = await readTrees(trees, options);
    return builds.toReversed().map(({ build, at, tree }) => ({ build, at, live: tree === live }));
  });
}

/** Makes an earlier build live again. Default: the one before the live one. */
export async function switchBack(
  options: SwitchOptions & { build?: string | undefined; warn: (text: string) => void },
): Promise<{ from: string; build: string }> {
  const { address, signal } = options;
  return withTrees(options, async (trees) => {
    const retry = createRetry({ signal });
    const { builds, live } = await readTrees(trees, options);
    const at = builds.findIndex(({ tree }) => tree === live);
    const wanted = options.build === undefined ? builds[at - 1] : builds.find(({ build }) => build === options.build);
    if (!wanted || wanted.tree === live) throw unknownBuild(options.build, { builds, live, text: address.text });
    const { box } = trees;
    const ofLock = { file: box.lock, retry, target: address.text, buildId: wanted.build };
    const lock = await takeDeployLock({ ...ofLock, onLost: () => undefined });
    try {
      // Another deploy may have changed the tree before this one had the lock.
      const now = await readTrees(trees, options);
      if (!now.builds.some(({ tree, build }) => tree === wanted.tree && build === wanted.build))
        throw unknownBuild(wanted.build, { ...now, text: address.text });
      await carryAssets({
        ...options,
        live: trees.addressOf(now.live),
        tree: trees.addressOf(wanted.tree),
        retry,
      }).catch((error: unknown) => {
        signal?.throwIfAborted();
        // Going back matters more than the pages that are open now.
        options.warn(
          `Pages of ${builds[at]?.build ?? "the last build"} that are open may miss files: ${messageOf(error)}`,
        );
      });
      await retry(() => trees.switchTo(box, wanted));
    } finally {
      // Neither hides what went wrong, nor that the build is live.
      await lock
        .release(true)
        .catch((error: unknown) => options.warn(`The lock at the target stays for a minute: ${messageOf(error)}`));
    }
    return { from: builds[at]?.build ?? "", build: wanted.build };
  });
}

async function withTrees<T>(options: SwitchOptions, work: (trees: OpenedTrees) => Promise<T>): Promise<T> {
  const trees = await openTrees({ ...options, out: "", jobs: 1 });
  try {
    return await work(trees);
  } finally {
    trees.close();
    await trees.box.close();
  }
}

async function readTrees(trees: OpenedTrees, { address, signal }: SwitchOptions) {
  const retry = createRetry({ signal });
  const live = await retry(() => trees.live(trees.box)).catch((error: unknown) => {
    if (error instanceof SitegenError && error.code === "DEPLOY_SWITCH") return null;
    throw error;
  });
  if (live === null) throw notSwitched(address.text);
  const text = Buffer.from((await retry(() => trees.box.read(INDEX_FILE))) ?? "").toString();
  return { live, builds: parseIndex(text).builds };
}

function unknownBuild(
  wanted: string | undefined,
  { builds, live, text }: { builds: readonly TreeOfBuild[]; live: string; text: string },
): Error {
  const others = builds.filter(({ tree }) => tree !== live).map(({ build }) => build);
  const isLive = builds.some(({ tree, build }) => tree === live && build === wanted);
  const message =
    wanted === undefined
      ? `${text} has no build before the live one.`
      : isLive
        ? `Build ${wanted} is the live one.`
        : `${text} has no build ${wanted}.`;
  const hint =
    others.length === 0
      ? "A build can be had back once another one has been deployed."
      : `It has: ${others.join(", ")}.`;
  return sitegenError("ROLLBACK_UNKNOWN", { message, where: text, hint });
}

const CONCURRENCY = 16;

/**
 * Gives a tree that is to be live again the hashed files of the builds that the live one has, since pages of those are
 * open and go on to ask for them. Their lists go along, so that a later deploy into the tree knows what to delete.
 */
async function carryAssets(options: {
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
