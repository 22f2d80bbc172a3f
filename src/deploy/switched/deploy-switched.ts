import { type DeployOptions, type DeployReport, deploy, runAfterwards } from "../deploy.ts";
import { takeDeployLock } from "../deploy-lock.ts";
import { readLocalBuild } from "../local-build.ts";
import { openTarget } from "../open-target.ts";
import { assertNotOutput } from "../parse-target.ts";
import { createRetry } from "../retry.ts";
import { INDEX_FILE, indexText, parseIndex, type TreeIndex, treeToFill } from "../targets/trees.ts";
import { openTrees } from "./open-trees.ts";

/**
 * A deploy of which visitors see nothing until its last step: it goes into a tree that is not live, which then becomes
 * so. What the live tree has is linked instead of sent.
 */
export async function deploySwitched(options: DeployOptions): Promise<DeployReport> {
  const { address, dryRun, full, keepBuilds } = options;
  const lost = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, lost.signal]) : lost.signal;
  const retry = createRetry({ signal });
  assertNotOutput(address, options.out);
  const local = await readLocalBuild(options.out);
  const { root } = local;
  const trees = await openTrees(options);
  const { box } = trees;
  signal.addEventListener("abort", () => box.interrupt(), { once: true });
  const ofLock = { file: box.lock, retry, target: address.text, buildId: root.id };
  try {
    await retry(() => trees.live(box)); // refuses a plain folder before a lock is made beside it
    const lock = dryRun ? null : await takeDeployLock({ ...ofLock, onLost: (error) => lost.abort(error) });
    try {
      // Until the lock was taken, another deploy or a way back may have switched.
      const report = await fill(await retry(() => trees.live(box)));
      await lock?.release(true);
      return report;
    } catch (error) {
      // The index says which tree is incomplete, and its own lock in what, so this one may go.
      await lock?.release(true).catch(() => undefined);
      throw lost.signal.aborted ? lost.signal.reason : error;
    }
  } finally {
    trees.close();
    await box.close();
  }

  async function fill(live: string | null): Promise<DeployReport> {
    const index = parseIndex(Buffer.from((await retry(() => box.read(INDEX_FILE))) ?? "").toString());
    const write = (next: TreeIndex) => retry(() => box.putText(INDEX_FILE, indexText(next)));
    const same = full ? undefined : index.builds.find(({ build }) => build === root.id);
    const tree = same?.tree ?? treeToFill(index, live, keepBuilds);
    // The live build is the one before this, also after a newer one was taken back.
    const others = index.builds
      .filter((one) => one.tree !== tree)
      .sort((one, other) => Number(one.tree === live) - Number(other.tree === live));
    if (!dryRun && !same) await write({ builds: others, working: tree });
    const filled = await deploy({
      ...options,
      signal,
      address: trees.addressOf(tree),
      live: live === null || live === tree ? undefined : trees.addressOf(live),
      afterwards: undefined,
    });
    if (dryRun) return { ...filled, target: address.text };
    if (!same)
      await write({ builds: [...others, { tree, build: root.id, at: new Date().toISOString() }], working: null });
    if (tree !== live) await retry(() => trees.switchTo(box, { tree, build: root.id }));
    await afterwards();
    return { ...filled, target: address.text, tree };
  }

  /** What goes beside the site belongs to the target, not to a tree of it. */
  async function afterwards(): Promise<void> {
    if (!options.afterwards) return;
    const target = await openTarget({ ...options, isReadOnly: true });
    await runAfterwards(options, signal, { target, local, retry }).finally(() => target.close());
  }
}
