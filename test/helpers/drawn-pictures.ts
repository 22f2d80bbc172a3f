import { join } from "node:path";
import sharp from "sharp";
import type { Instead } from "./static-server.ts";

/**
 * A drawing of the same size and no content in place of each picture of a built site: a browser chooses, measures and
 * lays it out like the picture, and decodes it in no time.
 */
export function drawnPictures(out: string, base = "/"): Instead {
  return async (path) => {
    if (!/\/media\/.*\.(avif|webp|jpe?g|png)$/.test(path)) return null;
    return { type: "image/svg+xml", body: await drawingOf(join(out, path.slice(base.length))) };
  };
}

/** Every file of a worker asks for the same ones. */
const drawings = new Map<string, Promise<string>>();

function drawingOf(file: string): Promise<string> {
  const drawn = drawings.get(file) ?? sharp(file).metadata().then(drawing);
  drawings.set(file, drawn);
  return drawn;
}

function drawing({ width, height }: { width: number; height: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
}
