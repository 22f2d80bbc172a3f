import pLimit from "p-limit";
import type { AssetLookup, AssetRecord } from "../content/assets/asset.ts";
import { type Box, type Crop, cropBox, cropUrl, parseCrop } from "../content/assets/crop.ts";
import { remoteAsset } from "../content/assets/remote-asset.ts";
import { isDiskFull } from "../files/full-disk.ts";
import { appendTo } from "../util/append-to.ts";
import { compareText } from "../util/compare-text.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { isUrl } from "../util/is-url.ts";
import { type AssetCache, type CachedAsset, openAssetCache } from "./asset-cache.ts";
import {
  type AssetProblem,
  assetFailed,
  ForeignHostError,
  hostUnreachable,
  notScalable,
  oldCopyKept,
} from "./asset-problems.ts";
import { createHostCircuitBreaker } from "./host-circuit-breaker.ts";
import { isPicture } from "./image-size.ts";
import { type AssetFile, type PublishedAsset, publishAsset, publishCrop, publishedPaths } from "./published-asset.ts";
import { cropFileSuffix, makeVariants, type Variant } from "./variants.ts";

export interface MirrorOptions {
  /** URLs as in the content, including those of crops; `/f/…` is relative to the content service. */
  filenames: readonly string[];
  /** Origin of `/f/…` URLs. */
  origin: string;
  /** Origins besides it and the content service's that assets are downloaded from, by browsers too if that failed. */
  assetHosts?: readonly string[] | undefined;
  /** Folder of downloads and variants, kept between builds. */
  cacheDir: string;
  base: string;
  timeoutMs: number;
  /** Send no requests: assets missing in the cache are problems. */
  offline: boolean;
  /** Check whether cached files are still the server's version. */
  revalidate?: boolean | undefined;
  maxBytes?: number | undefined;
  onProgress?: ((done: number, expected: number) => void) | undefined;
  /** True if the output folder has this file from the last publish, so that the cached one is not read. */
  holds?: ((path: string) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}

export interface MirrorResult {
  lookup: AssetLookup;
  files: AssetFile[];
  problems: AssetProblem[];
  requests: number;
  /** Number of damaged cached files that were downloaded or created again. */
  damaged: number;
}

/** Assets processed concurrently: downloads wait for the network, variants use both cores. */
const CONCURRENCY = 8;

/**
 * Downloads every asset once, names it by its content, and creates responsive variants once. A failed asset is reported
 * as a problem, and pages show a placeholder. If a whole host does not respond, pages use its URLs instead.
 */
export async function mirrorAssets(options: MirrorOptions): Promise<MirrorResult> {
  const { holds = () => false } = options;
  const isUnused = (asset: CachedAsset, box?: Box) => publishedPaths(asset, box).every(holds);
  const hosts = createHostCircuitBreaker();
  const cropsOf = cropsByFile(options.filenames);
  const cache = await openAssetCache({
    ...options,
    hosts,
    isUnused: (asset, filename) =>
      isUnused(asset) &&
      (cropsOf.get(filename) ?? []).every((crop) => isUnused(asset, cropBox(asset, crop) ?? undefined)),
  });
  const makeOnce = variantMaker(cache, isUnused);
  const limit = pLimit(CONCURRENCY);
  const records = new Map<string, AssetRecord>();
  const files = new Map<string, AssetFile>();
  const problems: AssetProblem[] = [];
  const lost = new Map<string, unknown>();
  let done = 0;
  const publish = (address: string, { record, published }: PublishedAsset) => {
    // The cached file's name has the whole hash, the published one its beginning.
    const taken = published.find(({ path, source }) => (files.get(path)?.source ?? source) !== source);
    if (taken) throw new Error(`another file has its name, ${taken.path}`);
    records.set(address, record);
    for (const file of published) files.set(file.path, file);
  };
  const mirror = async ([filename, crops]: [string, Crop[]]) => {
    options.signal?.throwIfAborted();
    try {
      const asset = await cache.get(filename);
      if (asset.outdated) problems.push(oldCopyKept(filename, asset.outdated));
      if (asset.width === 0 && isPicture(asset.extension))
        problems.push(notScalable(filename, new Error("no picture was found in it")));
      const variants = (box?: Box) =>
        makeOnce(asset, box).catch((cause: unknown) => {
          if (isDiskFull(cause)) throw cause;
          problems.push(notScalable(filename, cause));
          return [];
        });
      const whole = await variants();
      publish(filename, publishAsset(asset, whole, options.base));
      for (const crop of whole.length > 0 ? crops : []) {
        const box = cropBox(asset, crop);
        const cut = box ? await variants(box) : [];
        if (box && cut.length > 0) publish(cropUrl(crop), publishCrop(asset, cut, { box, crop, base: options.base }));
      }
    } catch (cause) {
      if (isDiskFull(cause)) throw cause;
      lost.set(filename, cause);
    }
    done += 1;
    options.onProgress?.(done, cropsOf.size);
  };
  await Promise.all([...cropsOf].map((whole) => limit(() => mirror(whole))));
  options.signal?.throwIfAborted();
  const unreachable = new Map<string, string[]>();
  const keepUrl = (filename: string) => {
    // The security policy does not allow the endpoint's own origin.
    const record = remoteAsset(filename, { origin: "", further: options.assetHosts });
    if (record) records.set(filename, record);
  };
  for (const [filename, cause] of lost) {
    const host = hostOf(filename, options.origin);
    if (hosts.isGivenUp(host)) {
      appendTo(unreachable, host, filename);
      continue;
    }
    problems.push(assetFailed(filename, cause));
    if (cause instanceof ForeignHostError) keepUrl(filename);
  }
  for (const [host, filenames] of unreachable) {
    problems.push(hostUnreachable(host, filenames, lost.get(filenames[0] ?? "")));
    filenames.forEach(keepUrl);
  }
  return {
    lookup: (filename) => records.get(filename),
    files: [...files.values()].sort((a, b) => compareText(a.path, b.path)),
    problems: problems.sort((a, b) => compareText(a.problem.message, b.problem.message)),
    requests: cache.requests(),
    damaged: cache.damaged(),
  };
}

function hostOf(filename: string, origin: string): string {
  const address = filename.startsWith("//") ? `https:${filename}` : filename;
  return isUrl(address, origin || undefined) ? new URL(address, origin || undefined).host : "";
}

/** Creates a picture's variants once, even if it has two URLs. */
function variantMaker(cache: AssetCache, isUnused: (asset: CachedAsset, box?: Box) => boolean) {
  const running = new Map<string, Promise<Variant[]>>();
  return (asset: CachedAsset, box?: Box): Promise<Variant[]> => {
    const { variantDir: dir, onDamaged } = cache;
    const unused = isUnused(asset, box);
    const key = `${asset.hash}${cropFileSuffix(box)} ${unused}`;
    return getOrInsert(running, key, () => makeVariants(asset, { dir, box, onDamaged, isUnused: unused }));
  };
}

/** Every requested file with its crops. */
function cropsByFile(filenames: readonly string[]): Map<string, Crop[]> {
  const files = new Map<string, Crop[]>();
  for (const address of filenames) {
    const crop = parseCrop(address);
    const filename = crop?.filename ?? address;
    appendTo(files, filename, ...(crop ? [crop] : []));
  }
  return files;
}
