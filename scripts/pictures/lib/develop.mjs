import sharp from "sharp";
import { clamp } from "./maths.mjs";
import { light } from "./palette.mjs";
import { createRandom } from "./random.mjs";

const toScreen = (v) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

/** Compresses highlights; light below the shoulder is unchanged. */
function shoulder(v) {
  return v < 0.6 ? v : 0.6 + 0.4 * (1 - Math.exp(-(v - 0.6) / 0.4));
}

/** Light too bright for one channel spills into the next, so that orange turns amber and then white, never pink. */
function spill(rgb) {
  const green = rgb[1] + 0.15 * Math.max(0, rgb[0] - 0.85);
  const blue = rgb[2] + 0.3 * Math.max(0, green - 0.75);
  return [rgb[0], green, blue];
}

/** Slightly softened grain, as on film, which also keeps the file small. */
function grainField(width, height, seed) {
  const random = createRandom(`grain-${seed}`);
  const raw = new Float32Array(width * height);
  for (let i = 0; i < raw.length; i++) raw[i] = random.next() + random.next() + random.next() - 1.5;
  const out = new Float32Array(raw.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      out[i] = raw[i] + 0.6 * (raw[i - 1] ?? 0) + 0.6 * (raw[i - width] ?? 0) + 0.4 * (raw[i - width - 1] ?? 0);
    }
  }
  return out;
}

/** Turns linear light into 8-bit RGB: exposure, vignette, ink in the shadows, grain. */
export function develop(film, { exposure = 1, vignette = 0.35, grain = 2.2, lift = 0.6, seed = "film" } = {}) {
  const { width, height, data } = film;
  const noise = grainField(width, height, seed);
  const bytes = Buffer.alloc(width * height * 3);
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p++) {
      const u = (x / width - 0.5) * 1.1;
      const v = (y / height - 0.5) * 1.1;
      const dim = exposure * (1 - vignette * clamp((u * u + v * v) * 2.2) ** 1.2);
      const rgb = spill([data[p * 3] * dim, data[p * 3 + 1] * dim, data[p * 3 + 2] * dim]);
      for (let c = 0; c < 3; c++) {
        const value = toScreen(clamp(shoulder(rgb[c] + light.ink[c] * lift * (1 - clamp(rgb[c] * 4)))));
        bytes[p * 3 + c] = clamp(value * 255 + noise[p] * grain * (1 - 0.6 * value) + 0.5, 0, 255);
      }
    }
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}

/** Encodes within a byte budget: lowers the quality until the file fits. */
export async function toJpeg(image, { quality = 80, budget = 335_000 } = {}) {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (let q = quality; ; q -= 3) {
    const file = await sharp(data, { raw }).jpeg({ quality: q, mozjpeg: true }).toBuffer();
    if (file.length <= budget || q <= 50) return file;
  }
}
