import type { AssetLookup } from "../content/asset.ts";
import { remoteAsset } from "../content/remote-asset.ts";
import type { Problem } from "../problem.ts";
import { foreignHost } from "./asset-problems.ts";

/** Addresses at the content service's image service instead of mirrored files (configuration `assets: "remote"`). */
export function remoteAssets(origin: string): AssetLookup {
  return (filename) => remoteAsset(filename, origin);
}

/** A finding for each address on another host than the content service's. */
export function foreignAssets(filenames: readonly string[], origin: string): Problem[] {
  const elsewhere = filenames.filter((filename) => remoteAsset(filename, origin)?.foreign);
  return [...new Set(elsewhere)].sort().map(foreignHost);
}
