/** The image service's operations, with sharp. Not used for SVG. */
import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { cropBox } from "../../content/assets/crop.ts";
import { contentType } from "../../http/content-types.ts";
import { messageOf } from "../../problems/cause.ts";
import { type AssetFile, type AssetIndex, isRaster } from "../folder/asset-index.ts";
import { sha1 } from "../identity.ts";
import type { ServiceResponse } from "../service-response.ts";

/** Longest side of a returned image. */
const MAX_SIDE = 4000;

const FORMATS: Readonly<Record<string, "webp" | "jpeg" | "png" | "avif">> = {
  webp: "webp",
  jpeg: "jpeg",
  jpg: "jpeg",
  png: "png",
  avif: "avif",
};

export interface ImageRequest {
  /** Path after `/m`, for example `/800x0/smart/filters:quality(60)`. */
  operations: string;
  accept: string;
  /** Media type of the original. */
  type: string;
}

export type ImageResult = { data: Buffer; type: string } | { error: string };

export async function renderImage(original: Buffer, request: ImageRequest): Promise<ImageResult> {
  const operations = parseOperations(request.operations);
  if (!operations) return { error: `The image service does not know these operations: ${request.operations}` };
  try {
    const format = formatOf(operations.filters, request);
    let image = sharp(original).autoOrient();
    if (operations.crop) image = image.extract(extraction(operations.crop));
    image = await resized(image, operations, original);
    image = filtered(image, operations.filters);
    const data = await image.toFormat(format, { quality: qualityOf(operations.filters) }).toBuffer();
    return { data, type: `image/${format}` };
  } catch (cause) {
    return { error: messageOf(cause) };
  }
}

/** Without a format filter: WebP for browsers that accept it, the original format for others. */
function formatOf(filters: readonly Filter[], request: ImageRequest): "webp" | "jpeg" | "png" | "avif" {
  const wanted = filters.find(({ name }) => name === "format")?.value ?? "";
  const named = FORMATS[wanted];
  if (named) return named;
  if (request.accept.includes("image/webp")) return "webp";
  return FORMATS[request.type.replace("image/", "")] ?? "png";
}

function qualityOf(filters: readonly Filter[]): number {
  const wanted = Number(filters.find(({ name }) => name === "quality")?.value ?? 80);
  return Math.min(100, Math.max(1, Number.isFinite(wanted) ? wanted : 80));
}

