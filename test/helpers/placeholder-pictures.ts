import { join } from "node:path";
import sharp from "sharp";
import type { ReplaceFile } from "./static-server.ts";

/**
 * Replaces the pictures of a built site by empty drawings of the same size: browsers choose, measure and lay them out
 * in the same way, and decode them faster.
 */
export function placeholderPictures(out: string, base = "/"): ReplaceFile {
  return async (path) => {
    if (!/\/media\/.*\.(avif|webp|jpe?g|png)$/.test(path)) return null;
    return { type: "image/svg+xml", body: await drawingOf(join(out, path.slice(base.length))) };
  };
}

/** A worker's test files use the same drawings. */
const drawings = new Map<string, Promise<string>>();

function drawingOf(file: string): Promise<string> {
  const drawn = drawings.get(file) ?? sharp(file).metadata().then(drawing);
  drawings.set(file, drawn);
  return drawn;
}

function drawing({ width, height }: { width: number; height: number }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
}
