import { bloom } from "../lib/blur.mjs";
import { add3, clamp, normal3, reflect3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { shadeMetal, workshopRoom } from "../lib/metal.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { occlusion, renderRays, softShadow, surfaceNormal, throughLens, traceRay } from "../lib/ray-march.mjs";
import { rectField, sphereField } from "../lib/shapes.mjs";

const BALLS = 12;
const HOT = 2;
const STEP = TAU / BALLS;
const KEY = normal3([0.72, 0.5, -0.45]);

/** A deep-groove ball bearing, axis upright: two races with grooves, balls, a cage, on a bench. */
function races(x, y, z) {
  const q = Math.sqrt(x * x + z * z);
  const groove = Math.sqrt((q - 1) ** 2 + y * y) - 0.228;
  const outer = Math.max(rectField(q - 1.29, y, 0.17, 0.24, 0.025), -groove);
  const inner = Math.max(rectField(q - 0.71, y, 0.17, 0.24, 0.025), -groove);
  return Math.min(outer, inner);
}

const slotOf = (x, z) => Math.round(Math.atan2(z, x) / STEP);

function ballField(x, y, z) {
  const a = slotOf(x, z) * STEP;
  return sphereField(x - Math.cos(a), y, z - Math.sin(a), 0.212);
}

function cage(x, y, z, q) {
  const a = slotOf(x, z) * STEP;
  return Math.max(
    rectField(q - 1, Math.abs(y) - 0.035, 0.085, 0.012, 0.008),
    0.232 - Math.hypot(x - Math.cos(a), y, z - Math.sin(a)),
  );
}

function bearing(x, y, z) {
  const floor = y + 0.25;
  const q = Math.sqrt(x * x + z * z);
  if (q > 1.75) return Math.min(floor, q - 1.5);
  const shell = Math.min(floor, races(x, y, z));
  // The balls and the cage are in a tube around the pitch circle: far from it the tube's distance is enough.
  const tube = Math.sqrt((q - 1) * (q - 1) + y * y) - 0.25;
  if (tube > 0.05) return Math.min(shell, tube);
  return Math.min(shell, ballField(x, y, z), cage(x, y, z, q));
}

const HOT_AT = [Math.cos(HOT * STEP), 0, Math.sin(HOT * STEP)];

function hotGlow(p) {
  const d = Math.hypot(p[0] - HOT_AT[0], p[1] - HOT_AT[1], p[2] - HOT_AT[2]);
  return 0.05 / (0.05 + Math.max(0, d - 0.2) ** 1.7);
}

/** The finish at a point of the scene. */
function finish(p, n) {
  if (p[1] < -0.245) return { kind: "floor", tint: [0.03, 0.034, 0.04], gloss: 14, matte: 0.9, polish: 0.55 };
  const q = Math.hypot(p[0], p[2]);
  if (ballField(...p) < 0.003) return { kind: "ball", tint: [0.72, 0.73, 0.74], gloss: 180, matte: 0.05, polish: 1 };
  const faced = n[1] > 0.9;
  const groove = faced ? [-p[2] / q, 0, p[0] / q] : undefined;
  return {
    kind: "steel",
    tint: [0.6, 0.605, 0.62],
    gloss: faced ? 22 : 34,
    matte: 0.06,
    polish: faced ? 0.1 : 0.8,
    groove,
  };
}

function grainOf(kind, p) {
  if (kind === "ball") return 0;
  return kind === "floor"
    ? noise2(p[0] * 34, p[2] * 34, 3) * 0.06
    : noise2(Math.hypot(p[0], p[2]) * 240, p[1] * 60, 5) * 0.012;
}

function shadeBearing(p, d, depth) {
  const n = surfaceNormal(bearing, p);
  const { kind, ...look } = finish(p, n);
  if (kind === "ball" && (slotOf(p[0], p[2]) + BALLS) % BALLS === HOT) return hotBall(p, n, d);
  const grain = grainOf(kind, p);
  const bent = normal3([n[0] + grain, n[1], n[2] + grain]);
  const shut = occlusion(bearing, p, n, 0.22);
  const shadow = softShadow(bearing, p, KEY, { sharpness: 9, far: 3 });
  const room = (r) => {
    const own = workshopRoom(r, { window: 0.8, lamp: 0.35 });
    if (depth > 0 || look.groove) return own;
    const t = traceRay(bearing, p, r, { near: 0.02, far: 4, steps: 44 });
    return t < 0
      ? own
      : shadeBearing(
          [0, 1, 2].map((i) => p[i] + r[i] * t),
          r,
          1,
        );
  };
  const metal = shadeMetal({ ...look, n: bent, d, room, key: KEY, keyColour: [1.7, 1.62, 1.5], shadow, shut });
  return add3(metal, scale3(light.accent, hotGlow(p) * shut * (kind === "floor" ? 0.05 : 0.32)));
}

function hotBall(p, n, d) {
  const facing = clamp(-(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]));
  const crust =
    0.75 + 0.5 * noise2(p[0] * 9 + p[1] * 5, p[2] * 9, 6) + 0.3 * noise2(p[0] * 30, p[2] * 30 + p[1] * 20, 8);
  const heat = (0.55 + 2.1 * facing ** 1.5) * crust;
  return add3(scale3(light.accent, heat), scale3(workshopRoom(reflect3(d, n)), 0.16));
}

export function predictiveMaintenance({ width, height }) {
  const unit = width / 2000;
  const camera = { eye: [-0.72, 1.25, 2.35], look: [0.12, -0.06, 0.2], lens: 0.96, roll: 0.05 };
  const scene = renderRays({
    width,
    height,
    camera,
    seed: "bearing",
    radiance: (from, dir) => {
      const t = traceRay(bearing, from, dir, { far: 9 });
      if (t < 0) return [0.006, 0.008, 0.01];
      const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
      const fade = smooth(7, 3.2, t) * (0.1 + 0.95 * smooth(-1.15, 0.35, p[0]));
      return [...scale3(shadeBearing(p, dir, 0), fade), t];
    },
  });
  const film = throughLens({ ...scene, focus: 1.95, strength: 34 });
  bloom(film, [
    [7 * unit, 0.14],
    [45 * unit, 0.16],
    [150 * unit, 0.12],
  ]);
  return { film, exposure: 0.95, vignette: 0.45 };
}
