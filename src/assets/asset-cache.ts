import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { decodeUriPart } from "../content/rules/decode.ts";
import { fileStem } from "../content/rules/slugify.ts";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../files/checksum-file.ts";
import { isDiskFull } from "../files/full-disk.ts";
import { sha256 } from "../files/hash.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { errno } from "../problems/cause.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { type AllowedHosts, requireAllowedHost, requirePublishableType } from "./allowed-hosts.ts";
import { download } from "./download.ts";
import type { HostCircuitBreaker } from "./host-circuit-breaker.ts";
import { imageSize } from "./image-size.ts";

export interface CachedAsset {
  path: string;
  /** Readable part of the published file name. */
  stem: string;
  extension: string;
  /** SHA-256 of the content in hex. */
  hash: string;
  /** Pixels; 0 for files that are not images. */
  width: number;
  height: number;
  /** True for raster images, which get responsive variants. */
  scalable: boolean;
  /** Why this is an earlier copy, if the current one could not be requested. */
  outdated?: unknown;
}

export type AssetCache = Awaited<ReturnType<typeof openAssetCache>>;

export interface AssetCacheOptions extends AllowedHosts {
  cacheDir: string;
  timeoutMs: number;
  offline: boolean;
  /** Also revalidate existing files with a conditional request; a 304 needs no download. */
  revalidate?: boolean | undefined;
  maxBytes?: number | undefined;
  hosts?: HostCircuitBreaker | undefined;
  /** True for an asset whose cached file will not be read; all others are checked against their hash. */
  isUnused?: ((asset: CachedAsset, filename: string) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}

const entrySchema = z.object({
  // Both are parts of a file name.
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  extension: z.string().regex(/^\.[a-z0-9]{1,8}$/),
  width: z.number(),
  height: z.number(),
  scalable: z.boolean(),
  etag: z.string(),
  lastModified: z.string(),
});
type Entry = z.output<typeof entrySchema>;

/** Another one when `sanitizeSvg` takes out more, so that what was mirrored before is cleaned again. */
const SVG_RULES = "2 ";

/**
 * The cache of downloads, which can be deleted safely. Every upload has its own URL, so a URL is requested once; only
 * Storyblok's "Replace asset" changes the file at a URL, which `revalidate` detects.
 */
export async function openAssetCache(options: AssetCacheOptions) {
  const { cacheDir, origin, offline, revalidate = false } = options;
  const folders = { files: join(cacheDir, "files"), index: join(cacheDir, "index") };
  const variantDir = join(cacheDir, "variants");
  await Promise.all([folders.files, folders.index, variantDir].map((dir) => mkdir(dir, { recursive: true })));
  const running = new Map<string, Promise<CachedAsset>>();
  let requests = 0;
  let damaged = 0;
  const onDamaged = () => {
    damaged += 1;
  };

  /** Undefined if anything is missing or damaged; the asset is then downloaded again. */
  async function readKnown(url: URL, filename: string, indexFile: string): Promise<Entry | undefined> {
    const entry = readEntry(indexFile, onDamaged);
    if (!entry) return undefined;
    const path = pathOf(entry, folders.files);
    if (options.isUnused?.({ ...entry, path, stem: stemOf(url) }, filename)) return entry;
    const bytes = await readFile(path).catch((error: unknown) => (errno(error) === "ENOENT" ? null : Buffer.alloc(0)));
    if (bytes && sha256(bytes) === entry.hash) return entry;
    if (bytes) onDamaged();
    return undefined;
  }

  async function read(filename: string): Promise<CachedAsset> {
    const url = new URL(filename.startsWith("//") ? `https:${filename}` : filename, origin || undefined);
    const extension = requirePublishableType(url);
    requireAllowedHost(url, options);
    const key = `${extension === ".svg" ? SVG_RULES : ""}${filename.replace(/^https?:/, "")}`;
    const indexFile = join(folders.index, `${sha256(key).slice(0, 32)}.json`);
    const known = await readKnown(url, filename, indexFile);
    const found = (entry: Entry) => ({ ...entry, path: pathOf(entry, folders.files), stem: stemOf(url) });
    if (known && (offline || !revalidate)) return found(known);
    if (offline) throw new Error("it is not in the cache and --offline was given");
    requests += 1;
    try {
      const fetched = await download(url, { ...options, known });
      if (fetched === null && known) return found(known);
      const { bytes = new Uint8Array(), version = { etag: "", lastModified: "" } } = fetched ?? {};
      const entry = { ...(await store(bytes, folders.files, extension)), ...version };
      writeWithChecksum(indexFile, JSON.stringify(entry));
      return found(entry);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (known && !isDiskFull(cause)) return { ...found(known), outdated: cause };
      throw cause;
    }
  }

  return {
    variantDir,
    get: (filename: string) => getOrInsert(running, filename, () => read(filename)),
    onDamaged,
    /** Number of damaged files that were dropped. */
    damaged: () => damaged,
    requests: () => requests,
  };
}

async function store(bytes: Uint8Array, dir: string, extension: string) {
  // Loaded for a new graphic only: its parser takes as long to load as some pages to make.
  const clean = extension === ".svg" ? (await import("./sanitize-svg.ts")).sanitizeSvg(bytes) : bytes;
  const hash = sha256(clean);
  await writeFileAtomic(pathOf({ hash, extension }, dir), clean);
  return { hash, extension, ...(await imageSize(clean, extension)) };
}

function readEntry(file: string, onDamaged: OnDamaged): Entry | undefined {
  const text = readWithChecksum(file, onDamaged);
  if (text === null) return undefined;
  const { data } = entrySchema.safeParse(JSON.parse(text)); // its checksum is right: JSON, maybe in an older format
  return data;
}

function pathOf({ hash, extension }: Pick<Entry, "hash" | "extension">, dir: string): string {
  return join(dir, hash + extension);
}

function stemOf(url: URL): string {
  const name = url.pathname.split("/").at(-1) ?? "";
  return fileStem(decodeUriPart(name).replace(/\.[^.]*$/, ""));
}
