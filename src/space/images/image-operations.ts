/** The grammar of the image service: [/crop][/fit-in][/size][/smart][/filters:…]. */
export interface Region {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface Filter {
  name: string;
  value: string;
}

export interface ImageOperations {
  crop: Region | null;
  fitIn: boolean;
  /** 0 keeps the aspect ratio; a negative value flips the picture. */
  size: { width: number; height: number; flipX: boolean; flipY: boolean } | null;
  smart: boolean;
  filters: Filter[];
}

const CROP = /^(\d+)x(\d+):(\d+)x(\d+)$/;
const SIZE = /^(-?)(\d+)x(-?)(\d+)$/;

export function parseOperations(text: string): ImageOperations | null {
  const operations: ImageOperations = { crop: null, fitIn: false, size: null, smart: false, filters: [] };
  for (const part of decodeURIComponent(text).split("/")) {
    const crop = CROP.exec(part);
    const size = SIZE.exec(part);
    if (part === "") continue;
    if (crop) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = crop.slice(1).map(Number);
      operations.crop = { x1, y1, x2, y2 };
    } else if (size) {
      const [, minusX, width, minusY, height] = size;
      operations.size = { width: Number(width), height: Number(height), flipX: minusX === "-", flipY: minusY === "-" };
    } else if (part === "fit-in") operations.fitIn = true;
    else if (part === "smart") operations.smart = true;
    else if (part.startsWith("filters:")) operations.filters.push(...parseFilters(part.slice("filters:".length)));
    else return null;
  }
  return operations;
}

/** Splits on colons outside parentheses: the focal filter contains one. */
function parseFilters(text: string): Filter[] {
  return text
    .split(/:(?![^(]*\))/)
    .map((filter) => /^(\w+)\((.*)\)$/.exec(filter))
    .flatMap((match) => (match ? [{ name: match[1] ?? "", value: match[2] ?? "" }] : []));
}
