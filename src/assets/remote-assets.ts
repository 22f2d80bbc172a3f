import type { AssetLookup } from "../content/asset.ts";
import { remoteAsset } from "../content/remote-asset.ts";

/** Addresses at the content service's image service instead of mirrored files (configuration `assets: "remote"`). */
export function remoteAssets(origin: string): AssetLookup {
  return (filename) => remoteAsset(filename, origin);
}
