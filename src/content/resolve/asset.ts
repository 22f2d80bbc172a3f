import type { RawBlock } from "../../site/api/model.ts";
import type { AssetData, Block, ImageData } from "../../site/api/payload.ts";
import type { ContentReader } from "../../site/api/reader.ts";
import { isRecord } from "../../site/blocks/field-values.ts";
import type { Filetype } from "../../site/blocks/fields.ts";
import { cropsOf, cropUrl } from "../assets/crop.ts";
import type { ResolveContext } from "./context.ts";

type Reader = Pick<ContentReader, "image" | "file">;

/** An image field gives a picture, a file field a file, and a field for both a file that may have a picture. */
export function resolveAsset(raw: unknown, filetypes: readonly Filetype[], reader: Reader): unknown {
  if (filetypes.includes("images")) return reader.image(raw);
  if (filetypes.length === 0) return anyAsset(raw, reader);
  const file = reader.file(raw);
  // Only a video can be shown as a link; captions, animations and the like would be loaded at once.
  return file?.foreign && !filetypes.includes("videos") ? null : file;
}

export function resolveAssets(raw: unknown, filetypes: readonly Filetype[], reader: Reader): unknown[] {
  const list: unknown[] = Array.isArray(raw) ? raw : [];
  if (filetypes.length === 1 && filetypes[0] === "images") return list.flatMap((item) => reader.image(item) ?? []);
  return list.flatMap((item) => anyAsset(item, reader) ?? []);
}

/** Only pictures have a known size. */
function anyAsset(raw: unknown, reader: Reader): AssetData | null {
  const file = reader.file(raw);
  if (!file || file.foreign) return null;
  const image = reader.image(raw);
  return { ...file, image: image && (image.width > 0 || isPicture(file.src)) ? image : null };
}

/** By the ending of its path. */
export function isPicture(address: string): boolean {
  return /\.(jpe?g|png|gif|webp|avif|svg|bmp|tiff?|ico|heic|jxl)$/i.test(address.split(/[?#]/)[0] ?? "");
}

/** Adds the crops of a block's pictures to them. */
export function addCrops(block: Block, raw: RawBlock, { reader, crops }: ResolveContext): void {
  for (const { field, ...crop } of cropsOf(raw, crops)) {
    const given = raw[field];
    const cut = reader.image({ ...(isRecord(given) && given), filename: cropUrl(crop) });
    const image = block[field] as ImageData | null; // an image field, checked by checkBlocks
    if (!cut || !image) continue;
    const { src, width, height, focus, sources, widths } = cut;
    block[field] = {
      ...image,
      crops: { ...image.crops, [crop.ratio]: { src, width, height, focus, sources, widths } },
    };
  }
}
