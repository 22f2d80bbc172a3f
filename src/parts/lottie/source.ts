/** The parts of an animation file that the player uses. */
export interface LottieData {
  layers: { id?: unknown }[];
  op: number;
  assets?: LottieAsset[];
  chars?: unknown[];
  fonts?: { list?: LottieFont[] };
  segments?: unknown;
  [key: string]: unknown;
}

interface LottieAsset {
  /** Folder, file name, and whether the file name is a data URI with the image itself. */
  u?: string;
  p?: string;
  e?: number;
}

interface LottieFont {
  fFamily?: string;
  fPath?: string;
  fOrigin?: string;
  origin?: number;
}

type ReadJson = (url: string) => Promise<unknown>;

/** Keys that every animation file must have. */
const REQUIRED = ["v", "ip", "op", "layers", "fr", "w", "h"];

/**
 * Loads an animation with its segments, each file once. URLs are relative to the page, those inside the file to the
 * file's folder.
 */
export async function loadLottie(options: {
  src: string;
  segments: readonly string[];
  page: string;
  readJson: ReadJson;
}): Promise<LottieData> {
  const { src, segments, page, readJson } = options;
  const url = new URL(src, page);
  const data = parseLottie(await readJson(url.href));
  const count = Array.isArray(data.segments) ? data.segments.length : 0;
  delete data.segments;
  for (let index = 0; index < count; index += 1) {
    const name = segments[index];
    const address = name ? new URL(name, page) : new URL(segmentName(url, index), url);
    mergeSegment(data, await readJson(address.href));
  }
  for (const asset of data.assets ?? []) resolveAsset(asset, url);
  return data;
}

/** Throws if the value lacks a key that every animation has. */
export function parseLottie(value: unknown): LottieData {
  const data = value as LottieData | null;
  if (typeof data !== "object" || data === null || !REQUIRED.every((key) => key in data)) {
    throw new Error("This is not an animation file.");
  }
  return data;
}

function segmentName(url: URL, index: number): string {
  return `${url.pathname.replace(/^.*\//, "").replace(/\.json$/, "")}_${index}.json`;
}

/** A segment replaces layers by id, adds assets, and may lengthen the animation. */
function mergeSegment(data: LottieData, value: unknown): void {
  const segment = value as Partial<LottieData> | null;
  if (!Array.isArray(segment?.layers)) throw new Error("This is not an animation segment.");
  for (const layer of segment.layers) {
    const at = data.layers.findIndex(({ id }) => id === layer.id);
    if (at >= 0) data.layers[at] = layer;
  }
  data.op = Math.max(data.op, segment.op ?? 0);
  data.assets = [...(data.assets ?? []), ...(segment.assets ?? [])];
  data.chars = [...(data.chars ?? []), ...(segment.chars ?? [])];
}

/** Pictures are loaded from the file's own site alone, as fonts are, whatever the file says is in it. */
function resolveAsset(asset: LottieAsset, file: URL): void {
  const { p, u = "", e } = asset;
  if (p === undefined) return;
  asset.u = "";
  if (p.startsWith("data:")) return;
  const url = new URL(e ? p : u + p, file);
  asset.p = url.origin === file.origin ? url.href : "data:,";
}

/**
 * Loads fonts of this site, since lottie-web would use a style element, which the content policy refuses. Fonts of
 * other sites are not loaded. Either way lottie-web has nothing left to load.
 */
export async function loadFonts(data: LottieData, file: URL): Promise<void> {
  const own: Promise<FontFace>[] = [];
  for (const font of data.fonts?.list ?? []) {
    const url = font.fPath ? new URL(font.fPath, file) : null;
    const isFile = font.fOrigin === "p" || font.origin === 3;
    if (url && isFile && url.origin === file.origin)
      own.push(new FontFace(font.fFamily ?? "", `url("${url.href}")`).load());
    font.fPath = "";
  }
  for (const loaded of await Promise.allSettled(own)) {
    if (loaded.status === "fulfilled") document.fonts.add(loaded.value);
  }
}
