/** Compact asset records of the preview index: variant URLs follow from a mirrored picture's name and widths. */
import type { AssetRecord } from "../assets/asset.ts";
import { variantName, variantSources } from "../assets/remote-asset.ts";

/** URL, size and widths of the variants; or the full record if the variants are named differently. */
export type AssetCode = [src: string, width: number, height: number, variants: number[]] | AssetRecord;

export function encodeAsset(record: AssetRecord): AssetCode {
  const code: AssetCode = [record.src, record.width, record.height, record.widths];
  const { sources } = decodeAsset(code);
  const isSame =
    sources.length === record.sources.length && sources.every(({ src }, index) => src === record.sources[index]?.src);
  return isSame ? code : record;
}

export function decodeAsset(code: AssetCode): AssetRecord {
  if (!Array.isArray(code)) return code;
  const [src, width, height, widths] = code;
  const stem = src.replace(/\.[^./]*$/, "");
  const sources = variantSources(widths, (...of) => variantName(stem, ...of));
  return { src, width, height, sources, widths };
}
