/** The address of an asset: /f/<space>/<W>x<H>/<hash>/<name>, as the content service writes it. */
import { encodePart } from "../../content/rules/encode.ts";
import { ASSET_ORIGIN } from "../model.ts";

export interface AssetInfo {
  /** Path below assets/. */
  path: string;
  /** First ten digits of the content's hash; zeros where there is no such file. */
  hash: string;
  /** "1600x1000"; "x" for what is not an image. */
  size: string;
}

export function assetAddress(asset: AssetInfo, spaceId: number): string {
  const name = asset.path.split("/").at(-1) ?? "";
  return `${ASSET_ORIGIN}/f/${spaceId}/${asset.size}/${asset.hash}/${encodePart(name)}`;
}
