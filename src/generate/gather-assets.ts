import { join } from "node:path";
import { type AssetProblem, foreignHost } from "../assets/asset-problems.ts";
import { mirrorAssets } from "../assets/mirror-assets.ts";
import type { AssetFile } from "../assets/published-asset.ts";
import type { Config } from "../config/config.ts";
import type { AssetLookup } from "../content/assets/asset.ts";
import { type AssetHosts, remoteAsset } from "../content/assets/remote-asset.ts";
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

/** Mirrors the assets that pages show, or computes their URLs at the image service (configuration `assets: "remote"`). */
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
    const lookup = (filename: string) => remoteAsset(filename, hosts);
    return { lookup, files: [], problems: foreignAssets(filenames, hosts), requests: 0, origin };
  }
  reporter?.step("Assets");
  const mirrored = await mirrorAssets({
    filenames,
    origin,
    // A space of its own may be at a service that has its assets too.
    assetHosts: [...config.assetHosts, ...Object.values(config.storyblok.spaces).map(({ endpoint }) => endpoint)],
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

/** A problem for each URL on a host that is neither the content service's nor configured. */
export function foreignAssets(filenames: readonly string[], hosts: AssetHosts): AssetProblem[] {
  const elsewhere = filenames.filter((filename) => remoteAsset(filename, hosts)?.foreign);
  return [...new Set(elsewhere)].sort().map(foreignHost);
}

export type OnDemandAssets = ReturnType<typeof createOnDemandAssets>;

/** Assets of a previewed space, each fetched when a page first needs it. */
export function createOnDemandAssets(options: {
  config: Config;
  endpoint: string;
  stateDir: string;
  signal?: AbortSignal | undefined;
}) {
  const requested = new Set<string>();
  const lookups: AssetLookup[] = [];
  const sources = new Map<string, string>();
  let queue = Promise.resolve();
  const fetchNew = async (wanted: ReadonlySet<string>) => {
    const filenames = [...wanted].filter((filename) => !requested.has(filename));
    if (filenames.length === 0) return;
    for (const filename of filenames) requested.add(filename);
    const gathered = await gatherAssets({ ...options, filenames, offline: false });
    lookups.push(gathered.lookup);
    for (const file of gathered.files) sources.set(file.path, file.source);
  };
  return {
    /**
     * Fetches assets that were not requested before; the folder of mirrored assets is the build's own. One call after the
     * other: a page must not be rendered while an asset it shares with another is still being fetched.
     */
    gather(wanted: ReadonlySet<string>): Promise<void> {
      const turn = queue.then(() => fetchNew(wanted));
      queue = turn.catch(() => undefined);
      return turn;
    },
    lookup: (filename: string) => lookups.flatMap((lookup) => lookup(filename) ?? [])[0],
    sourceOf: (path: string) => sources.get(path),
  };
}
