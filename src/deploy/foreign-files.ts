import { sitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import { controlFiles, LATEST_FILE } from "../publish/file-list.ts";
import { listForeignFiles } from "../publish/list-foreign-files.ts";
import { remoteFileStates } from "./compare-files.ts";
import type { DeployPlan } from "./deploy-plan.ts";
import type { LocalBuild } from "./local-build.ts";
import type { TargetAddress } from "./parse-target.ts";
import type { BuildLists, RemoteState } from "./remote-builds.ts";
import type { Retry } from "./retry.ts";
import type { Target } from "./target.ts";

/** Files of web hosts in an empty folder, and of file systems in a mounted one. */
const HARMLESS = /^(\.well-known|lost\+found)(\/|$)/;

/** Throws if the target holds another site, or files that sitegen did not put there, unless --adopt is given. */
export async function assertTargetIsOurs(options: {
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
export async function assertNoForeignFiles(options: {
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
export async function warnLeftOut({ out, root, kept }: LocalBuild, lists: BuildLists, reporter: Reporter) {
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
