import { setTimeout } from "node:timers/promises";
import { encodeSitePath } from "../content/rules/encode.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import { controlFiles, LATEST_FILE } from "../publish/file-list.ts";
import { listForeignFiles } from "../publish/folders.ts";
import { servedPath } from "../publish/page-files.ts";
import { planClearing } from "../publish/publish-plan.ts";
import { remoteFileStates, skipUnchanged } from "./compare-files.ts";
import { type DeployLock, takeDeployLock } from "./deploy-lock.ts";
import { type DeployPlan, planDeploy } from "./deploy-plan.ts";
import { changedSince, type LiveTree, openLiveTree } from "./live-tree.ts";
import { type LocalBuild, readLocalBuild } from "./local-build.ts";
import { openTarget, type TargetOptions } from "./open-target.ts";
import { assertNotOutput, type TargetAddress } from "./parse-target.ts";
import { type BuildLists, openBuildLists, type RemoteState, readRemote } from "./remote-builds.ts";
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
    if (!dryRun) await runAfterwards(options, signal, { target, local, retry });
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

  async function takeLock(): Promise<DeployLock | null> {
    if (dryRun) return null;
    const onLost = (error: Error) => lost.abort(error);
    return takeDeployLock({ file: target.lock, retry, target: address.text, buildId: local.root.id, onLost });
  }
}

export async function runAfterwards(
  { afterwards, reporter }: Pick<DeployOptions, "afterwards" | "reporter">,
  signal: AbortSignal,
  live: Parameters<NonNullable<DeployOptions["afterwards"]>>[0],
): Promise<void> {
  try {
    await afterwards?.(live);
  } catch (error) {
    signal.throwIfAborted();
    reporter.warn(`The site is live, but no state is left for the next build: ${messageOf(error)}`);
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

/**
 * URLs whose content changed, sorted, which a cache in front of the target must purge. Files below _assets/ never
 * change under the same name, except latest.json.
 */
export function changedUrls(paths: readonly string[], base: string): string[] {
  const changed = paths.filter((path) => path === LATEST_FILE || !path.startsWith("_assets/"));
  return changed.map((path) => encodeSitePath(base + servedPath(path).slice(1))).sort();
}

function sizeOf({ uploads }: DeployPlan): number {
  return [...uploads.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Files of web hosts in an empty folder, and of file systems in a mounted one. */
const HARMLESS = /^(\.well-known|lost\+found)(\/|$)/;

/** Throws if the target holds another site, or files that sitegen did not put there, unless --adopt is given. */
async function assertTargetIsOurs(options: {
  address: TargetAddress;
  adopt: boolean;
  target: Target;
  retry: Retry;
  local: LocalBuild;
  remote: RemoteState;
}): Promise<void> {
  const { address, adopt, target, retry, local, remote } = options;
  if (adopt || remote.isUnfinished) return;
  const { served, servedId } = remote;
  if (served) {
    if (served.site === local.root.site && served.base === local.root.base) return;
    throw sitegenError("DEPLOY_OTHER_SITE", {
      message: `${address.text} holds the site ${nameOf(served)}, and the output folder ${nameOf(local.root)}.`,
      where: address.text,
    });
  }
  if (servedId !== "") {
    throw sitegenError("DEPLOY_FOREIGN", {
      message: `${address.text} says that it holds build ${servedId}, but has no list of its files.`,
      where: address.text,
    });
  }
  const names = (await retry(() => target.peek())).filter((name) => !HARMLESS.test(name));
  if (names.length === 0) return;
  throw sitegenError("DEPLOY_FOREIGN", {
    message: `${address.text} is not empty, and sitegen did not create its files: ${shown(names)}.`,
    where: address.text,
  });
}

/** Throws if a file would be replaced that is not part of the build the target serves. */
async function assertNoForeignFiles(options: {
  out: string;
  plan: DeployPlan;
  target: Target;
  retry: Retry;
}): Promise<void> {
  const { plan } = options;
  const fresh = [...plan.uploads.values()].filter(
    ({ path, isNew }) => isNew && !path.startsWith("_assets/") && !plan.uncertain.has(path),
  );
  const states = await remoteFileStates(fresh, options);
  const foreign = fresh.filter(({ path }) => states.get(path) === "other").map(({ path }) => path);
  if (foreign.length === 0) return;
  throw sitegenError("DEPLOY_FOREIGN_FILE", {
    message: `The target has files with the same names as the build's that sitegen did not create: ${shown(foreign)}.`,
  });
}

/**
 * Warns of files in the output folder that no build put there: they are not deployed. Reads all of the folder, so it is
 * for deploys that do so anyway, and for those that have nothing to send.
 */
async function warnLeftOut({ out, root, kept }: LocalBuild, lists: BuildLists, reporter: Reporter) {
  const names = new Set([root, ...kept].flatMap(({ parts }) => parts.assets));
  const listed = await lists.files([...names, ...root.parts.others]);
  if (!listed.isWhole) return; // it is unknown which files are the builds'
  const control = [root, ...kept].flatMap(controlFiles);
  const own = new Set([LATEST_FILE, ...control, ...listed.files.map(({ path }) => path)]);
  const files = await listForeignFiles(out, (path) => own.has(path));
  if (files.length === 0) return;
  reporter.warn(
    `Not deployed, because no build put it into ${out}: ${shown(files)}. ` +
      "Only what a build made is deployed; the next build keeps such files, but does not add them.",
  );
}

function nameOf({ site, base }: { site: string; base: string }): string {
  return base === "/" ? site || "without a name" : `${site}${base}`;
}

function shown(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return `${names.slice(0, 5).join(", ")}${more}`;
}