function extraction({ x1, y1, x2, y2 }: Region) {
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

async function resized(image: Sharp, operations: ImageOperations, original: Buffer): Promise<Sharp> {
  const { size, fitIn, filters } = operations;
  if (!size) return image;
  let turned = image;
  if (size.flipX) turned = turned.flop();
  if (size.flipY) turned = turned.flip();
  const width = Math.min(size.width, MAX_SIDE);
  const height = Math.min(size.height, MAX_SIDE);
  if (width === 0 && height === 0) return turned;
  const withoutEnlargement = filters.some(({ name }) => name === "no_upscale");
  const focal = filters.find(({ name }) => name === "focal")?.value;
  if (width > 0 && height > 0 && focal && !fitIn && !operations.crop) {
    const { autoOrient } = await sharp(original).metadata();
    const box = cropBox(autoOrient, { ratio: `${width}:${height}`, focus: focal });
    if (box) turned = turned.extract(box);
  }
  const background = backgroundOf(filters);
  const fit = fitIn ? (background ? "contain" : "inside") : "cover";
  const sides = { ...(width > 0 ? { width } : {}), ...(height > 0 ? { height } : {}) };
  return turned.resize({ ...sides, fit, withoutEnlargement, ...(background ? { background } : {}) });
}

function backgroundOf(filters: readonly Filter[]): string | null {
  const fill = filters.find(({ name }) => name === "fill")?.value;
  if (!fill) return null;
  return fill === "transparent" ? "#00000000" : `#${fill.replace("#", "")}`;
}

function filtered(image: Sharp, filters: readonly Filter[]): Sharp {
  let result = image;
  for (const { name, value } of filters) {
    const number = Number.parseFloat(value);
    if (name === "grayscale") result = result.grayscale();
    if (name === "blur" && number > 0) result = result.blur(Math.min(150, Math.max(0.3, number)));
    if (name === "brightness" && number) result = result.modulate({ brightness: 1 + number / 100 });
    if (name === "rotate" && [90, 180, 270].includes(number)) result = result.rotate(number);
  }
  return result;
}

/** The grammar of the image service: [/crop][/fit-in][/size][/smart][/filters:…]. */
interface Region {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

interface Filter {
  name: string;
  value: string;
}

interface ImageOperations {
  crop: Region | null;
  fitIn: boolean;
  /** 0 keeps the aspect ratio; a negative value flips the picture. */
  size: { width: number; height: number; flipX: boolean; flipY: boolean } | null;
  filters: Filter[];
}

const CROP = /^(\d+)x(\d+):(\d+)x(\d+)$/;
const SIZE = /^(-?)(\d+)x(-?)(\d+)$/;

function parseOperations(text: string): ImageOperations | null {
  const operations: ImageOperations = { crop: null, fitIn: false, size: null, filters: [] };
  for (const part of decodeURIComponent(text).split("/")) {
    const crop = CROP.exec(part);
    const size = SIZE.exec(part);
    if (part === "" || part === "smart") continue;
    if (crop) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = crop.slice(1).map(Number);
      operations.crop = { x1, y1, x2, y2 };
    } else if (size) {
      const [, minusX, width, minusY, height] = size;
      operations.size = { width: Number(width), height: Number(height), flipX: minusX === "-", flipY: minusY === "-" };
    } else if (part === "fit-in") operations.fitIn = true;
    else if (part.startsWith("filters:")) operations.filters.push(...parseFilters(part.slice("filters:".length)));
    else return null;
  }
  return operations;
}

/** Splits on colons outside parentheses: the focal filter contains one. */
function parseFilters(text: string): Filter[] {
  return text
    .split(/:(?![^(]*\))/)
    .map((filter) => /^(\w+)\((.*)\)$/.exec(filter))
    .flatMap((match) => (match ? [{ name: match[1] ?? "", value: match[2] ?? "" }] : []));
}

/** GET /f/<space>/<W>x<H>/<hash>/<name>, with the image service under /m/. */
interface AssetRequest {
  /** Path of the URL, not decoded. */
  path: string;
  accept: string;
}

const ADDRESS = /^\/f\/\d+\/(?:\d*x\d*|)\/(?<hash>[0-9a-f]{10})\/(?<name>[^/]+)(?<operations>\/m(?:\/.*)?)?$/;

/** URLs contain the content's hash, so a response never changes. */
const FOREVER = { "cache-control": "public, max-age=31536000, immutable" };

export function isAssetPath(path: string): boolean {
  return path.startsWith("/f/");
}

export async function assetResponse(request: AssetRequest, index: AssetIndex): Promise<ServiceResponse> {
  const parts = ADDRESS.exec(request.path)?.groups;
  const asset = parts && findAsset(index, parts.hash ?? "", parts.name ?? "");
  if (!asset) return { status: 404, headers: { "content-type": "text/plain" }, body: Buffer.from("Not found") };
  const original = asset.data ?? (await readFile(asset.file));
  // In-memory files may be replaced at their URL, as by the service's "Replace asset".
  const etag = `"${asset.data ? sha1(asset.data).slice(0, 10) : asset.hash}"`;
  const [type = ""] = contentType(asset.path).value.split(";");
  const operations = parts?.operations;
  if (operations === undefined || !isRaster(asset.path)) {
    return {
      status: 200,
      headers: { ...FOREVER, "content-type": type, "accept-ranges": "bytes", etag },
      body: original,
    };
  }
  const image = await renderImage(original, {
    operations: operations.slice("/m".length),
    accept: request.accept,
    type,
  });
  if ("error" in image)
    return { status: 400, headers: { "content-type": "text/plain" }, body: Buffer.from(image.error) };
  return { status: 200, headers: { ...FOREVER, "content-type": image.type, vary: "accept" }, body: image.data };
}

function findAsset(index: AssetIndex, hash: string, encodedName: string): AssetFile | undefined {
  let name = encodedName;
  try {
    name = decodeURIComponent(encodedName);
  } catch {
    return undefined;
  }
  for (const asset of index.values()) {
    if (asset.hash === hash && asset.path.split("/").at(-1) === name) return asset;
  }
  return undefined;
}
