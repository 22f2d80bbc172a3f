import { bloom } from "../lib/blur.mjs";
import { renderRays, throughLens } from "../lib/march.mjs";
import { add3, bell, clamp, scale3, smooth } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";

/** A dark hall: floor y = 0, back wall z = 0; a tall door stands open there, light falls through it. */
const DOOR = { left: 0.55, right: 1.45, top: 2.3 };
const LIGHT = [1.25, 3.4, -5.2];

const inDoor = (x, y) => x > DOOR.left && x < DOOR.right && y > 0 && y < DOOR.top;

/** How much of the light beyond reaches a point of the hall; the lamp is broad, so edges soften with distance. */
function throughDoor(p) {
  const t = (0 - LIGHT[2]) / (p[2] - LIGHT[2]);
  const x = LIGHT[0] + (p[0] - LIGHT[0]) * t;
  const y = LIGHT[1] + (p[1] - LIGHT[1]) * t;
  const soft = 0.02 + 0.035 * p[2];
  const open =
    smooth(DOOR.left - soft, DOOR.left + soft, x) *
    smooth(DOOR.right + soft, DOOR.right - soft, x) *
    smooth(DOOR.top + soft, DOOR.top - soft, y);
  return (open * 30) / (8 + (p[2] + 2) ** 2);
}

/** Concrete with joints; old machine feet have left marks. */
function floorTone(x, z) {
  const joint = Math.min(Math.abs(((x + 10.2) % 1.6) - 0.8), Math.abs(((z + 10.5) % 2.4) - 1.2));
  const worn = 0.75 + 0.5 * fbm(x * 1.3, z * 1.3, 5, 3) + 0.1 * noise2(x * 40, z * 40, 6);
  return worn * (0.45 + 0.55 * smooth(0.006, 0.016, joint));
}

function hitFloor(from, dir) {
  const t = -from[1] / dir[1];
  const p = [from[0] + dir[0] * t, 0, from[2] + dir[2] * t];
  const tone = floorTone(p[0], p[2]);
  const lit = throughDoor(p) * tone;
  // The wet sheen of polished concrete: the doorway seen upside down, blurred by distance.
  const m = p[2] / Math.max(0.05, from[2] - p[2] + p[2] * 1);
  const mx = p[0] + (p[0] - from[0]) * m * 0.9;
  const my = from[1] * m;
  const sheen =
    smooth(DOOR.left - 0.1, DOOR.left + 0.1, mx) *
    smooth(DOOR.right + 0.1, DOOR.right - 0.1, mx) *
    smooth(2.6, 0, my) *
    0.3 *
    (0.6 + 0.8 * fbm(p[0] * 3, p[2] * 3, 3, 9));
  const spill = (0.022 * bell(p[0] - 1, 1.6)) / (0.4 + p[2] * 0.7);
  return [
    ...add3(
      scale3(light.accentSoft, lit * 0.24 + clamp(sheen) * 0.7),
      scale3(light.accent, lit * 0.34 + spill * 6 * tone),
    ),
    t,
  ];
}

function hitWall(from, dir) {
  const t = -from[2] / dir[2];
  const x = from[0] + dir[0] * t;
  const y = from[1] + dir[1] * t;
  if (inDoor(x, y)) return beyond(x, y, t);
  const near = Math.max(DOOR.left - x, x - DOOR.right, y - DOOR.top, 0);
  const panel = 0.7 + 0.3 * smooth(0.01, 0.03, Math.abs(((x + 8) % 0.9) - 0.45));
  const frame = smooth(0.075, 0.06, near) * 0.05;
  const glow = 0.02 * bell(near, 0.5) + frame;
  return [
    ...add3(scale3(light.accent, glow * panel), scale3(light.petrolDeep, 0.035 * panel * (1 + 0.4 * fbm(x, y, 3, 5)))),
    t,
  ];
}

/** Outside the door: evening light, brighter low down, a far horizon of sheds. */
function beyond(x, y, t) {
  const sun = bell(x - 1.12, 0.5) * bell(y - 0.75, 0.7);
  const shed = y < 0.62 + 0.1 * Math.sign(Math.sin(x * 9)) + 0.05 * Math.sign(Math.sin(x * 23)) ? 0.55 : 1;
  return [
    ...scale3(add3(scale3(light.accent, 0.62 + 0.9 * sun), scale3(light.accentSoft, 0.1 + 1.1 * sun ** 1.5)), shed),
    t,
  ];
}

/** The open leaf of the door, hinged right, seen nearly edge on. */
function hitLeaf(from, dir) {
  const n = [0.42, 0, -0.9];
  const at = [DOOR.right, 0, 0];
  const along = [0.9, 0, 0.42];
  const below = dir[0] * n[0] + dir[2] * n[2];
  const t = ((at[0] - from[0]) * n[0] + (at[2] - from[2]) * n[2]) / below;
  if (t < 0) return null;
  const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
  const u = (p[0] - at[0]) * along[0] + (p[2] - at[2]) * along[2];
  if (u < 0 || u > 0.9 || p[1] < 0 || p[1] > DOOR.top) return null;
  const rib = 0.7 + 0.3 * Math.cos(u * 70);
  return [...add3(scale3(light.accent, (0.03 + 0.5 * bell(u, 0.04)) * rib), scale3(light.petrolDeep, 0.02)), t];
}

/** Dust in the beam. */
function dust(from, dir, far) {
  let sum = 0;
  for (let i = 0; i < 26; i++) {
    const t = ((i + 0.5) / 26) * Math.min(far, 9);
    const p = [0, 1, 2].map((k) => from[k] + dir[k] * t);
    if (p[2] > 0.02 && p[1] > 0)
      sum += throughDoor(p) * clamp(0.5 + 0.9 * fbm(p[0] * 0.9 + p[2] * 0.4, p[1] * 1.2, 3, 12));
  }
  return scale3(light.accent, sum * 0.0042);
}

export function careersHero({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-1.35, 1.25, 7.2], look: [-0.25, 0.98, 0], lens: 1.3 },
    seed: "door",
    radiance: (from, dir) => {
      const floorT = dir[1] < 0 ? -from[1] / dir[1] : 99;
      const wallT = -from[2] / dir[2];
      const base = floorT < wallT ? hitFloor(from, dir) : hitWall(from, dir);
      const leaf = hitLeaf(from, dir);
      const hit = leaf && leaf[3] < base[3] ? leaf : base;
      return [...add3(hit, dust(from, dir, hit[3])), hit[3]];
    },
  });
  const film = throughLens({ ...scene, focus: 6.6, strength: 50 });
  bloom(film, [
    [9 * unit, 0.2],
    [60 * unit, 0.22],
    [190 * unit, 0.2],
  ]);
  return { film, exposure: 1.05, vignette: 0.45 };
}
