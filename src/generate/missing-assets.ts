/** Assets that could not be downloaded, which later builds request again. */
import type { AssetProblem } from "../assets/asset-problems.ts";
import type { BuildOptions } from "./build-options.ts";

/** Most that a build without other work requests. When one of them is there, a full build requests all. */
const MAX_REQUESTED = 50;

/** A build without other work does not wait longer for one of them; a full build does. In milliseconds. */
const TIMEOUT_MS = 2000;

/** URLs to request again: first the files that a network or server failure kept away, then those that were refused. */
export function missingAssets(problems: readonly AssetProblem[]): string[] {
  const withState = (state: AssetProblem["missing"]) => problems.filter(({ missing }) => missing === state);
  const missing = [...withState("for now"), ...withState("refused")].flatMap(({ filenames }) => filenames);
  return missing.slice(0, MAX_REQUESTED);
}

/** Whether one of these files can be downloaded now; it is then in the cache of downloads. */
export async function someAvailable(
  filenames: readonly string[],
  { config, ...options }: Pick<BuildOptions, "config" | "stateDir" | "offline" | "signal"> & { endpoint: string },
): Promise<boolean> {
  if (filenames.length === 0) return false;
  const { gatherAssets } = await import("./gather-assets.ts"); // a build without changes loads only what it needs
  const timeoutMs = Math.min(config.storyblok.timeoutMs, TIMEOUT_MS);
  const impatient = { ...config, storyblok: { ...config.storyblok, timeoutMs } };
  const { files } = await gatherAssets({ ...options, config: impatient, filenames });
  return files.length > 0;
}
