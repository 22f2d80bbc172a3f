/** The files and addresses of an asset and its variants. */
import type { AssetRecord } from "../content/assets/asset.ts";
import { type Box, type Crop, focusInBox } from "../content/assets/crop.ts";
import { variantName, variantSources } from "../content/assets/remote-asset.ts";
import { sha256 } from "../files/hash.ts";
import type { CachedAsset } from "./asset-cache.ts";
import { cropFileSuffix, ENCODER_VERSION, plannedVariants, type Variant } from "./variants.ts";

/** A file to publish: its path below the output folder, and where its content is. */
export interface AssetFile {
  path: string;
  source: string;
}

const MIRRORED = "_assets/media";

/** Paths of an asset and its variants below the output folder. */
export function publishedPaths(asset: CachedAsset, box?: Box): string[] {
  const stem = stemOf(asset);
  return [
    `${stem}${asset.extension}`,
    ...plannedVariants(asset, box).map(({ width, format }) => variantName(stem + cropFileSuffix(box), width, format)),
  ];
}

/** Names the bytes of the asset and of its variants. */
function stemOf({ stem, hash, scalable }: CachedAsset, folder = MIRRORED): string {
  const all = scalable ? sha256(`${hash} ${ENCODER_VERSION}`) : hash;
  // A page has dozens of these names, and hashes do not compress.
  return `${folder}/${stem}-${all.slice(0, 16)}`;
}

export interface PublishedAsset {
  record: AssetRecord;
  published: AssetFile[];
}

/** `folder` is below the output folder. */
export function publishAsset(
  asset: CachedAsset,
  variants: readonly Variant[],
  base: string,
  folder = MIRRORED,
): PublishedAsset {
  const stem = stemOf(asset, folder);
  const original = { path: `${stem}${asset.extension}`, source: asset.path };
  const { width, height } = asset;
  const { published, ...rest } = publishVariants(stem, variants, base);
  return { record: { src: base + original.path, width, height, ...rest }, published: [original, ...published] };
}

/** A crop uses the whole picture as fallback for browsers without support for the variants' formats. */
export function publishCrop(
  asset: CachedAsset,
  variants: readonly Variant[],
  { box, crop, base }: { box: Box; crop: Crop; base: string },
): PublishedAsset {
  const stem = stemOf(asset);
  const { width, height } = box;
  const { published, ...rest } = publishVariants(stem + cropFileSuffix(box), variants, base);
  const focus = focusInBox(box, asset, crop);
  return { record: { src: `${base}${stem}${asset.extension}`, width, height, focus, ...rest }, published };
}

function publishVariants(stem: string, variants: readonly Variant[], base: string) {
  const published = variants.map(({ width, format, source }) => ({ path: variantName(stem, width, format), source }));
  const widths = [...new Set(variants.map((variant) => variant.width))].sort((a, b) => a - b);
  return { published, widths, sources: variantSources(widths, (...of) => base + variantName(stem, ...of)) };
}
