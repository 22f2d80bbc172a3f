import sharp from "sharp";
import { spectrumAt } from "../lib/fourier.mjs";
import { clamp, mix3 } from "../lib/maths.mjs";
import { SAMPLE_RATE } from "./machine.mjs";

/** The format beside text, and on a portrait phone. */
export const WIDE = { width: 1600, height: 576 };
export const UPRIGHT = { width: 960, height: 720 };
export const FREQUENCY = { from: 0, to: 8000, unit: "Hz" };
export const LEVEL = { from: -70, to: -25, unit: "dB" };
/** Quiet to loud. */
export const COLOURS = ["#14181d", "#0e3f47", "#1f6f78", "#63a9ad", "#f6f4ee", "#ff5a1f"];
/** The eye tells about thirty tones apart. */
const TONES = 30;
const SIZE_OF_PIECE = 2048;

const rgb = (hex) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
const scale = COLOURS.map(rgb);

function colourOf(value) {
  const at = (Math.round(clamp(value) * TONES) / TONES) * (scale.length - 1);
  const i = Math.min(scale.length - 2, Math.floor(at));
  return mix3(scale[i], scale[i + 1], at - i);
}

/** Averages overlapping windows, which reduces noise so that tones stand out. */
function calmSpectrum(samples, at) {
  const pieces = [-495, -330, -165, 0, 165, 330, 495].map((off) =>
    spectrumAt(samples, at + off, { window: 720, size: SIZE_OF_PIECE }),
  );
  return pieces[0].map((_, k) => {
    const power = pieces.reduce((sum, levels) => sum + 10 ** (levels[k] / 10), 0) / pieces.length;
    return 10 * Math.log10(power);
  });
}

/** A recording's spectrogram without axes: time to the right, frequency upwards. */
export function drawSpectrogram(samples, { width, height }) {
  const bytes = Buffer.alloc(width * height * 3);
  const perRow = ((FREQUENCY.to / height) * SIZE_OF_PIECE) / SAMPLE_RATE;
  for (let x = 0; x < width; x++) {
    const levels = calmSpectrum(samples, ((x + 0.5) / width) * samples.length);
    for (let y = 0; y < height; y++) {
      const k = (height - y - 0.5) * perRow;
      const i = Math.floor(k);
      const level = levels[i] + ((levels[i + 1] ?? levels[i]) - levels[i]) * (k - i);
      const colour = colourOf((level - LEVEL.from) / (LEVEL.to - LEVEL.from));
      for (let c = 0; c < 3; c++) bytes[(y * width + x) * 3 + c] = colour[c];
    }
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .webp({ quality: 80, effort: 6 })
    .toBuffer();
}
