/** GET /f/<space>/<W>x<H>/<hash>/<name>, with the image service under /m/. */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { AssetFile, AssetIndex } from "../folder/asset-index.ts";
import { sha1 } from "../identity.ts";
import type { ServiceResponse } from "../service/service-response.ts";
import { isImageName, renderImage } from "./image-service.ts";

export interface AssetRequest {
  /** Path of the URL, not decoded. */
  path: string;
  accept: string;
}

/** Media types by file extension; others are downloads. */
const TYPES: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".svg": "image/svg+xml",
  ".ico": "image/x-icon",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".vtt": "text/vtt; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".pdf": "application/pdf",
  ".woff2": "font/woff2",
  ".mp3": "audio/mpeg",
};

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
  const type = TYPES[extname(asset.path).toLowerCase()] ?? "application/octet-stream";
  const operations = parts?.operations;
  if (operations === undefined || !isImageName(asset.path)) {
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
