import type { ImageSource } from "../../site/api/payload.ts";
import type { AssetRecord } from "./asset.ts";
import { type Box, type Crop, cropBox, focusInBox, parseCrop } from "./crop.ts";

export type VariantFormat = "avif" | "webp";

/** Sources of a picture with these variants: AVIF in each width, and one WebP for browsers without AVIF. */
export function variantSources(
  widths: readonly number[],
  addressOf: (width: number | "{w}", format: VariantFormat) => string,
): ImageSource[] {
  if (widths.length === 0) return [];
  return [
    { type: "image/avif", src: addressOf("{w}", "avif") },
    { type: "image/webp", src: addressOf(fallbackWidth(widths), "webp") },
  ];
}

/** Name of a mirrored picture's variant after its stem: `gear-0a1b2c3d4e-480.avif`. */
export function variantName(stem: string, width: number | "{w}", format: VariantFormat): string {
  return `${stem}-${width}.${format}`;
}

/** Width of the one file for older browsers: it fills a phone at its density and half a large window. */
export function fallbackWidth(widths: readonly number[]): number {
  return widths.findLast((width) => width <= 1200) ?? widths[0] ?? 0;
}

/** Widths in pixels for phone, phone at 2x, tablet, desktop and hero. */
const WIDTHS = [480, 800, 1200, 1600, 2000] as const;
/** Portrait pictures fill phone screens, most of which are 850 to 1,010 pixels wide. */
const UPRIGHT_WIDTHS = [480, 800, 960, 1200, 1600, 2000] as const;

/** The widest variant. */
export const WIDEST_VARIANT = 2000;

/** Widths of the variants of a picture or crop, all narrower than itself. */
export function narrowerWidths({ width, height }: { width: number; height: number }): number[] {
  return (height > width ? UPRIGHT_WIDTHS : WIDTHS).filter((one) => one < width);
}

/** Hosts besides the content service's that browsers may load assets from without consent. */
export interface AssetHosts {
  /** Origin for `/f/…` URLs, or "". */
  origin: string;
  /** Origins from the configuration. */
  further?: readonly string[] | undefined;
}

/**
 * An asset at its own URL; `foreign` if browsers must not load it automatically. The content service's pictures have
 * variants from its image service, and their size in the path: `/f/{space}/{W}x{H}/{hash}/{name}`. `/f/…` is relative
 * to `origin`.
 */
export function remoteAsset(filename: string, hosts: AssetHosts): AssetRecord | undefined {
  const crop = parseCrop(filename);
  return crop ? remoteCrop(crop, hosts) : wholeAsset(filename, hosts);
}

/** The image service crops by corner coordinates. */
function remoteCrop(crop: Crop, hosts: AssetHosts): AssetRecord | undefined {
  const whole = wholeAsset(crop.filename, hosts);
  const box = whole && whole.widths.length > 0 ? cropBox(whole, crop) : null;
  if (!whole || !box) return undefined;
  const { width, height } = box;
  return { src: whole.src, width, height, ...variantsOf(whole.src, box, box), focus: focusInBox(box, whole, crop) };
}

function wholeAsset(filename: string, hosts: AssetHosts): AssetRecord | undefined {
  const src = addressOf(filename, hosts.origin);
  if (src === undefined) return undefined;
  const plain = { src, width: 0, height: 0, sources: [], widths: [] };
  if (!isServiceHost(src, hosts)) return isBelow(src, hosts.further ?? []) ? plain : { ...plain, foreign: true };
  const path = src.split(/[?#]/)[0] ?? "";
  const [, width = 0, height = 0] = (/\/(\d+)x(\d+)\//.exec(path) ?? []).map(Number);
  const scalable = width > 0 && /\.(jpe?g|png|webp)$/i.test(path);
  return { src, width, height, ...(scalable ? variantsOf(src, { width, height }) : { sources: [], widths: [] }) };
}

/** Hosts of the content service, in all regions. */
function isServiceHost(address: string, { origin }: AssetHosts): boolean {
  if (origin !== "" && isBelow(address, [origin])) return true;
  return /^https:\/\/([\w-]+\.)*(storyblok\.com|storyblokchina\.cn)\//i.test(address);
}

function isBelow(address: string, origins: readonly string[]): boolean {
  return origins.some((origin) => address.toLowerCase().startsWith(`${origin.toLowerCase()}/`));
}

function addressOf(filename: string, origin: string): string | undefined {
  const address = filename.startsWith("//") ? `https:${filename}` : filename;
  const full = address.startsWith("/") && origin !== "" ? origin + address : address;
  if (!/^https?:\/\/[^/]/i.test(full)) return undefined;
  // Encoded as in the URL standard, since a space would end a URL in srcset. Lone surrogates cannot be encoded.
  return full.replace(/[\ud800-\udfff]/gu, "").replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
}

function variantsOf(
  href: string,
  size: Pick<Box, "width" | "height">,
  box?: Box,
): Pick<AssetRecord, "sources" | "widths"> {
  const widths = narrowerWidths(size);
  if (widths.length === 0 || box) widths.push(size.width);
  const part = box ? `/${box.left}x${box.top}:${box.left + box.width}x${box.top + box.height}` : "";
  const sources = variantSources(
    widths,
    (width, format) => `${href}/m${part}/${width}x0/filters:format(${format}):quality(${format === "avif" ? 60 : 75})`,
  );
  return { sources, widths };
}
