import type { FileData, ImageData, ImageSource } from "../../site/api/payload.ts";
import { filenameOf, isRecord, stringOf } from "../../site/blocks/field-values.ts";
import { decodeUriPart } from "../rules/decode.ts";
import { percent } from "./crop.ts";

/** An asset after mirroring, or at the image service. All URLs are final. */
export interface AssetRecord {
  src: string;
  /** Pixels; 0 for files that are not images. */
  width: number;
  height: number;
  sources: ImageSource[];
  widths: number[];
  /** True on a host other than the content service's: never loaded automatically, at most shown as a link. */
  foreign?: boolean;
  /** For a crop: the focal point inside it, as a CSS position. */
  focus?: string;
}

/** Finds an asset by the URL that the content service gives (its `filename`). */
export type AssetLookup = (filename: string) => AssetRecord | undefined;

/** An image field as its component receives it. The field is empty if its filename is. */
export function imageData(raw: unknown, lookup: AssetLookup): ImageData | null {
  const filename = filenameOf(raw);
  const record = filename === "" ? undefined : lookup(filename);
  if (!record || record.foreign) return null;
  const fields = isRecord(raw) ? raw : {};
  return {
    src: record.src,
    width: record.width,
    height: record.height,
    alt: stringOf(fields.alt),
    title: stringOf(fields.title),
    copyright: stringOf(fields.copyright),
    focus: record.focus ?? objectPosition(stringOf(fields.focus), record),
    sources: record.sources,
    widths: record.widths,
  };
}

export function fileData(raw: unknown, lookup: AssetLookup): FileData | null {
  const filename = filenameOf(raw);
  const record = filename === "" ? undefined : lookup(filename);
  if (!record) return null;
  const title = isRecord(raw) ? stringOf(raw.title) : "";
  return { src: record.src, name: fileName(filename), title, ...(record.foreign && { foreign: true }) };
}

const SERVICE_ASSET = /^((https?:)?\/\/(s3\.amazonaws\.com\/)?a(-[a-z]+)?\.storyblok(china\.cn|\.com))?\/f\/\d+\/\S+$/;

/** Whether a text is the address of a file of the content service, as fields of legacy types store it. */
export function isServiceAsset(text: string): boolean {
  return text.includes("/f/") && SERVICE_ASSET.test(text);
}

export function fileName(filename: string): string {
  return decodeUriPart(filename.split(/[?#]/)[0]?.split("/").at(-1) ?? "");
}

/** `focus` is "x1xy1:x2xy2" in source pixels; CSS needs the centre of that box in percent. */
function objectPosition(focus: string, record: AssetRecord): string {
  const match = /^(\d+)x(\d+):(\d+)x(\d+)$/.exec(focus);
  if (!match || record.width === 0 || record.height === 0) return "";
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = match.slice(1).map(Number);
  return `${percent((x1 + x2) / 2, record.width)} ${percent((y1 + y2) / 2, record.height)}`;
}
