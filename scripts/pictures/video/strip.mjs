import { bloom } from "../lib/blur.mjs";
import { createFilm } from "../lib/film.mjs";
import { bell, clamp, mix3, scale3, smooth } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";

/** One loop of the video is one length of strip: what leaves at the bottom enters again at the top. */
const LENGTH = 5.6;
const HALF = 0.62;
/** Where the lamp, a line across the strip, is mirrored in the steel. */
const LAMP = 2.35;
const LAMPLIGHT = [0.94, 0.98, 1];
const COLUMNS = 512;
const ROWS = 2048;
const FLAWS = [
  { x: 0.2, s: 0.6, size: 0.085, kind: "dent" },
  { x: -0.26, s: 2.2, size: 0.05, kind: "scratch" },
  { x: 0.4, s: 3.1, size: 0.045, kind: "scratch" },
  { x: -0.06, s: 4.4, size: 0.075, kind: "dent" },
];

function rawGrain(x, s) {
  const rolled = 0.5 * noise2(x * 120, s * 1.3, 3) + 0.3 * noise2(x * 46, s * 0.8, 4);
  const mottle = 0.5 * fbm(x * 3.2, s * 2.4, 4, 6);
  const speck = smooth(0.42, 0.6, noise2(x * 34, s * 30, 8)) * 0.7;
  return rolled * 0.5 + mottle - speck;
}

/** The strip's surface as a seamless table: its last fifth is blended into what comes before its start. */
export function createStrip() {
  const table = new Float32Array(COLUMNS * ROWS);
  for (let row = 0; row < ROWS; row++) {
    const s = (row / ROWS) * LENGTH;
    const w = smooth(0.8, 1, row / ROWS);
    for (let column = 0; column < COLUMNS; column++) {
      const x = ((column + 0.5) / COLUMNS) * 2 * HALF - HALF;
      table[row * COLUMNS + column] = rawGrain(x, s) * (1 - w) + (w > 0 ? rawGrain(x, s - LENGTH) * w : 0);
    }
  }
  return table;
}

function grainAt(table, x, s) {
  const c = clamp(((x + HALF) / (2 * HALF)) * COLUMNS - 0.5, 0, COLUMNS - 1.001);
  const r = (((s % LENGTH) + LENGTH) % LENGTH) * (ROWS / LENGTH);
  const [c0, r0] = [Math.floor(c), Math.floor(r) % ROWS];
  const r1 = (r0 + 1) % ROWS;
  const [fc, fr] = [c - c0, r - Math.floor(r)];
  const upper = table[r0 * COLUMNS + c0] * (1 - fc) + table[r0 * COLUMNS + c0 + 1] * fc;
  const lower = table[r1 * COLUMNS + c0] * (1 - fc) + table[r1 * COLUMNS + c0 + 1] * fc;
  return upper * (1 - fr) + lower * fr;
}

/** Signed distance along the strip to a flaw, the shorter way around the loop. */
const along = (s, flaw) => ((((s - flaw.s + LENGTH / 2) % LENGTH) + LENGTH) % LENGTH) - LENGTH / 2;

function relief(x, s) {
  let h = 0;
  for (const flaw of FLAWS) {
    const d = along(s, flaw);
    if (Math.abs(d) > 0.5) continue;
    if (flaw.kind === "dent") h -= bell(Math.hypot(x - flaw.x, d), flaw.size);
    else h -= 0.7 * bell(x - flaw.x - d * 0.5, 0.008) * smooth(0.3, 0.16, Math.abs(d));
  }
  return h;
}

