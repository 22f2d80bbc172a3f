import { bloom } from "../lib/blur.mjs";
import { add3, bell, clamp, dot3, normal3, reflect3, scale3, smooth } from "../lib/maths.mjs";
import { workshopRoom } from "../lib/metal.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderRays, throughLens } from "../lib/ray-march.mjs";

const COUNT = 17;
const RADIUS = 0.2;
const KEY = normal3([0.55, 0.75, 0.35]);

/** A pendulum wave, one ball for each of the team: threads of growing length, caught in mid-swing. */
const BALLS = Array.from({ length: COUNT }, (_, i) => {
  const swing = Math.sin(1.1 + i * 0.47) * 0.78;
  const length = 2.7 - i * 0.035;
  return { at: [-2.6 + i * 0.5, 3 - length * Math.cos(swing * 0.36), Math.sin(swing) * length * 0.5], hot: i === 7 };
});

function hitBalls(from, dir) {
  let best = null;
  for (const ball of BALLS) {
    const oc = [from[0] - ball.at[0], from[1] - ball.at[1], from[2] - ball.at[2]];
    const b = dot3(oc, dir);
    const h = b * b - dot3(oc, oc) + RADIUS * RADIUS;
    if (h < 0) continue;
    const t = -b - Math.sqrt(h);
    if (t > 0.01 && (!best || t < best.t)) best = { t, ball };
  }
  return best;
}

/** The floor: dark, half a mirror, with each ball's soft contact shadow and the warm ball's pool of light. */
function shadeFloor(from, dir, depth) {
  const t = (-0.02 - from[1]) / dir[1];
  const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
  let shade = 1;
  let pool = 0;
  for (const { at, hot } of BALLS) {
    const d2 = (p[0] - at[0]) ** 2 + (p[2] - at[2]) ** 2;
    shade *= 1 - (0.75 * Math.exp(-d2 / 0.09)) / (1 + (at[1] - RADIUS) * 2);
    if (hot) pool = 0.09 / (0.12 + d2 + (at[1] * 0.6) ** 2);
  }
  const bump = noise2(p[0] * 22, p[2] * 22, 2) * 0.012 + noise2(p[0] * 3, p[2] * 3, 4) * 0.01;
  const r = normal3(reflect3(dir, normal3([bump, 1, bump])));
  const mirrored = depth === 0 ? shadeScene(p, r, 1) : [0, 0, 0];
  const fade = smooth(11, 3, t);
  const sweep = bell(p[0] - 1.5, 2.2) * bell(p[2] + 0.6, 2.2);
  const own = add3(scale3([0.1, 0.105, 0.11], 0.24 * sweep * shade), scale3(light.accent, pool));
  return [...scale3(add3(own, scale3(mirrored, 0.26)), fade), t];
}

function shadeBall({ t, ball }, from, dir, depth) {
  const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
  const n = [0, 1, 2].map((i) => (p[i] - ball.at[i]) / RADIUS);
  const facing = clamp(-dot3(n, dir));
  if (ball.hot) {
    return [...add3(scale3(light.accent, 0.35 + 1.5 * facing ** 1.4), scale3(workshopRoom(reflect3(dir, n)), 0.22)), t];
  }
  const r = reflect3(dir, n);
  const seen = depth < 2 ? shadeScene(p, r, depth + 1) : workshopRoom(r);
  const mirror = 0.5 + 0.5 * (1 - facing) ** 5;
  return [...add3(scale3(seen, mirror), scale3(light.paper, 0.05 * clamp(dot3(n, KEY)))), t];
}

const fromFloor = (from) => from[1] < 0;

function shadeScene(from, dir, depth) {
  const hit = hitBalls(from, dir);
  if (hit) return shadeBall(hit, from, dir, depth);
  if (dir[1] < -0.001) {
    const floor = shadeFloor(from, dir, depth);
    if (floor[3] < 14) return floor;
  }
  if (depth > 0) return workshopRoom(dir, { window: fromFloor(from) ? 0.09 : 0.8, lamp: fromFloor(from) ? 0.03 : 0.5 });
  const back = bell(dir[0] - 0.16, 0.22) * bell(dir[1] + 0.02, 0.16);
  return [...add3([0.007, 0.009, 0.011], scale3(light.petrolDeep, 0.3 * back)), 16];
}

/** Threads are thinner than a pixel: they are added as light along the ray's nearest approach. */
function threads(from, dir, far) {
  let sum = 0;
  for (const { at } of BALLS) {
    const top = [at[0], 3, 0];
    const line = [top[0] - at[0], top[1] - at[1], top[2] - at[2]];
    const cross = dir[1] * line[2] - dir[2] * line[1];
    const k = cross === 0 ? 0 : ((from[2] - at[2]) * dir[1] - (from[1] - at[1]) * dir[2]) / cross;
    if (k < 0.07 || k > 1) continue;
    const y = at[1] + line[1] * k;
    const z = at[2] + line[2] * k;
    const t = Math.abs(dir[2]) > 0.01 ? (z - from[2]) / dir[2] : (y - from[1]) / dir[1];
    if (t > far) continue;
    sum += bell(from[0] + dir[0] * t - at[0], 0.0042) * (1 - 0.6 * k);
  }
  return scale3(light.paper, sum * 0.16);
}

export function teamHero({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-3.5, 1.3, 4.3], look: [-1.2, 0.66, -0.1], lens: 1.08 },
    seed: "pendulum",
    samples: 8,
    radiance: (from, dir) => {
      const hit = shadeScene(from, dir, 0);
      const t = hit[3] ?? 16;
      const dim = hit[3] ? 0.35 + 0.65 * smooth(-0.1, 0.3, dir[0] / -dir[2]) : 1;
      return [...add3(scale3(hit, dim), threads(from, dir, t)), t];
    },
  });
  const film = throughLens({ ...scene, focus: 5.2, strength: 74 });
  bloom(film, [
    [8 * unit, 0.16],
    [50 * unit, 0.18],
    [160 * unit, 0.14],
  ]);
  return { film, exposure: 1.15, vignette: 0.45 };
}
