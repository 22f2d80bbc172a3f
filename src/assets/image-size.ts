const RASTER = new Set([".jpg", ".jpeg", ".png", ".webp", ".avif", ".tif", ".tiff"]);

/** True for a picture of pixels, which has a size unless it is damaged. */
export function isPicture(extension: string): boolean {
  return RASTER.has(extension) || extension === ".gif";
}

/** Size of an image in pixels; 0 × 0 if it is not an image or cannot be read. */
export async function imageSize(
  bytes: Uint8Array,
  extension: string,
): Promise<{ width: number; height: number; scalable: boolean }> {
  if (extension === ".svg") return { ...svgSize(Buffer.from(bytes).toString("utf8")), scalable: false };
  if (!isPicture(extension)) return { width: 0, height: 0, scalable: false };
  try {
    const { default: sharp } = await import("sharp"); // only if an asset is new
    const { autoOrient, pages = 1 } = await sharp(bytes).metadata();
    // A resized animation would not move.
    return { ...autoOrient, scalable: RASTER.has(extension) && pages === 1 };
  } catch {
    return { width: 0, height: 0, scalable: false };
  }
}

/** Width and height of an SVG from its attributes, or else its viewBox. */
function svgSize(svg: string): { width: number; height: number } {
  const root = /<svg\b[^>]*>/i.exec(svg)?.[0] ?? "";
  const number = (name: string) => Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`, "i").exec(root)?.[1] ?? 0);
  const [, , boxWidth = 0, boxHeight = 0] = (/\sviewBox="([^"]+)"/i.exec(root)?.[1] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return { width: Math.round(number("width") || boxWidth), height: Math.round(number("height") || boxHeight) };
}
