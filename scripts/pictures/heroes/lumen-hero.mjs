import { bloom, focusByDepth } from "../lib/blur.mjs";
import { add3, bell, clamp, mix3, normal3, reflect3, scale3, smooth } from "../lib/maths.mjs";
import { fbm } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderTerrain } from "../lib/terrain.mjs";

const SOURCES = [
  [1.15, 4.3, 15, 0],
  [3.1, 6.4, 12, 1.3],
];

/** Two machines on one floor: their waves meet on a dark liquid. */
function ripple(x, z) {
  let h = 0;
  for (const [sx, sz, waves, phase] of SOURCES) {
    const r = Math.hypot(x - sx, z - sz);
    h += (Math.sin(r * waves - phase) * Math.exp(-r * 0.34)) / (1 + 0.6 * r);
  }
  return h * 0.05 + fbm(x * 0.6, z * 0.6, 2, 5) * 0.03;
}

/** What the liquid mirrors: night, a low warm window on the right, a cool one overhead. */
function room(d) {
  const up = d[1];
  const side = Math.atan2(d[0], d[2]);
  const window = smooth(0.02, 0.05, up) * smooth(0.26, 0.17, up) * smooth(-0.12, 0.08, side) * smooth(0.86, 0.6, side);
  const glow = bell(up - 0.13, 0.14) * bell(side - 0.3, 0.42);
  const cool = smooth(0.42, 0.6, up) * smooth(0.95, 0.7, up) * bell(side + 0.1, 0.7);
  return add3(
    add3(scale3(light.accent, 3.2 * window + 0.42 * glow), scale3(light.petrolLight, 0.34 * cool)),
    scale3(light.petrolDeep, 0.14 * clamp(1 - up * 1.4)),
  );
}

function mirror(eye) {
  return (x, z, h) => {
    const e = 0.004;
    const n = normal3([ripple(x - e, z) - ripple(x + e, z), 2 * e, ripple(x, z - e) - ripple(x, z + e)]);
    const d = normal3([x - eye[0], h - eye[1], z - eye[2]]);
    const r = reflect3(d, n);
    r[1] = Math.abs(r[1]);
    const facing = clamp(-(d[0] * n[0] + d[1] * n[1] + d[2] * n[2]));
    const fresnel = 0.1 + 0.9 * (1 - facing) ** 4;
    const c = add3(scale3(room(r), fresnel), scale3(light.petrolDeep, 0.018));
    return mix3(c, [0.012, 0.015, 0.019], smooth(9, 26, z));
  };
}

export function lumenHero({ width, height }) {
  const unit = width / 2000;
  const eye = [0.3, 1.25, 0];
  const { film, depth } = renderTerrain({
    width,
    height,
    eye,
    pitch: 0.3,
    lens: 0.68,
    near: 0.9,
    far: 30,
    steps: 2600,
    ground: ripple,
    shade: mirror(eye),
    sky: (u, v) => {
      const band = bell(v - 0.185, 0.03) * (0.2 + bell(u - 0.68, 0.2));
      return add3([0.011, 0.014, 0.018], scale3(light.accent, 0.35 * band));
    },
  });
  const circle = depth.map((d) => (d > 40 ? 6 : Math.abs(1 / d - 1 / 4.2) * (d < 4.2 ? 16 : 26)) * unit);
  const focused = focusByDepth(film, circle, [1.2 * unit, 2.6 * unit, 5 * unit, 9 * unit]);
  bloom(focused, [
    [9 * unit, 0.16],
    [60 * unit, 0.16],
    [160 * unit, 0.12],
  ]);
  return { film: focused, exposure: 1.25, vignette: 0.5 };
}
