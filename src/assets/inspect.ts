import sharp from "sharp";

const RASTER = new Set([".jpg", ".jpeg", ".png", ".webp", ".avif", ".tif", ".tiff"]);

/** Size of an image in pixels; 0 × 0 for what is no image or cannot be read as one. */
export async function measure(
  bytes: Uint8Array,
  extension: string,
): Promise<{ width: number; height: number; scalable: boolean }> {
  if (extension === ".svg") return { ...svgSize(Buffer.from(bytes).toString("utf8")), scalable: false };
  if (!RASTER.has(extension) && extension !== ".gif") return { width: 0, height: 0, scalable: false };
  try {
    const { width = 0, height = 0, orientation = 1 } = await sharp(bytes).metadata();
    const turned = orientation >= 5;
    return { width: turned ? height : width, height: turned ? width : height, scalable: RASTER.has(extension) };
  } catch {
    return { width: 0, height: 0, scalable: false };
  }
}

/** Width and height of an SVG from its attributes, else from its viewBox. */
export function svgSize(svg: string): { width: number; height: number } {
  const root = /<svg\b[^>]*>/i.exec(svg)?.[0] ?? "";
  const number = (name: string) => Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`, "i").exec(root)?.[1] ?? 0);
  const [, , boxWidth = 0, boxHeight = 0] = (/\sviewBox="([^"]+)"/i.exec(root)?.[1] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return { width: Math.round(number("width") || boxWidth), height: Math.round(number("height") || boxHeight) };
}

/**
 * Takes scripts, event handlers, foreign content and outside references out of an SVG. It is shown through <img>,
 * where scripts do not run; this is for the visitor who opens the file's own address.
 */
export function sanitizeSvg(bytes: Uint8Array): Uint8Array {
  const svg = Buffer.from(bytes).toString("utf8");
  const clean = svg
    .replace(/<!DOCTYPE[^>[]*(\[[\s\S]*?\])?[^>]*>/gi, "")
    .replace(/<(script|foreignObject|iframe|embed|object)\b[\s\S]*?(<\/\1\s*>|\/>)/gi, "")
    .replace(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, "")
    .replace(/\s(xlink:)?href\s*=\s*("\s*(javascript|data:text)[^"]*"|'\s*(javascript|data:text)[^']*')/gi, "");
  return Buffer.from(clean, "utf8");
}
