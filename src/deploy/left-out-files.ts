import type { Reporter } from "../problems/reporter.ts";
import { controlFiles, LATEST_FILE } from "../publish/file-list.ts";
import { listForeignFiles } from "../publish/list-foreign-files.ts";
import type { LocalBuild } from "./local-build.ts";
import type { BuildLists } from "./remote-builds.ts";

const SHOWN = 5;

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
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : "";
  reporter.warn(
    `Not deployed, because no build put it into ${out}: ${files.slice(0, SHOWN).join(", ")}${more}. ` +
      "Only what a build made is deployed; the next build keeps such files, but does not add them.",
  );
}
