import type { AssetLookup } from "../content/asset.ts";
import { type AssetHosts, remoteAsset } from "../content/remote-asset.ts";
import { type AssetProblem, foreignHost } from "./asset-problems.ts";

/** URLs at the content service's image service instead of mirrored files (configuration `assets: "remote"`). */
export function remoteAssets(hosts: AssetHosts): AssetLookup {
  return (filename) => remoteAsset(filename, hosts);
}

/** A problem for each URL on a host that is neither the content service's nor configured. */
export function foreignAssets(filenames: readonly string[], hosts: AssetHosts): AssetProblem[] {
  const elsewhere = filenames.filter((filename) => remoteAsset(filename, hosts)?.foreign);
  return [...new Set(elsewhere)].sort().map(foreignHost);
}
