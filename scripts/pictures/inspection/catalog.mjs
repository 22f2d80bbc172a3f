import sharp from "sharp";
import { toJpeg } from "../lib/develop.mjs";
import { mix3, normal3, smooth } from "../lib/maths.mjs";
import { createRandom } from "../lib/random.mjs";
import { describePlate, litBy, normals, SIZE, scoreAt } from "./plate.mjs";

const HEAT = { width: 320, height: 200 };
const STEEL = [176, 179, 182];
const WARM = [255, 240, 224];

/** Paints every pixel; both coordinates are shares of the width. */
function picture({ width, height }, paint) {
  const bytes = Buffer.alloc(width * height * 3);
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const colour = paint((x + 0.5) / width, (y + 0.5) / width, p);
      for (let c = 0; c < 3; c++) bytes[p * 3 + c] = Math.max(0, Math.min(255, Math.round(colour[c])));
    }
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}

/** The plate under one lamp; `fall` dims it away from the lamp. */
function plateUnder(lamp, { gain, tone, fall, relief = 1 }) {
  const field = normals().map(([x, y, z]) => normal3([x * relief, y * relief, z]));
  const grain = createRandom("plate-grain");
  return picture(SIZE, (x, y, p) => {
    const bright = litBy({ normal: field[p], lamp, x, y }) * gain * fall(x, y);
    return tone(Math.min(1.15, bright)).map((value) => value + grain.gauss() * 1.4);
  });
}

const evenLight = () =>
  toJpeg(
    plateUnder(normal3([0.05, -0.12, 1]), {
      gain: 0.8,
      // Diffuse light casts no shadows, so flaws are hardly visible.
      relief: 0.05,
      tone: (k) => STEEL.map((value) => value * k),
      fall: (x, y) => 1 - 0.16 * ((x - 0.5) ** 2 + (y - 0.31) ** 2),
    }),
    { quality: 80, budget: 130_000 },
  );

const grazingLight = () =>
  toJpeg(
    plateUnder(normal3([-0.95, 0.3, 0.24]), {
      gain: 2.1,
      tone: (k) => mix3([14, 19, 24], WARM, Math.min(1, k)),
      fall: (x, y) => 1.3 - 0.95 * smooth(0, 1.05, Math.hypot(x + 0.02, y - 0.36)),
    }),
    { quality: 80, budget: 130_000 },
  );

const normalMap = () => {
  const field = normals();
  return picture(SIZE, (_x, _y, p) => field[p].map((value) => 127.5 + 127.5 * value))
    .webp({ nearLossless: true, quality: 60, effort: 6 })
    .toBuffer();
};

const heatMap = () =>
  picture(HEAT, (x, y) => Array(3).fill(255 * scoreAt(x, y)))
    .webp({ quality: 90, effort: 6 })
    .toBuffer();

/** A plate to inspect under a moving lamp: asset path -> function that returns the content. */
export const inspection = {
  "inspection/plate.jpg": evenLight,
  "inspection/plate-grazing.jpg": grazingLight,
  "inspection/plate-normal.webp": normalMap,
  "inspection/plate-heat.webp": heatMap,
  "inspection/plate.json": describePlate,
};
