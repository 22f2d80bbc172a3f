import type { AssetLookup } from "../content/asset.ts";
import { VARIANT_TYPES, VARIANT_WIDTHS } from "./variants.ts";

/**
 * Addresses at the content service's image service instead of mirrored files (configuration `assets: "remote"`).
 * The picture's size stands in its path, `/f/{space}/{W}x{H}/{hash}/{name}` (Storyblok facts §5).
 */
export function remoteAssets(origin: string): AssetLookup {
  return (filename) => {
    if (!URL.canParse(filename, origin || undefined)) return undefined;
    const url = new URL(filename, origin || undefined);
    if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
    const [, width = 0, height = 0] = (/\/(\d+)x(\d+)\//.exec(url.pathname) ?? []).map(Number);
    const scalable = width > 0 && /\.(jpe?g|png|webp)$/i.test(url.pathname);
    return { src: url.href, width, height, sources: scalable ? sources(url.href, width) : [] };
  };
}

function sources(href: string, width: number) {
  const widths = VARIANT_WIDTHS.filter((candidate) => candidate < width);
  if (widths.length === 0) widths.push(width);
  return VARIANT_TYPES.map(({ format, type }) => ({
    type,
    srcset: widths
      .map((w) => `${href}/m/${w}x0/filters:format(${format}):quality(${format === "avif" ? 50 : 75}) ${w}w`)
      .join(", "),
  }));
}
