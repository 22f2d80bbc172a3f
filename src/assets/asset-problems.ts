import { messageOf } from "../problems/cause.ts";
import { createProblem, type Problem } from "../problems/problem.ts";

/** A problem and the assets it is about. */
export interface AssetProblem {
  problem: Problem;
  /** Their URLs. */
  filenames: readonly string[];
  /** Whether the files are missing: not downloaded, so that a later build requests them again. */
  missing: "no" | "for now" | "refused";
}

/** An asset that could not be downloaded; pages show a placeholder. */
export function assetFailed(filename: string, cause: unknown): AssetProblem {
  if (cause instanceof ForeignHostError) return foreignHost(filename);
  const message = `The asset ${nameOf(filename)} could not be downloaded: ${reasonOf(cause)}`;
  const missing = cause instanceof FinalError ? "refused" : "for now";
  return { problem: problem("ASSET_FAILED", message), filenames: [filename], missing };
}

/** A host that does not respond: one problem for all its files, which keep their own URLs. */
export function hostUnreachable(host: string, filenames: readonly string[], cause: unknown): AssetProblem {
  const files = filenames.length === 1 ? "one file" : `${filenames.length} files`;
  const message = `${host} does not respond (${reasonOf(cause)}), so ${files} of it could not be mirrored; pages load them from the host itself, or show a link if it is neither the content service's nor in assetHosts.`;
  const hint = "Check the network and the host, then run again.";
  return { problem: problem("ASSET_HOST_UNREACHABLE", message, hint), filenames, missing: "for now" };
}

/** An asset that was downloaded before and now fails. */
export function oldCopyKept(filename: string, cause: unknown): AssetProblem {
  const message = `The asset ${nameOf(filename)} could not be downloaded again, so the last copy is used: ${reasonOf(cause)}`;
  return { problem: problem("ASSET_KEPT", message), filenames: [filename], missing: "no" };
}

/** An image that can be published but not resized: visitors get the original. */
export function notScalable(filename: string, cause: unknown): AssetProblem {
  const message = `The picture ${nameOf(filename)} is damaged, so it cannot be resized: ${reasonOf(cause)}`;
  return { problem: problem("ASSET_UNSCALED", message), filenames: [filename], missing: "no" };
}

/** An asset on another host, which browsers would request without the visitor's consent. */
export function foreignHost(filename: string): AssetProblem {
  const message = `The asset ${filename} is not on a host of the content service, so a video there is shown as a link and any other file is left out.`;
  const hint = "Upload the file to the content service and choose it there, or name the host in assetHosts.";
  return { problem: problem("ASSET_FOREIGN_HOST", message, hint), filenames: [filename], missing: "no" };
}

const UPLOAD_AGAIN = "Upload the file again in the content service, or remove it from the stories that show it.";

function problem(code: string, message: string, hint = UPLOAD_AGAIN): Problem {
  return createProblem("warning", code, { message, hint });
}

function nameOf(filename: string): string {
  return filename.split("/").at(-1) ?? filename;
}

/** The messages of sharp have several lines. */
function reasonOf(cause: unknown): string {
  const message = messageOf(cause);
  return message.split("\n")[0] ?? message;
}

/** A failure that another request at once would not change. */
export class FinalError extends Error {}

/** The asset is on a host that it may not be downloaded from. */
export class ForeignHostError extends FinalError {}