/** What the software draws into its picture: cells and a frame, after a flaw has passed the light line. */
function cells(x, s, z) {
  let drawn = [0, 0, 0];
  for (const flaw of FLAWS) {
    const d = along(s, flaw);
    const since = LAMP - (z - d);
    if (since < 0 || Math.abs(d) > 0.34) continue;
    const k = smooth(0.02, 0.16, since) * smooth(1.15, 0.8, since);
    if (k === 0) continue;
    const size = 0.046;
    const [cx, cd] = [(Math.floor((x - flaw.x) / size) + 0.5) * size, (Math.floor(d / size) + 0.5) * size];
    const near =
      flaw.kind === "dent"
        ? bell(Math.hypot(cx, cd), 0.1)
        : bell(cx - cd * 0.5, 0.035) * smooth(0.32, 0.2, Math.abs(cd));
    const edge = Math.max(Math.abs((x - flaw.x - cx) / size), Math.abs((d - cd) / size));
    const inside = smooth(0.46, 0.42, edge) * (0.45 + 0.9 * smooth(0.34, 0.42, edge));
    const reach = 0.22;
    const frame = Math.max(Math.abs(x - flaw.x), Math.abs(d));
    const corner = bell(frame - reach, 0.006) * (Math.min(Math.abs(x - flaw.x), Math.abs(d)) > reach * 0.62 ? 1 : 0);
    const tone = mix3(light.petrolLight, light.accent, smooth(0.2, 0.55, near));
    drawn = drawn.map(
      (v, i) => v + k * (tone[i] * smooth(0.16, 0.5, near) * inside * 0.45 + light.accent[i] * corner * 0.8),
    );
  }
  return drawn;
}

function steel(table, x, z, shift) {
  const s = z + shift;
  const grain = grainAt(table, x, s);
  const e = 0.006;
  const tilt = (relief(x, s + e) - relief(x, s - e)) * 1.4;
  const lean = (relief(x + e, s) - relief(x - e, s)) * 1.2;
  const wave = grain * 0.05 + 0.03 * Math.sin(s * ((2 * Math.PI) / LENGTH) * 3 + x);
  const window = bell(x - 0.28 - 0.12 * (z - 2) + lean * 0.3 + wave, 0.16) * bell(z - 2.9 + tilt, 1.4);
  const k = 0.03 + 0.34 * window + 0.06 * smooth(4, 1.4, z) + 0.035 * grain + 0.1 * Math.max(-0.5, tilt + lean) * 0.6;
  const base = mix3(light.greyLight, light.paper, window).map((v) => v * Math.max(0.006, k));
  const beam = z - LAMP + relief(x, s) * 0.07;
  const line = 0.95 * bell(beam, 0.011) + 0.1 * bell(beam, 0.06) + 0.03 * bell(beam, 0.3);
  const marks = cells(x, s, z);
  const shade = 1 - 0.55 * Math.min(1, marks[0]);
  return base.map((v, i) => v * shade + LAMPLIGHT[i] * line * (1 + 0.25 * grain) + marks[i]);
}

function backdrop(u, v) {
  const lamp = bell(u - 0.56, 0.14) * bell(v - 0.06, 0.07);
  const dusk = smooth(0.24, 0.02, v);
  return scale3(light.petrolDeep, (0.06 + 0.26 * lamp) * dusk);
}

/** One frame; `phase` goes from 0 to 1 over the loop. */
export function drawFrame({ table, width, height, phase }) {
  const film = createFilm(width, height);
  const shift = phase * LENGTH;
  const horizon = 0.13;
  for (let y = 0, i = 0; y < height; y++) {
    for (let px = 0; px < width; px++, i += 3) {
      const u = (px + 0.5) / width;
      const v = (y + 0.5) / height;
      const z = v > horizon ? 1.02 / (v - horizon) : 99;
      const x = (u - 0.56) * z * 0.98 + 0.06;
      const c = z < 16 && Math.abs(x) < HALF ? steel(table, x, z, shift) : backdrop(u, v);
      const side =
        z < 16
          ? bell(Math.abs(x) - HALF, 0.006) * 0.05 + bell(Math.abs(x) - HALF - 0.12, 0.1) * bell(z - LAMP, 0.5) * 0.008
          : 0;
      const fog = smooth(11, 3, z) * smooth(0, 0.3, u + 0.1);
      for (let n = 0; n < 3; n++)
        film.data[i + n] = (c[n] + side * LAMPLIGHT[n]) * (z < 16 && Math.abs(x) < HALF * 1.5 ? 0.05 + 0.95 * fog : 1);
    }
  }
  const unit = width / 1280;
  return bloom(film, [
    [4 * unit, 0.06],
    [40 * unit, 0.05],
  ]);
}
