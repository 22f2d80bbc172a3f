import { setTimeout } from "node:timers/promises";
import { messageOf } from "../problems/cause.ts";
import type { Reporter } from "../problems/reporter.ts";
import { planClearing } from "../publish/publish-plan.ts";
import { changedUrls } from "./changed-urls.ts";
import { skipUnchanged } from "./compare-files.ts";
import { type DeployLock, takeDeployLock } from "./deploy-lock.ts";
import { type DeployPlan, planDeploy } from "./deploy-plan.ts";
import { assertNoForeignFiles, assertTargetIsOurs, warnLeftOut } from "./foreign-files.ts";
import { changedSince, type LiveTree, openLiveTree } from "./live-tree.ts";
import { type LocalBuild, readLocalBuild } from "./local-build.ts";
import { openTarget, type TargetOptions } from "./open-target.ts";
import { assertNotOutput, type TargetAddress } from "./parse-target.ts";
import { openBuildLists, readRemote } from "./remote-builds.ts";
import { createRetry, type Retry } from "./retry.ts";
import type { Target } from "./target.ts";
import { removeFiles, uploadFiles, uploadGroups } from "./transfer.ts";

export interface DeployOptions extends TargetOptions {
  /** Earlier builds whose hashed files stay on the target. */
  keepBuilds: number;
  dryRun: boolean;
  full: boolean;
  /** Take over a target that holds something else. */
  adopt: boolean;
  /** The tree that is live while another one is filled: what it has is not sent again. */
  live?: TargetAddress | undefined;
  /** Called once the build is live, while nobody else may deploy. Its failure is no failure of the deploy. */
  afterwards?: ((live: { target: Target; local: LocalBuild; retry: Retry }) => Promise<void>) | undefined;
  reporter: Reporter;
  signal?: AbortSignal | undefined;
}

export interface DeployReport {
  ok: true;
  target: string;
  buildId: string;
  files: { total: number; uploaded: number; unchanged: number; deleted: number };
  bytes: number;
  requests: number;
  ms: number;
  /** The tree that is live now, of a target that is switched. */
  tree?: string;
  /** URLs of the site whose content changed, to purge from a cache. */
  changed: string[];
}

/** Runs a deploy: reads both sides, locks, plans, compares where needed, uploads, deletes. */
export async function deploy(options: DeployOptions): Promise<DeployReport> {
  const started = performance.now();
  const { reporter, address, dryRun } = options;
  assertNotOutput(address, options.out);
  const local = await readLocalBuild(options.out);
  const lost = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, lost.signal]) : lost.signal;
  const retry = createRetry({ signal });
  const target = await openTarget(options);
  signal.addEventListener("abort", () => target.interrupt(), { once: true });
  const lock = takeLock();
  let live: LiveTree | undefined;
  try {
    const held = dryRun ? null : await lock;
    reporter.step(`Comparing with ${address.text}`);
    live = options.live && (await openLiveTree({ ...options, live: options.live, retry }));
    const lists = openBuildLists({ out: options.out, target, live: live?.target, retry });
    const remote = await readRemote({ target, lists, retry, unfinished: held?.unfinished ?? [] });
    await assertTargetIsOurs({ ...options, target, retry, local, remote });
    const plan = await planDeploy({
      ...options,
      local,
      remote,
      lists,
      live: await live?.openBuilds(local, options.keepBuilds),
    });
    if (remote.served && !options.adopt) await assertNoForeignFiles({ out: options.out, plan, target, retry });
    await skipUnchanged(plan, { out: options.out, target, retry });
    reporter.detail(`${plan.uploads.size} files to upload, ${plan.remove.length} to delete`);
    const idle = plan.uploads.size === 0 && plan.remove.length === 0;
    const transfer = { ...options, local, target, retry, signal, link: await live?.compareWith(remote, lists) };
    if (idle || options.full || !remote.served) await warnLeftOut(local, lists, reporter);
    if (!idle && !dryRun) await held?.begin();
    const { bytes, linked } = dryRun ? { bytes: sizeOf(plan), linked: 0 } : await carryOut(plan, transfer);
    const changed = live?.root
      ? await changedSince(live.root, local.root, lists)
      : [...plan.uploads.keys(), ...plan.remove];
    if (!dryRun) await runAfterwards({ target, local, retry });
    await held?.release(true);
    const { remove, total } = plan;
    const uploaded = plan.uploads.size - linked;
    return {
      ok: true,
      target: address.text,
      buildId: local.root.id,
      files: { total, uploaded, unchanged: total - uploaded, deleted: remove.length },
      bytes,
      requests: target.requests(),
      ms: Math.round(performance.now() - started),
      changed: changedUrls(changed, local.root.base),
    };
  } catch (error) {
    await release(lock, reporter);
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    await live?.target.close();
    await target.close();
  }

  async function runAfterwards(live: Parameters<NonNullable<DeployOptions["afterwards"]>>[0]): Promise<void> {
    try {
      await options.afterwards?.(live);
    } catch (error) {
      signal.throwIfAborted();
      reporter.warn(`The site is live, but no state is left for the next build: ${messageOf(error)}`);
    }
  }

  async function takeLock(): Promise<DeployLock | null> {
    if (dryRun) return null;
    const onLost = (error: Error) => lost.abort(error);
    return takeDeployLock({ file: target.lock, retry, target: address.text, buildId: local.root.id, onLost });
  }
}

/** How long a failed or interrupted deploy waits for the target to store the lock. */
const RELEASE_MS = 5_000;

/** After a failure, keeps the lock with what may be incomplete. */
async function release(lock: Promise<DeployLock | null>, reporter: Reporter): Promise<void> {
  const deadline = new AbortController();
  try {
    await Promise.race([
      lock.then((held) => held?.release(false)),
      setTimeout(RELEASE_MS, undefined, { signal: deadline.signal }).then(() => {
        throw new Error("the target does not respond.");
      }),
    ]);
  } catch (error) {
    reporter.detail(`The lock stays: ${messageOf(error)}`);
  } finally {
    deadline.abort();
  }
}

async function carryOut(plan: DeployPlan, options: Parameters<typeof uploadFiles>[1]): ReturnType<typeof uploadFiles> {
  const { reporter, local, target } = options;
  const files = [...plan.uploads.values()];
  // Where a file and a folder cannot have the same name, a file in the way of a folder, or the other way round, is
  // removed first.
  const staged = files.map(({ path }) => ({ path, from: "", kind: "page" as const, isNew: true }));
  if (target.hasFolders) await removeFiles(planClearing(plan.remove, staged), options);
  const doing = options.link ? "Linking or sending" : "Sending";
  if (files.length > 0) reporter.step(`${doing} ${files.length} files`);
  const sent = await uploadFiles(uploadGroups(files, local), options);
  if (plan.remove.length > 0) reporter.step(`Deleting ${plan.remove.length} files`);
  await removeFiles(plan.remove, options);
  return sent;
}

function sizeOf({ uploads }: DeployPlan): number {
  return [...uploads.values()].reduce((sum, { size }) => sum + size, 0);
}
