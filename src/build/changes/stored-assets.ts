import { remoteAssets } from "../../assets/remote-assets.ts";
import type { Config } from "../../config/config.ts";
import type { AssetLookup, AssetRecord } from "../../content/asset.ts";
import { type AssetHosts, remoteAsset } from "../../content/remote-asset.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";

export interface AssetsFrom {
  config: Pick<Config, "assets" | "assetHosts">;
  endpoint: string;
}

/** Assets as the last build found them; URLs of the image service are computed. */
export function storedLookup(store: Store, { config, endpoint }: AssetsFrom): AssetLookup {
  if (config.assets === "remote") return remoteAssets(hostsOf({ config, endpoint }));
  return (filename) => store.get(KEYS.asset(filename)) as AssetRecord | undefined; // written by save-site.ts
}

/** Whether an asset's URL is computed from its name, so that no file of the site has it. */
export function hasComputedUrlIn({ config, endpoint }: AssetsFrom): (filename: string) => boolean {
  if (config.assets !== "remote") return () => false;
  const hosts = hostsOf({ config, endpoint });
  return (filename) => {
    const record = remoteAsset(filename, hosts);
    return record !== undefined && !record.foreign && record.src === remoteAsset(filename, { origin: "" })?.src;
  };
}

function hostsOf({ config, endpoint }: AssetsFrom): AssetHosts {
  return { origin: endpoint === "" ? "" : new URL(endpoint).origin, further: config.assetHosts };
}
