import { join } from "node:path";
import pLimit from "p-limit";
import type { Problem } from "../problems/problem.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import { openAssetCache } from "./asset-cache.ts";
import { assetFailed } from "./asset-problems.ts";

/** Downloads assets without creating variants and returns where they are, for `sitegen export`. */
export async function assetSources(
  options: AllowedHosts & {
    filenames: readonly string[];
    stateDir: string;
    timeoutMs: number;
    offline: boolean;
    signal?: AbortSignal | undefined;
  },
) {
  const cache = await openAssetCache({ ...options, cacheDir: join(options.stateDir, "assets") });
  const limit = pLimit(8);
  const found = new Map<string, { source: string; hash: string }>();
  const problems: Problem[] = [];
  const read = async (filename: string) => {
    try {
      const { path, hash } = await cache.get(filename);
      found.set(filename, { source: path, hash });
    } catch (cause) {
      problems.push(assetFailed(filename, cause).problem);
    }
  };
  await Promise.all(options.filenames.map((filename) => limit(() => read(filename))));
  return { find: (filename: string) => found.get(filename), problems };
}
