/** An icon above a text starts at the left edge of its box, where the text starts. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "../../templates/sample-space/assets/icons");
/** Pixels a grid unit. */
const SCALE = 4;

test.each(readdirSync(folder))("%s begins at its left edge", async (name) => {
  const size = 48 * SCALE;
  const picture = sharp(join(folder, name), { density: 288 }).resize(size, size).ensureAlpha();
  const alpha = await picture.extractChannel("alpha").raw().toBuffer();
  const isDrawn = (x: number) => Array.from({ length: size }, (_, y) => alpha[y * size + x] ?? 0).some((a) => a > 40);
  const left = Array.from({ length: size }, (_, x) => x).find(isDrawn) ?? size;
  expect(left / SCALE).toBeLessThanOrEqual(1);
});
