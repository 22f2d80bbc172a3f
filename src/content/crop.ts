/**
 * Cuts of a picture around its focal point. A cut is asked for as an address of its own, made of the picture's, so that
 * whatever knows assets by their address (mirror, image service, records of a build, preview) knows cuts as well.
 */
import { isRecord, stringOf } from "./resolve/context.ts";
import type { CropRules } from "./rules/crop-rules.ts";

export interface Crop {
  /** Address of the whole picture. */
  filename: string;
  ratio: string;
  /** "x1xy1:x2xy2" in the picture's pixels, or "" where none is given that can be read. */
  focus: string;
}

/** Part of a picture in its pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What the rules ask to be cut of one block as stored; empty fields are not. */
export function cropsOf(block: Readonly<Record<string, unknown>>, rules: CropRules): (Crop & { field: string })[] {
  const component = stringOf(block.component);
  const fields = Object.hasOwn(rules, component) ? (rules[component] ?? {}) : {};
  return Object.entries(fields).flatMap(([field, list]) => {
    const filename = filenameIn(block[field]);
    const focus = isRecord(block[field]) ? readFocus(stringOf(block[field].focus)) : "";
    return list
      .filter(({ unless }) => filename !== "" && (unless === undefined || filenameIn(block[unless]) === ""))
      .map(({ ratio }) => ({ field, filename, ratio, focus }));
  });
}

/** The address by which a cut is asked for: `…/hall.jpg#crop=3x5@880x400:881x401`. */
export function cropAddress({ filename, ratio, focus }: Crop): string {
  return `${filename}#crop=${ratio.replace(":", "x")}${focus === "" ? "" : `@${focus}`}`;
}

/** Null for the address of a whole file. */
export function parseCrop(address: string): Crop | null {
  const [, filename = "", width, height, focus = ""] =
    /^(.+)#crop=(\d{1,3})x(\d{1,3})(?:@(\d+x\d+:\d+x\d+))?$/.exec(address) ?? [];
  return filename === "" || Number(width) === 0 || Number(height) === 0
    ? null
    : { filename, ratio: `${width}:${height}`, focus };
}

/**
 * The largest part of the ratio, centred on the focal point as far as the borders allow; null where it is all of it.
 */
export function cropBox(size: { width: number; height: number }, { ratio, focus }: Crop): Box | null {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  const scale = Math.min(size.width / across, size.height / down);
  const width = Math.round(across * scale);
  const height = Math.round(down * scale);
  if (width < 1 || height < 1 || (width >= size.width && height >= size.height)) return null;
  const { x, y } = centreOf(focus, size);
  return { left: begin(x, width, size.width), top: begin(y, height, size.height), width, height };
}

/** The focal point within the part, as CSS has it; "" for the middle of a picture that has none. */
export function focusInBox(box: Box, size: { width: number; height: number }, { focus }: Crop): string {
  if (focus === "") return "";
  const { x, y } = centreOf(focus, size);
  return `${percent(x - box.left, box.width)} ${percent(y - box.top, box.height)}`;
}

/** Share of a whole, from 0% to 100%. */
export function percent(value: number, whole: number): string {
  return `${Math.min(100, Math.max(0, Math.round((value / whole) * 100)))}%`;
}

function filenameIn(raw: unknown): string {
  return isRecord(raw) ? stringOf(raw.filename) : stringOf(raw);
}

/** The content service's form, or "": editors' imports leave all kinds of text there. */
function readFocus(text: string): string {
  return /^\d{1,6}x\d{1,6}:\d{1,6}x\d{1,6}$/.test(text) ? text : "";
}

/** Middle of the focal box, drawn into the picture; the picture's own middle without one. */
function centreOf(focus: string, { width, height }: { width: number; height: number }): { x: number; y: number } {
  if (focus === "") return { x: width / 2, y: height / 2 };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = focus.split(/[x:]/).map(Number);
  return { x: Math.min(width, (x1 + x2) / 2), y: Math.min(height, (y1 + y2) / 2) };
}

function begin(centre: number, length: number, whole: number): number {
  return Math.round(Math.min(whole - length, Math.max(0, centre - length / 2)));
}
