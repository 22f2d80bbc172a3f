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
  const none = { width: 0, height: 0, scalable: false };
  if (!isPicture(extension)) return none;
  try {
    const { default: sharp } = await import("sharp"); // only if an asset is new
    const { autoOrient, format, pages = 1 } = await sharp(bytes).metadata();
    // A drawing under another name is shown by no browser, and its filters may take hours.
    if (format === "svg") return none;
    // A resized animation would not move.
    return { ...autoOrient, scalable: RASTER.has(extension) && pages === 1 };
  } catch {
    return none;
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
  // A size that is no number could not be kept.
  const whole = (value: number) => (Number.isFinite(value) ? Math.round(value) : 0);
  return { width: whole(number("width") || boxWidth), height: whole(number("height") || boxHeight) };
}
