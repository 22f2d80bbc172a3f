import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import type { Box } from "../content/assets/crop.ts";
import { fallbackWidth, narrowerWidths, type VariantFormat, WIDEST_VARIANT } from "../content/assets/remote-asset.ts";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";
import { sha256 } from "../files/hash.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import type { CachedAsset } from "./asset-cache.ts";

export interface Variant {
  format: VariantFormat;
  width: number;
  /** Path of the variant's file. */
  source: string;
}

export interface VariantOptions {
  dir: string;
  /** A crop instead of the whole picture. */
  box?: Box | undefined;
  /** True if the files will not be read and need not be checked against their hash. */
  isUnused: boolean;
  onDamaged: OnDamaged;
}

/** Part of the variants' published names, since browsers keep files by name: raised whenever their bytes change. */
export const ENCODER_VERSION = 2;

/**
 * Quality of a variant. Below 60 dark gradients of an AVIF show blocks (800 px of a dark photograph: root mean square
 * error of its shadows 2.0 at 50, 1.7 at 60, for a third more bytes). Wide variants of portrait pictures are for phones
 * with two or more pixels per CSS pixel: at 57 they are 10 to 12 % smaller, with equally smooth shadows. Large landscape
 * pictures fill a desktop's screen, where blocks are seen: 70 takes the same time, and 1.2 to 1.8 times the bytes.
 */
function qualityOf(
  format: VariantFormat,
  variantWidth: number,
  { width, height }: Pick<Box, "width" | "height">,
): number {
  if (format === "webp") return 75;
  if (height > width) return variantWidth >= DENSE ? 57 : 60;
  return variantWidth >= LARGE ? 70 : 60;
}

/** Twice the width of a large phone. */
const DENSE = 960;
/** Wider than a tablet. */
const LARGE = 1600;

/** Hash of each variant of a picture, by width, format and quality. */
type Hashes = Record<string, string>;

/** Creates the missing or damaged variants of a picture. */
export async function makeVariants(asset: CachedAsset, options: VariantOptions): Promise<Variant[]> {
  const { dir, box, isUnused, onDamaged } = options;
  const stem = asset.hash + cropFileSuffix(box);
  const record = join(dir, `${stem}.json`);
  const known = JSON.parse(readWithChecksum(record, onDamaged) ?? "{}") as Hashes; // written by this module, as its checksum shows
  const hashes: Hashes = {};
  const variants = plannedVariants(asset, box).map((variant) => ({
    ...variant,
    source: join(dir, `${stem}-${variant.width}.${variant.format}`),
  }));
  // Another machine made and published them: what `--from` brings has no pictures.
  if (isUnused && !existsSync(asset.path)) return variants;
  const nameOf = variantNames(box ?? asset);
  const missing: Variant[] = [];
  for (const variant of variants) {
    const { source } = variant;
    const hash = known[nameOf(variant)];
    const isReusable =
      hash !== undefined && existsSync(source) && (isUnused || (await isWhole(source, hash, onDamaged)));
    if (isReusable) hashes[nameOf(variant)] = hash;
    else missing.push(variant);
  }
  if (missing.length > 0) {
    const made = await encoding(() => encode(asset, box, missing));
    for (const [variant, hash] of made) hashes[nameOf(variant)] = hash;
  }
  if (variants.some((variant) => hashes[nameOf(variant)] !== known[nameOf(variant)]))
    writeWithChecksum(record, JSON.stringify(hashes));
  return variants;
}

/** A crop's part of its file names; "" for the whole picture. */
export function cropFileSuffix(box: Box | undefined): string {
  return box ? `-${box.width}x${box.height}-${box.left}-${box.top}` : "";
}

/** Widths and formats of the variants of a picture or crop; none is wider than the original. */
export function plannedVariants(asset: CachedAsset, box?: Box): Omit<Variant, "source">[] {
  if (!asset.scalable) return [];
  const size = box ?? asset;
  const widths = narrowerWidths(size);
  if (size.width <= WIDEST_VARIANT) widths.push(size.width);
  const fallback = fallbackWidth(widths);
  return widths.flatMap((width) => [
    { format: "avif", width },
    ...(width === fallback ? [{ format: "webp" as const, width }] : []),
  ]);
}

async function isWhole(file: string, hash: string, onDamaged: OnDamaged): Promise<boolean> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  const whole = sha256(bytes) === hash;
  if (!whole) onDamaged(file);
  return whole;
}

function variantNames(size: Pick<Box, "width" | "height">) {
  return ({ width, format }: Omit<Variant, "source">): string =>
    `${width}.${format} ${qualityOf(format, width, size)}/${ENCODER_VERSION}`;
}

/** As many pictures at once as there are cores: each takes some hundred megabytes. */
const encoding = pLimit(availableParallelism());

/** Makes variants of a picture. Returns the hash of each. */
async function encode(asset: CachedAsset, box: Box | undefined, variants: readonly Variant[]) {
  const widest = Math.max(...plannedVariants(asset, box).map(({ width }) => width));
  const wanted = variants.map(({ format, width }) => ({
    format,
    width,
    quality: qualityOf(format, width, box ?? asset),
  }));
  const { encodeInProcess } = await import("./encoder.ts"); // only if a variant is missing
  const bytes = await encodeInProcess({ path: asset.path, box, widest, variants: wanted });
  const made = new Map<Variant, string>();
  for (const [index, variant] of variants.entries()) {
    const of = bytes[index] ?? new Uint8Array();
    await writeFileAtomic(variant.source, of);
    made.set(variant, sha256(of));
  }
  return made;
}
