import { join } from "node:path";
import type { AssetProblem } from "../assets/asset-problems.ts";
import { mirrorAssets } from "../assets/mirror-assets.ts";
import type { AssetFile } from "../assets/published-asset.ts";
import { foreignAssets, remoteAssets } from "../assets/remote-assets.ts";
import type { Config } from "../config/config.ts";
import type { AssetLookup } from "../content/asset.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";

export interface GatheredAssets {
  lookup: AssetLookup;
  files: AssetFile[];
  problems: AssetProblem[];
  requests: number;
  /** The origin that the addresses of assets may be at; "" if they are mirrored. */
  origin?: string;
}

/** Mirrors the assets that pages show, or computes their URLs at the image service. */
export async function gatherAssets(options: {
  config: Config;
  /** URLs of all assets in the space. */
  filenames: readonly string[];
  endpoint: string;
  stateDir: string;
  offline: boolean;
  /** --full: also check whether an asset was replaced under the same URL. */
  full?: boolean;
  /** The output folder; files it already has are not read. */
  output?: Pick<OutputTransaction, "lastHash" | "holds">;
  reporter?: Pick<Reporter, "step" | "progress" | "warn">;
  signal?: AbortSignal | undefined;
}): Promise<GatheredAssets> {
  const { config, filenames, endpoint, stateDir, offline, full = false, output, reporter, signal } = options;
  const origin = endpoint === "" ? "" : new URL(endpoint).origin;
  if (config.assets === "remote") {
    const hosts = { origin, further: config.assetHosts };
    return { lookup: remoteAssets(hosts), files: [], problems: foreignAssets(filenames, hosts), requests: 0, origin };
  }
  reporter?.step("Assets");
  const mirrored = await mirrorAssets({
    filenames,
    origin,
    assetHosts: config.assetHosts,
    cacheDir: join(stateDir, "assets"),
    base: config.site.base,
    timeoutMs: config.storyblok.timeoutMs,
    offline,
    revalidate: full,
    holds: output && ((path) => output.holds(path, output.lastHash(path) ?? "")),
    onProgress: reporter && ((done, expected) => reporter.progress(done, expected)),
    signal,
  });
  if (mirrored.damaged > 0)
    reporter?.warn(
      `${mirrored.damaged} files of the asset cache in ${join(stateDir, "assets")} were changed or damaged and have been downloaded or created again.`,
    );
  return mirrored;
}
