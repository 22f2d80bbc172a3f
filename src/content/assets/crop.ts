/**
 * Crops of a picture around its focal point. Each crop has a URL derived from the picture's, so that everything that
 * handles assets by URL (mirror, image service, build records, preview) handles crops as well.
 */

import { filenameOf, isRecord, stringOf } from "../../site/blocks/field-values.ts";
import type { CropRules } from "../../site/crop-rules.ts";

export interface Crop {
  /** URL of the whole picture. */
  filename: string;
  ratio: string;
  /** "x1xy1:x2xy2" in the picture's pixels; "" if there is no valid one. */
  focus: string;
}

/** A rectangle of a picture in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The crops that the rules require for a stored block; none for empty fields. */
export function cropsOf(block: Readonly<Record<string, unknown>>, rules: CropRules): (Crop & { field: string })[] {
  const component = stringOf(block.component);
  if (!Object.hasOwn(rules, component)) return [];
  return Object.entries(rules[component] ?? {}).flatMap(([field, list]) => {
    const filename = filenameOf(block[field]);
    const focus = isRecord(block[field]) ? readFocus(stringOf(block[field].focus)) : "";
    return list
      .filter(({ unless }) => filename !== "" && (unless === undefined || filenameOf(block[unless]) === ""))
      .map(({ ratio }) => ({ field, filename, ratio, focus }));
  });
}

/** The URL of a crop: `…/hall.jpg#crop=3x5@880x400:881x401`. */
export function cropUrl({ filename, ratio, focus }: Crop): string {
  return `${filename}#crop=${ratio.replace(":", "x")}${focus === "" ? "" : `@${focus}`}`;
}

/** The crop that a URL of `cropUrl` names; null for the URL of a whole file. */
export function parseCrop(address: string): Crop | null {
  const [, filename = "", width, height, focus = ""] =
    /^(.+)#crop=(\d{1,3})x(\d{1,3})(?:@(\d+x\d+:\d+x\d+))?$/.exec(address) ?? [];
  return filename === "" || Number(width) === 0 || Number(height) === 0
    ? null
    : { filename, ratio: `${width}:${height}`, focus };
}

/**
 * The largest rectangle of the ratio, centred on the focal point as far as the borders allow; null if it is the whole
 * picture.
 */
export function cropBox(
  size: { width: number; height: number },
  { ratio, focus }: Pick<Crop, "ratio" | "focus">,
): Box | null {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  const scale = Math.min(size.width / across, size.height / down);
  const width = Math.round(across * scale);
  const height = Math.round(down * scale);
  if (width < 1 || height < 1 || (width >= size.width && height >= size.height)) return null;
  const { x, y } = centreOf(focus, size);
  return { left: begin(x, width, size.width), top: begin(y, height, size.height), width, height };
}

/** The focal point inside the rectangle, as a CSS position; "" for the centre of a picture without one. */
export function focusInBox(box: Box, size: { width: number; height: number }, { focus }: Crop): string {
  if (focus === "") return "";
  const { x, y } = centreOf(focus, size);
  return `${percent(x - box.left, box.width)} ${percent(y - box.top, box.height)}`;
}

/** A share in percent, from 0% to 100%. */
export function percent(value: number, whole: number): string {
  return `${Math.min(100, Math.max(0, Math.round((value / whole) * 100)))}%`;
}

/** A focal point in the content service's format, else "": imports may leave any text there. */
function readFocus(text: string): string {
  return /^\d{1,6}x\d{1,6}:\d{1,6}x\d{1,6}$/.test(text) ? text : "";
}

/** Centre of the focal box, limited to the picture; the picture's centre without one. */
function centreOf(focus: string, { width, height }: { width: number; height: number }): { x: number; y: number } {
  if (focus === "") return { x: width / 2, y: height / 2 };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = focus.split(/[x:]/).map(Number);
  return { x: Math.min(width, (x1 + x2) / 2), y: Math.min(height, (y1 + y2) / 2) };
}

function begin(centre: number, length: number, whole: number): number {
  return Math.round(Math.min(whole - length, Math.max(0, centre - length / 2)));
}
