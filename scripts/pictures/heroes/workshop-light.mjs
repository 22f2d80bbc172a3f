import { bloom } from "../lib/blur.mjs";
import { add3, bell, clamp, normal3, scale3, smooth } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderRays, throughLens } from "../lib/ray-march.mjs";

/** A shed with tall windows in the right wall (x = 3); the morning sun comes in through them. */
const SUN = normal3([1, 0.62, 0.42]);
const WALL = 3;
const PANE = { from: 0.9, to: 3.5, every: 1.7, wide: 0.58 };

/** Panes are divided by bars; outside of them the wall is solid. */
function windowAt(y, z) {
  const cell = z / PANE.every - Math.floor(z / PANE.every) - 0.5;
  const across = Math.abs(cell) * PANE.every;
  if (across > PANE.wide || y < PANE.from || y > PANE.to) return 0;
  const barZ = Math.abs(((across + 0.29) % 0.29) - 0.145);
  const barY = Math.abs(((((y - PANE.from) % 0.52) + 0.52) % 0.52) - 0.26);
  return smooth(0.14, 0.128, barZ) * smooth(0.258, 0.244, barY);
}

/** Sunlight at a point: look back along the sun's direction to the wall. */
function sunAt(p) {
  const t = (WALL - p[0]) / SUN[0];
  return t < 0 ? 0 : windowAt(p[1] + SUN[1] * t, p[2] + SUN[2] * t);
}

/** Benches and a lathe as dark boxes along the left and the back. */
const BOXES = [
  [-1.9, 0.42, 4.4, 0.5, 0.42, 1.3],
  [-1.9, 1.0, 4.9, 0.2, 0.2, 0.34],
  [1.15, 0.44, 6.2, 0.6, 0.06, 0.55],
  [0.7, 0.2, 5.8, 0.05, 0.2, 0.05],
  [1.62, 0.2, 5.8, 0.05, 0.2, 0.05],
  [1.25, 0.62, 6.3, 0.22, 0.13, 0.2],
  [-0.4, 0.5, 9.3, 0.9, 0.5, 0.4],
  [-0.75, 1.3, 9.3, 0.3, 0.42, 0.3],
  [0.15, 1.12, 9.3, 0.5, 0.14, 0.2],
];

function hitBox(from, dir, [cx, cy, cz, hx, hy, hz]) {
  let near = -1e9;
  let far = 1e9;
  let axis = 0;
  for (const [i, centre, half] of [
    [0, cx, hx],
    [1, cy, hy],
    [2, cz, hz],
  ]) {
    const a = (centre - half - from[i]) / dir[i];
    const b = (centre + half - from[i]) / dir[i];
    if (Math.min(a, b) > near) {
      near = Math.min(a, b);
      axis = i;
    }
    far = Math.min(far, Math.max(a, b));
  }
  return near > 0 && near < far ? { t: near, n: [0, 1, 2].map((i) => (i === axis ? -Math.sign(dir[i]) : 0)) } : null;
}

function hitRoom(from, dir) {
  const walls = [
    { t: -from[1] / dir[1], n: [0, 1, 0] },
    { t: (5.2 - from[1]) / dir[1], n: [0, -1, 0] },
    { t: (WALL - from[0]) / dir[0], n: [-1, 0, 0] },
    { t: (-3.2 - from[0]) / dir[0], n: [1, 0, 0] },
    { t: (12 - from[2]) / dir[2], n: [0, 0, -1] },
    ...BOXES.map((box) => hitBox(from, dir, box)).filter(Boolean),
  ];
  return walls.filter((w) => w.t > 0.001).reduce((a, b) => (a.t < b.t ? a : b));
}

function shadowed(p) {
  const start = [0, 1, 2].map((i) => p[i] + SUN[i] * 0.01);
  return BOXES.some((box) => hitBox(start, SUN, box));
}

function surface(p, n) {
  const facing = clamp(n[0] * SUN[0] + n[1] * SUN[1] + n[2] * SUN[2]);
  const sun = facing > 0 && !shadowed(p) ? sunAt(p) * facing : 0;
  if (n[0] === -1) {
    const pane = windowAt(p[1], p[2]);
    return add3(scale3(light.accentSoft, pane * 1.5), scale3(light.paper, pane * 0.6 + 0.004));
  }
  const worn = 0.8 + 0.5 * fbm(p[0] * 1.2 + p[1], p[2] * 1.2 + p[1] * 2, 5, 3) + 0.08 * noise2(p[0] * 50, p[2] * 50, 4);
  const joint =
    n[1] === 1 && p[1] < 0.01
      ? smooth(0.006, 0.016, Math.min(Math.abs(((p[0] + 9) % 1.5) - 0.75), Math.abs((p[2] % 2) - 1)))
      : 1;
  const bounce = 0.012 + 0.018 * bell(p[0] - 2, 2.4) * clamp(0.6 - 0.3 * n[0]);
  const warm = add3(scale3(light.accentSoft, 0.75 * sun), scale3(light.accent, 0.5 * sun));
  return scale3(add3(warm, scale3(light.petrolLight, bounce)), worn * (0.5 + 0.5 * joint));
}

/** Light made visible by dust, denser near the floor and in slow swirls. */
function shafts(from, dir, far, random) {
  let sum = 0;
  const steps = 44;
  const reach = Math.min(far, 13);
  for (let i = 0; i < steps; i++) {
    const t = ((i + random.next()) / steps) * reach;
    const p = [0, 1, 2].map((k) => from[k] + dir[k] * t);
    sum += sunAt(p) * clamp(0.6 + 0.9 * fbm(p[0] * 0.7 + p[2] * 0.3, p[1] * 0.8, 2, 9));
  }
  return add3(
    scale3(light.accentSoft, (sum / steps) * reach * 0.026),
    scale3(light.accent, (sum / steps) * reach * 0.02),
  );
}

export function workshopLight({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-1.75, 1.5, -0.6], look: [0.35, 1.45, 6], lens: 0.78, mirrored: true },
    seed: "workshop",
    samples: 4,
    radiance: (from, dir, random) => {
      const { t, n } = hitRoom(from, dir);
      const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
      const dim = smooth(15, 6, t);
      return [...add3(scale3(surface(p, n), dim), shafts(from, dir, t, random)), t];
    },
  });
  const film = throughLens({ ...scene, focus: 6, strength: 26 });
  bloom(film, [
    [9 * unit, 0.16],
    [60 * unit, 0.2],
    [190 * unit, 0.18],
  ]);
  return { film, exposure: 0.95, vignette: 0.45 };
}
