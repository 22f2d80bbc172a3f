import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fse from "fs-extra";
import { z } from "zod";
import { slugify } from "../content/rules/slugify.ts";
import { type Download, download } from "./download.ts";
import { measure, sanitizeSvg } from "./inspect.ts";

/** One downloaded asset on disk. */
export interface CachedAsset {
  path: string;
  /** Readable part of the published name. */
  stem: string;
  extension: string;
  /** Ten hex digits of the content's SHA-256. */
  hash: string;
  /** Pixels; 0 for files that are no images. */
  width: number;
  height: number;
  /** True for raster images that get responsive variants. */
  scalable: boolean;
}

export interface AssetCache {
  variantDir: string;
  get(filename: string): Promise<CachedAsset>;
  requests(): number;
}

const entrySchema = z.object({
  hash: z.string(),
  extension: z.string(),
  width: z.number(),
  height: z.number(),
  scalable: z.boolean(),
});

/**
 * The folder of downloads. The content service gives every upload an address of its own, so an address that was
 * fetched once is not asked for again; the folder is safe to lose.
 */
export async function openAssetCache(options: {
  cacheDir: string;
  origin: string;
  timeoutMs: number;
  offline: boolean;
  signal?: AbortSignal | undefined;
}): Promise<AssetCache> {
  const files = join(options.cacheDir, "files");
  const index = join(options.cacheDir, "index");
  const variantDir = join(options.cacheDir, "variants");
  await Promise.all([files, index, variantDir].map((dir) => mkdir(dir, { recursive: true })));
  let requests = 0;

  async function get(filename: string): Promise<CachedAsset> {
    const url = new URL(filename.startsWith("//") ? `https:${filename}` : filename, options.origin || undefined);
    const indexFile = join(index, `${digest(filename).slice(0, 32)}.json`);
    const known = await readEntry(indexFile);
    if (known) {
      const path = join(files, known.hash + known.extension);
      if (await fse.pathExists(path)) return { ...known, path, stem: stemOf(url) };
    }
    if (options.offline) throw new Error("it is not in the cache and --offline was given");
    requests += 1;
    const fetched = await download(url, { timeoutMs: options.timeoutMs, signal: options.signal });
    const entry = await store(fetched, files, extensionOf(url));
    await writeWhole(indexFile, JSON.stringify(entry));
    return { ...entry, path: join(files, entry.hash + entry.extension), stem: stemOf(url) };
  }

  return { variantDir, get, requests: () => requests };
}

async function store({ bytes }: Download, dir: string, extension: string): Promise<z.output<typeof entrySchema>> {
  const clean = extension === ".svg" ? sanitizeSvg(bytes) : bytes;
  const hash = digest(clean).slice(0, 10);
  await writeWhole(join(dir, hash + extension), clean);
  return { hash, extension, ...(await measure(clean, extension)) };
}

async function readEntry(path: string): Promise<z.output<typeof entrySchema> | undefined> {
  try {
    return entrySchema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined; // missing or damaged: the asset is fetched again
  }
}

async function writeWhole(path: string, bytes: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`; // two assets of equal bytes may be stored at once
  await writeFile(temporary, bytes);
  await rename(temporary, path);
}

function digest(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function stemOf(url: URL): string {
  const name = url.pathname.split("/").at(-1) ?? "";
  return slugify(name.replace(/\.[^.]*$/, "")).slice(0, 40) || "file";
}

function extensionOf(url: URL): string {
  const match = /\.[a-z0-9]{1,8}$/i.exec(url.pathname);
  return match ? match[0].toLowerCase() : "";
}
