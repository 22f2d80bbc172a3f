/** Files of a site's own that its code and styles refer to: their addresses, sizes and variants. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileStem } from "../content/rules/slugify.ts";
import { sha256 } from "../files/hash.ts";
import { sitegenError } from "../problems/errors.ts";
import type { ImageData } from "../site/api/payload.ts";
import { once } from "../util/once.ts";
import type { CachedAsset } from "./asset-cache.ts";
import { imageSize } from "./image-size.ts";
import { publishAsset } from "./published-asset.ts";
import { makeVariants, plannedVariants } from "./variants.ts";

/** Plain data, which caches store. */
export interface SiteFile {
  /** Below the output folder; contains a hash of the content. */
  path: string;
  /** Absolute path. */
  source: string;
  /** SHA-256 of the content in hex. */
  hash: string;
  /** A picture with responsive variants. */
  picture?: CachedAsset;
}

/** Files by path: one that code shows as a picture has its variants, whatever else refers to it. */
export function siteFilesByPath(files: Iterable<SiteFile>): Map<string, SiteFile> {
  const byPath = new Map<string, SiteFile>();
  for (const file of files) if (!byPath.get(file.path)?.picture) byPath.set(file.path, file);
  return byPath;
}

/** A file to publish, which is read or made on demand. */
export interface PublishableFile {
  path: string;
  read(): Promise<Uint8Array>;
}

const FOLDER = "_assets/files";

/** A file that is published as it is. */
export function siteFile(source: string): SiteFile {
  return describe(source, readFileSync(source));
}

/** A picture as the kit's `Image` takes it. Throws if it cannot be read. */
export async function sitePicture(source: string, base: string): Promise<{ file: SiteFile; image: ImageData }> {
  const bytes = await readFile(source);
  const hash = sha256(bytes);
  const extension = extname(source).toLowerCase();
  const size = await imageSize(bytes, extension);
  if (size.width === 0) throw new Error("It is not a picture that can be read.");
  const asset: CachedAsset = { path: source, stem: stemOf(source), extension, hash, ...size };
  const planned = plannedVariants(asset).map((variant) => ({ ...variant, source: "" }));
  const { record, published } = publishAsset(asset, planned, base, FOLDER);
  const image = { ...record, alt: "", title: "", copyright: "", focus: "" };
  return { file: { path: published[0]?.path ?? "", source, hash, picture: asset }, image };
}

/** The files, with the variants of pictures, which are created in `variantDir`. */
export function publishableFiles(files: readonly SiteFile[], variantDir: string): PublishableFile[] {
  return files.flatMap((file) => [
    { path: file.path, read: () => readWhole(file) },
    ...(file.picture ? variantsOf(file, file.picture, variantDir) : []),
  ]);
}

function variantsOf(file: SiteFile, asset: CachedAsset, dir: string): PublishableFile[] {
  const made = once(async () => {
    await readWhole(file);
    return makeVariants(asset, { dir, isUnused: false, onDamaged: () => undefined });
  });
  const planned = plannedVariants(asset).map((variant) => ({ ...variant, source: "" }));
  const [, ...published] = publishAsset(asset, planned, "", FOLDER).published;
  return published.map(({ path }, index) => ({
    path,
    read: async () => readFile((await made())[index]?.source ?? ""),
  }));
}

/** Its address is a hash of its content, so a file that was saved meanwhile must not get it. */
async function readWhole({ source, hash }: SiteFile): Promise<Uint8Array> {
  const bytes = await readFile(source);
  if (sha256(bytes) !== hash) {
    throw sitegenError("BUNDLE_FAILED", {
      message: `${source} was saved while the site was built.`,
      hint: "Build again.",
    });
  }
  return bytes;
}

function describe(source: string, bytes: Uint8Array): SiteFile {
  const hash = sha256(bytes);
  return { path: `${FOLDER}/${stemOf(source)}-${hash.slice(0, 16)}${extname(source).toLowerCase()}`, source, hash };
}

function stemOf(source: string): string {
  const [name = ""] = source.split(/[\\/]/).slice(-1);
  return fileStem(name.slice(0, name.length - extname(name).length));
}
