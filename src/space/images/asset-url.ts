/** The URL of an asset: /f/<space>/<W>x<H>/<hash>/<name>, as in the content service. */
import { encodeUriPart } from "../../content/rules/encode.ts";
import { ASSET_ORIGIN } from "../model.ts";

export interface AssetInfo {
  /** Path in assets/. */
  path: string;
  /** First ten digits of the content's hash; zeros if there is no such file. */
  hash: string;
  /** "1600x1000"; "x" if it is not an image. */
  size: string;
}

export function assetUrl(asset: AssetInfo, spaceId: number): string {
  const name = asset.path.split("/").at(-1) ?? "";
  return `${ASSET_ORIGIN}/f/${spaceId}/${asset.size}/${asset.hash}/${encodeUriPart(name)}`;
}
