import { bloom } from "../lib/blur.mjs";
import { add3, bell, clamp, normal3, scale3, smooth } from "../lib/maths.mjs";
import { shadeMetal, workshopRoom } from "../lib/metal.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderRays, softShadow, surfaceNormal, throughLens, traceRay } from "../lib/ray-march.mjs";
import { boxField, rectField } from "../lib/shapes.mjs";

const WIDE = 0.82;
const KEY = normal3([0.6, 0.75, 0.3]);

/** Two work rolls across x, the hot strip between them running towards us along z, housings at the ends. */
function rolls(x, y, z) {
  const body = Math.abs(x) - 1.25;
  const top = Math.max(Math.hypot(y - 0.545, z) - 0.5, body);
  const bottom = Math.max(Math.hypot(y + 0.545, z) - 0.5, body);
  const neck = Math.max(Math.min(Math.hypot(y - 0.545, z), Math.hypot(y + 0.545, z)) - 0.24, Math.abs(x) - 2.2);
  const backup = Math.max(Math.min(Math.hypot(y - 1.66, z), Math.hypot(y + 1.66, z)) - 0.6, body);
  const housing = Math.max(rectField(Math.abs(x) - 1.75, z, 0.2, 0.5, 0.05), Math.abs(y) - 2.4);
  return Math.min(top, bottom, neck, backup, housing);
}

const stripWave = (x, z) => 0.012 * Math.sin(z * 2.3 + x) * smooth(0.4, 2, z);
const strip = (x, y, z) => boxField(x, y - stripWave(x, z), z - 1.4, WIDE, 0.032, 6, 0.01) * 0.9;

/** Roller table in front of the stand. */
function table(x, y, z) {
  const near = Math.max(0.95, Math.round(z / 0.62) * 0.62 + 0.2);
  return Math.max(Math.hypot(y + 0.19, z - near) - 0.145, Math.abs(x) - 1.3);
}

const mill = (x, y, z) => Math.min(rolls(x, y, z), strip(x, y, z), table(x, y, z), y + 0.75);

function glowAt(p) {
  const over = 1 / (0.08 + p[1] * p[1] * 2.4 + Math.max(0, Math.abs(p[0]) - WIDE) ** 2 * 3);
  return over * smooth(-2, 0.4, p[2]) * 0.16;
}

/** Hot steel: bright in the middle, cooler edges, scale that has flaked off in darker scars. */
function hotStrip(p) {
  const edge = smooth(WIDE, WIDE - 0.3, Math.abs(p[0]));
  const scale = smooth(0.02, 0.3, fbm(p[0] * 2.6, p[2] * 1.1, 5, 4));
  const streak = 0.85 + 0.3 * noise2(p[0] * 26, p[2] * 0.7, 6) + 0.14 * noise2(p[0] * 90, p[2] * 1.5, 7);
  const heat = (0.5 + 1.9 * edge) * streak * (1 - 0.62 * scale) * (0.75 + 0.4 * bell(p[2] - 0.4, 1.2));
  return scale3(light.accent, heat);
}

function shadeMill(p, d, depth) {
  if (strip(...p) < 0.002) return hotStrip(p);
  const n = surfaceNormal(mill, p);
  const floor = p[1] < -0.745;
  const roll = Math.abs(p[0]) < 1.26 && p[2] < 0.7 && !floor;
  const grain = noise2(p[0] * 60, Math.atan2(p[2], p[1] - 0.545 * Math.sign(p[1])) * 4, 3) * 0.035;
  const bent = normal3([n[0] + grain, n[1], n[2]]);
  const up = Math.sign(-p[1] || 1);
  const facing = clamp(n[1] * up * 0.7 + n[2] * 0.35 + 0.28);
  const shadow = softShadow(rolls, p, KEY, { sharpness: 7, far: 3 });
  const room = (r) => {
    const own = workshopRoom(r, { window: 0.42, lamp: 0.15 });
    if (depth > 0) return own;
    const t = traceRay(mill, p, r, { near: 0.02, far: 5, steps: 46 });
    return t < 0
      ? own
      : shadeMill(
          [0, 1, 2].map((i) => p[i] + r[i] * t),
          r,
          1,
        );
  };
  const look = roll
    ? { tint: [0.5, 0.5, 0.51], polish: 0.55, matte: 0.05, gloss: 30, groove: [0, -n[2], n[1]] }
    : { tint: [0.12, 0.125, 0.13], polish: 0.05, matte: 0.12, gloss: 12 };
  const metal = shadeMetal({ ...look, n: bent, d, room, key: KEY, keyColour: [0.75, 0.78, 0.82], shadow });
  return add3(metal, scale3(light.accent, glowAt(p) * facing * (roll ? 0.5 : 0.32)));
}

/** Steam lit from below, denser over the strip. */
function haze(from, dir, far) {
  let sum = 0;
  for (let i = 0; i < 14; i++) {
    const t = (i + 0.5) * (Math.min(far, 7) / 14);
    const p = [0, 1, 2].map((k) => from[k] + dir[k] * t);
    const cloud = clamp(0.55 + 0.9 * fbm(p[0] * 1.1 + 3, p[1] * 1.3 - p[2] * 0.7, 3, 9));
    sum += cloud * bell(p[1] - 0.2, 0.7) * bell(p[0], 1.2) * smooth(-0.8, 0.4, p[2]) * smooth(4.5, 1, p[2]);
  }
  return scale3(light.accent, sum * 0.0075);
}

export function isarstahl({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-2.0, 0.95, 4.1], look: [-0.42, 0.12, 0.2], lens: 1.0, roll: -0.02 },
    seed: "mill",
    radiance: (from, dir) => {
      const t = traceRay(mill, from, dir, { far: 12, steps: 120 });
      const air = haze(from, dir, t < 0 ? 9 : t);
      if (t < 0) return [...add3([0.006, 0.008, 0.01], air), 14];
      const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
      const dim = smooth(11, 4, t) * (0.25 + 0.75 * smooth(-2.6, -0.6, p[0]));
      return [...add3(scale3(shadeMill(p, dir, 0), dim), air), t];
    },
  });
  const film = throughLens({ ...scene, focus: 4.3, strength: 62 });
  bloom(film, [
    [7 * unit, 0.16],
    [50 * unit, 0.2],
    [170 * unit, 0.16],
  ]);
  return { film, exposure: 1.1, vignette: 0.5 };
}
