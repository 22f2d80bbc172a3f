/** The image service's operations, with sharp. Not used for SVG. */
import { readFile } from "node:fs/promises";
import sharp, { type Region } from "sharp";
import { contentType } from "../../http/content-types.ts";
import { messageOf } from "../../problems/cause.ts";
import { type AssetFile, type AssetIndex, isRaster } from "../folder/asset-index.ts";
import { sha1 } from "../identity.ts";
import type { ServiceResponse } from "../service/service-response.ts";

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
  const { crop, sides, filters } = operations;
  try {
    const format = formatOf(filters, request);
    const whole = sharp(original).autoOrient();
    const part = crop ? whole.extract(crop) : whole;
    const data = await part
      .resize(sides)
      .toFormat(format, { quality: qualityOf(filters) })
      .toBuffer();
    return { data, type: `image/${format}` };
  } catch (cause) {
    return { error: messageOf(cause) };
  }
}

/** Without a format filter: WebP for browsers that accept it, the original format for others. */
function formatOf(filters: Filters, request: ImageRequest): "webp" | "jpeg" | "png" | "avif" {
  const named = FORMATS[filters.get("format") ?? ""];
  if (named) return named;
  if (request.accept.includes("image/webp")) return "webp";
  return FORMATS[request.type.replace("image/", "")] ?? "png";
}

function qualityOf(filters: Filters): number {
  const wanted = Number(filters.get("quality") ?? 80);
  return Math.min(100, Math.max(1, Number.isFinite(wanted) ? wanted : 80));
}

type Filters = ReadonlyMap<string, string>;

interface ImageOperations {
  crop: Region | null;
  /** Without a side that keeps the aspect ratio. */
  sides: { width?: number; height?: number };
  filters: Filters;
}

const CROP = /^(\d+)x(\d+):(\d+)x(\d+)$/;
const SIZE = /^(\d+)x(\d+)$/;

/** Of the image service's grammar, what the site's addresses have: [/crop][/size][/smart][/filters:…]. */
function parseOperations(text: string): ImageOperations | null {
  const operations: ImageOperations = { crop: null, sides: {}, filters: new Map() };
  for (const part of decodeURIComponent(text).split("/")) {
    const crop = CROP.exec(part);
    const size = SIZE.exec(part);
    if (part === "" || part === "smart") continue;
    if (crop) {
      const [left = 0, top = 0, right = 0, bottom = 0] = crop.slice(1).map(Number);
      operations.crop = { left, top, width: right - left, height: bottom - top };
    } else if (size) {
      const [width = 0, height = 0] = size.slice(1).map((side) => Math.min(Number(side), MAX_SIDE));
      operations.sides = { ...(width > 0 && { width }), ...(height > 0 && { height }) };
    } else if (part.startsWith("filters:")) {
      const filters = part.matchAll(/:(\w+)\(([^)]*)\)/g);
      operations.filters = new Map(Array.from(filters, ([, name = "", value = ""]) => [name, value]));
    } else return null;
  }
  return operations;
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
