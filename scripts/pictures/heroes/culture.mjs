import { bloom, focusByDepth } from "../lib/blur.mjs";
import { addPoint, createFilm, fillFilm } from "../lib/film.mjs";
import { add3, bell, clamp, mix3, scale3, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { createRandom } from "../lib/random.mjs";

const VIEW = { eye: [-0.35, 1.55, -2.35], tilt: -0.6, lens: 1.15 };

/** A Chladni figure: sand stays where a vibrating plate does not move. */
function swing(x, z) {
  const [m, n] = [5, 3];
  const a = Math.cos(n * Math.PI * x) * Math.cos(m * Math.PI * z);
  const b = Math.cos(m * Math.PI * x) * Math.cos(n * Math.PI * z);
  const c =
    Math.cos(7 * Math.PI * x) * Math.cos(2 * Math.PI * z) - Math.cos(2 * Math.PI * x) * Math.cos(7 * Math.PI * z);
  return a - b + 0.34 * c;
}

function project(x, y, z, { width, height }) {
  const dy = y - VIEW.eye[1];
  const dz = z - VIEW.eye[2];
  const v = dy * Math.cos(VIEW.tilt) - dz * Math.sin(VIEW.tilt);
  const w = dy * Math.sin(VIEW.tilt) + dz * Math.cos(VIEW.tilt);
  return [width / 2 + ((x - VIEW.eye[0]) / w) * width * VIEW.lens, height / 2 - (v / w) * width * VIEW.lens, w];
}

/** Grains are moved downhill along the plate's motion until they rest near a node. */
function settle(random) {
  let x = random.between(-1, 1);
  let z = random.between(-1, 1);
  for (let step = 0; step < 16; step++) {
    const e = 0.004;
    const s = swing(x, z);
    const gx = (swing(x + e, z) - s) / e;
    const gz = (swing(x, z + e) - s) / e;
    const k = (0.55 * s) / (gx * gx + gz * gz + 14);
    x -= gx * k;
    z -= gz * k;
  }
  return [clamp(x + random.gauss() * 0.008, -1, 1), clamp(z + random.gauss() * 0.008, -1, 1)];
}

/** The plate: black anodised, with a soft sweep of light and a bright near edge. */
function plate({ width, height }) {
  return fillFilm(createFilm(width, height), (u, v) => {
    const px = ((u - 0.5) * width) / (width * VIEW.lens);
    const py = ((0.5 - v) * height) / (width * VIEW.lens);
    const dy = py * Math.cos(VIEW.tilt) + Math.sin(VIEW.tilt);
    const dz = -py * Math.sin(VIEW.tilt) + Math.cos(VIEW.tilt);
    const t = -VIEW.eye[1] / dy;
    const x = VIEW.eye[0] + px * t;
    const z = VIEW.eye[2] + dz * t;
    const far = scale3(
      mix3(light.petrolDeep, light.accentDeep, 0.2),
      0.025 + 0.08 * bell(u - 0.75, 0.25) * bell(v - 0.02, 0.2),
    );
    const out = Math.max(Math.abs(x), Math.abs(z)) - 1.04;
    if (dy > 0 || out > 0.03) return add3(far, scale3(light.ink, 0.2 * bell(out, 0.2)));
    if (out > 0) return scale3(light.greyLight, 0.1 + 0.3 * bell(z + 0.2, 0.9) * smooth(-1, 1, x));
    const sweep = bell(x - 0.55 - 0.35 * z, 0.5) * bell(z - 0.5, 0.9);
    const brush = 1 + 0.25 * noise2(x * 3, z * 240, 4);
    return add3(
      scale3([0.05, 0.055, 0.062], 0.16 + 0.9 * sweep * brush),
      scale3(light.accent, 0.03 * bell(Math.hypot(x - 0.28, z - 0.12), 0.5)),
    );
  });
}

function strewSand(film, depth, size) {
  const { width, height } = size;
  const random = createRandom("culture-sand");
  const unit = width / 2000;
  for (let n = 0; n < 420000; n++) {
    const [x, z] = settle(random);
    const p = project(x, 0.006 * random.next(), z, size);
    if (p[0] < 0 || p[0] >= width || p[1] < 0 || p[1] >= height) continue;
    const calm = 0.08 + 0.92 * smooth(0.1 * width, 0.5 * width, p[0]);
    const rake = 0.35 + 0.65 * random.next() ** 2;
    const hot = bell(Math.hypot(x - 0.28, z - 0.12), 0.16) > random.next();
    const colour = hot ? light.accent : mix3(light.accentSoft, light.paper, 0.7);
    const k = (0.46 * rake * calm * (hot ? 2.1 : 1) * unit * unit * 6) / (p[2] * p[2]);
    addPoint(film, p[0], p[1], colour, k);
    addPoint(film, p[0] + 0.8 * unit, p[1] + 1.1 * unit, [-0.02, -0.02, -0.02], k);
  }
  for (let y = 0; y < height; y++) {
    const py = ((0.5 - (y + 0.5) / height) * height) / (width * VIEW.lens);
    const t = -VIEW.eye[1] / Math.min(-0.05, py * Math.cos(VIEW.tilt) + Math.sin(VIEW.tilt));
    depth.fill(t, y * width, (y + 1) * width);
  }
}

export function culture({ width, height }) {
  const unit = width / 2000;
  const film = plate({ width, height });
  const depth = new Float32Array(width * height);
  strewSand(film, depth, { width, height });
  const circle = depth.map((d) => Math.max(0, Math.abs(1 / d - 1 / 2.85) * 46 - 0.3) * unit);
  const focused = focusByDepth(
    film,
    circle,
    [1, 2, 4, 7, 12].map((s) => s * unit),
  );
  for (let i = 0; i < focused.data.length; i++) focused.data[i] = Math.max(0.001, focused.data[i]);
  bloom(focused, [
    [6 * unit, 0.18],
    [45 * unit, 0.18],
    [160 * unit, 0.14],
  ]);
  return { film: focused, exposure: 1.25, vignette: 0.45 };
}
