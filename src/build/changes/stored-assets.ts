import { remoteAssets } from "../../assets/remote-assets.ts";
import type { Config } from "../../config/config.ts";
import type { AssetLookup, AssetRecord } from "../../content/asset.ts";
import { type AssetHosts, remoteAsset } from "../../content/remote-asset.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";

type Where = { config: Pick<Config, "assets" | "assetHosts">; endpoint: string };

/** Assets as the last build found them; URLs of the image service are computed. */
export function storedLookup(store: Store, { config, endpoint }: Where): AssetLookup {
  if (config.assets === "remote") return remoteAssets(hostsOf({ config, endpoint }));
  return (filename) => store.get(KEYS.asset(filename)) as AssetRecord | undefined; // written by save-site.ts
}

/**
 * True if a story's change from some assets to others needs no new download: no new one is mirrored, and no other file
 * of the site names them.
 */
export function keepsAssets({
  config,
  endpoint,
}: Where): (before: readonly string[], now: readonly string[]) => boolean {
  const hosts = hostsOf({ config, endpoint });
  const isPlain = (filename: string) => {
    const record = remoteAsset(filename, hosts);
    return record !== undefined && !record.foreign && record.src === remoteAsset(filename, { origin: "" })?.src;
  };
  return (before, now) =>
    JSON.stringify(before) === JSON.stringify(now) ||
    (config.assets === "remote" && [...before, ...now].every(isPlain));
}

function hostsOf({ config, endpoint }: Where): AssetHosts {
  return { origin: endpoint === "" ? "" : new URL(endpoint).origin, further: config.assetHosts };
}
