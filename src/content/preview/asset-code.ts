/** Asset records as the preview index holds them: a mirrored picture's variants follow from its name and widths. */
import type { AssetRecord } from "../asset.ts";
import type { ImageSource } from "../payload.ts";
import { VARIANT_TYPES } from "../remote-asset.ts";

/** Address, size, and the widths of its variants; or the whole record where the variants are named otherwise. */
export type AssetCode = [src: string, width: number, height: number, variants: number[]] | AssetRecord;

export function encodeAsset(record: AssetRecord): AssetCode {
  const widths = [...(record.sources[0]?.srcset ?? "").matchAll(/ (\d+)w(?:,|$)/g)].map((match) => Number(match[1]));
  const code: AssetCode = [record.src, record.width, record.height, widths];
  return sameSources(variantsOf(record.src, widths), record.sources) ? code : record;
}

export function decodeAsset(code: AssetCode): AssetRecord {
  if (!Array.isArray(code)) return code;
  const [src, width, height, variants] = code;
  return { src, width, height, sources: variantsOf(src, variants) };
}

/** As src/assets names them: `gear-0a1b2c3d4e.jpg` -> `gear-0a1b2c3d4e-480.avif`. */
function variantsOf(src: string, widths: readonly number[]): ImageSource[] {
  if (widths.length === 0) return [];
  const stem = src.replace(/\.[^./]*$/, "");
  return VARIANT_TYPES.map(({ format, type }) => ({
    type,
    srcset: widths.map((width) => `${stem}-${width}.${format} ${width}w`).join(", "),
  }));
}

function sameSources(a: readonly ImageSource[], b: readonly ImageSource[]): boolean {
  return (
    a.length === b.length && a.every((one, index) => one.type === b[index]?.type && one.srcset === b[index].srcset)
  );
}
