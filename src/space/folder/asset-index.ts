/** The files in assets/ with their hashes and pixel sizes; only changed files are read again. */
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import pLimit from "p-limit";
import sharp from "sharp";
import { sha1 } from "../identity.ts";
import type { AssetInfo } from "../model.ts";

export interface AssetFile extends AssetInfo {
  /** Absolute path; "" if the content is in memory. */
  file: string;
  data?: Buffer;
}

export type AssetIndex = ReadonlyMap<string, AssetFile>;

/** Kept by the caller between two reads of a folder. */
export type AssetIndexCache = Map<string, { stamp: string; asset: AssetFile }>;

const RASTER = new Set([".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"]);

export function isRaster(path: string): boolean {
  return RASTER.has(extname(path).toLowerCase());
}

export async function readAssetIndex(folder: string, memory: AssetIndexCache): Promise<AssetIndex> {
  const paths = (await filesBelow(folder)).sort();
  // Reading waits for the disk, measuring uses the CPU: eight at a time keep both busy.
  const limit = pLimit(8);
  const assets = await Promise.all(paths.map((path) => limit(() => readAsset(folder, path, memory))));
  return new Map(assets.map((asset) => [asset.path, asset]));
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}

async function readAsset(folder: string, path: string, memory: AssetIndexCache): Promise<AssetFile> {
  const file = join(folder, path);
  const stamp = await fileStamp(file);
  const known = memory.get(path);
  if (known?.stamp === stamp) return known.asset;
  const data = await readFile(file);
  const asset = { path, file, hash: sha1(data).slice(0, 10), size: await sizeOf(data, path) };
  memory.set(path, { stamp, asset });
  return asset;
}

async function sizeOf(data: Buffer, path: string): Promise<string> {
  if (/\.svg$/i.test(path)) return svgSize(data.toString("utf8"));
  if (!isRaster(path)) return "x";
  try {
    const { autoOrient } = await sharp(data).metadata();
    return `${autoOrient.width}x${autoOrient.height}`;
  } catch {
    // Not an image despite its name: served unchanged, without a size.
    return "x";
  }
}

/** Width and height of the root element, or else of its viewBox. */
function svgSize(svg: string): string {
  const root = /<svg\b[^>]*>/i.exec(svg)?.[0] ?? "";
  const length = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`, "i").exec(root)?.[1];
  const box = /\sviewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(root);
  const width = Math.round(Number(length("width") ?? box?.[1] ?? 0));
  const height = Math.round(Number(length("height") ?? box?.[2] ?? 0));
  return width > 0 && height > 0 ? `${width}x${height}` : "x";
}

/** "" for a file that cannot be read; reading it reports the error. */
export async function fileStamp(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${found.mtimeMs} ${found.ctimeMs} ${found.size}` : "";
}
