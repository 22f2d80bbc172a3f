import { join } from "node:path";
import { type AssetFile, mirrorAssets } from "../assets/mirror-assets.ts";
import { remoteAssets } from "../assets/remote-assets.ts";
import type { Config } from "../config/config.ts";
import type { AssetLookup } from "../content/asset.ts";
import type { Problem } from "../problem.ts";

export interface GatheredAssets {
  lookup: AssetLookup;
  files: AssetFile[];
  problems: Problem[];
  requests: number;
}

/** Everything the pages show that is not text: mirrored files, or addresses at the image service. */
export async function gatherAssets(options: {
  config: Config;
  /** Addresses of every asset the space refers to. */
  filenames: readonly string[];
  endpoint: string;
  stateDir: string;
  offline: boolean;
  /** --full: ask whether an asset was replaced at its address too. */
  full?: boolean;
  signal?: AbortSignal | undefined;
}): Promise<GatheredAssets> {
  const { config, filenames, endpoint, stateDir, offline, full = false, signal } = options;
  const origin = endpoint === "" ? "" : new URL(endpoint).origin;
  if (config.assets === "remote") return { lookup: remoteAssets(origin), files: [], problems: [], requests: 0 };
  return mirrorAssets({
    filenames,
    origin,
    cacheDir: join(stateDir, "assets"),
    base: config.site.base,
    timeoutMs: config.storyblok.timeoutMs,
    offline,
    revalidate: full,
    signal,
  });
}
