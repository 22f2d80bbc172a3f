import { bloom } from "../lib/blur.mjs";
import { add3, clamp, mix, normal3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { shadeMetal, workshopRoom } from "../lib/metal.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { occlusion, renderRays, softShadow, surfaceNormal, throughLens, traceRay } from "../lib/ray-march.mjs";
import { rectField } from "../lib/shapes.mjs";

const KEY = normal3([0.75, 0.6, 0.35]);
const WHEELS = [
  { x: 0.9, y: -0.35, teeth: 40, pitch: 1.2, twist: 0.5, phase: 0.02, bore: 0.3, half: 0.42 },
  { x: 0.177, y: 1.2, teeth: 17, pitch: 0.51, twist: -0.5, phase: 0.175, bore: 0.15, half: 0.5 },
];

/** A helical wheel, axis along z: teeth follow the pitch circle and turn with depth. */
function wheelField(w, px, py, pz) {
  const x = px - w.x;
  const y = py - w.y;
  const q = Math.sqrt(x * x + y * y);
  const depth = (TAU * w.pitch) / w.teeth;
  if (q > w.pitch + depth) return Math.max(q - w.pitch - depth * 0.6, Math.abs(pz) - w.half - 0.05) + 0.02;
  const a = Math.atan2(y, x) + ((pz * w.twist) / w.pitch) * 0.42 + w.phase;
  const wave = ((a / TAU) * w.teeth) % 1;
  const saw = Math.abs((wave < 0 ? wave + 1 : wave) - 0.5) * 2;
  const tooth = smooth(0.28, 0.72, saw);
  const rim = w.pitch + mix(-0.36, 0.3, tooth) * depth;
  let d = Math.max((q - rim) * 0.5, rectField(0, pz, 1, w.half, 0.02));
  const web = w.pitch * 0.78;
  const dish = Math.max(rectField(q - (web + w.bore * 1.7) / 2, pz - w.half, (web - w.bore * 1.7) / 2, 0.16, 0.05));
  d = Math.max(d, -dish);
  const hole = Math.round((Math.atan2(y, x) / TAU) * 6) * (TAU / 6);
  const ring = (web + w.bore * 1.7) / 2;
  if (w.pitch > 1) d = Math.max(d, web * 0.15 - Math.hypot(x - Math.cos(hole) * ring, y - Math.sin(hole) * ring));
  const shaft = Math.max(q - w.bore * 0.94, pz - w.half - 0.1);
  return Math.min(Math.max(d, w.bore - q), shaft);
}

function gearbox(x, y, z) {
  let d = z + 0.9;
  for (let i = 0; i < WHEELS.length; i++) d = Math.min(d, wheelField(WHEELS[i], x, y, z));
  return d;
}

/** The inspection lamp sits behind the mesh and shines through the teeth. */
const LAMP = [0.42, 0.74, -0.42];

function lampLight(p, n) {
  const to = [LAMP[0] - p[0], LAMP[1] - p[1], LAMP[2] - p[2]];
  const far = Math.hypot(...to);
  const facing = clamp((n[0] * to[0] + n[1] * to[1] + n[2] * to[2]) / far + 0.15);
  return (0.55 * facing) / (0.12 + far * far);
}

function wheelAt(p) {
  const d = WHEELS.map((w) => Math.hypot(p[0] - w.x, p[1] - w.y) / w.pitch);
  return WHEELS[d[0] < d[1] ? 0 : 1];
}

function finish(p, n) {
  if (p[2] < -0.88) return { tint: [0.04, 0.045, 0.05], gloss: 12, matte: 0.5, polish: 0.4 };
  const w = wheelAt(p);
  const q = Math.hypot(p[0] - w.x, p[1] - w.y);
  const faced = n[2] > 0.9;
  const groove = faced ? [-(p[1] - w.y) / q, (p[0] - w.x) / q, 0] : undefined;
  return { tint: [0.58, 0.585, 0.6], gloss: faced ? 20 : 36, matte: 0.07, polish: faced ? 0.3 : 0.75, groove };
}

function shadeGear(p, d, depth) {
  const n = surfaceNormal(gearbox, p);
  const look = finish(p, n);
  const turned = noise2(Math.hypot(p[0] - 0.9, p[1] + 0.35) * 150, p[2] * 30, 4);
  const bent = normal3([n[0] + turned * 0.02, n[1] + turned * 0.02, n[2]]);
  const shut = occlusion(gearbox, p, n, 0.3);
  const shadow = softShadow(gearbox, p, KEY, { sharpness: 8, far: 4, start: 0.03 });
  const room = (r) => {
    const own = workshopRoom(r, { window: 0.75, lamp: 0.6 });
    if (depth > 0 || look.groove) return own;
    const t = traceRay(gearbox, p, r, { near: 0.03, far: 3, steps: 40 });
    return t < 0
      ? own
      : shadeGear(
          [0, 1, 2].map((i) => p[i] + r[i] * t),
          r,
          1,
        );
  };
  const metal = shadeMetal({ ...look, n: bent, d, room, key: KEY, keyColour: [1.5, 1.44, 1.36], shadow, shut });
  return add3(metal, scale3(light.accent, lampLight(p, n) * shut));
}

export function brennerGetriebe({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-1.5, 0.1, 2.6], look: [-0.22, 0.5, 0.2], lens: 1.05, roll: 0.08 },
    seed: "gears",
    radiance: (from, dir) => {
      const t = traceRay(gearbox, from, dir, { far: 9, steps: 120, relax: 0.8 });
      if (t < 0) return [0.006, 0.008, 0.01];
      const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
      const behind = p[2] < -0.88 ? 0.08 + 0.92 * smooth(-1.9, 0.5, p[0]) : 1;
      const dim = (0.1 + 0.9 * smooth(-1.0, 0.42, p[0] + 0.25 * p[1])) * behind;
      return [...scale3(shadeGear(p, dir, 0), dim), t];
    },
  });
  const film = throughLens({ ...scene, focus: 2.3, strength: 40 });
  bloom(film, [
    [7 * unit, 0.14],
    [45 * unit, 0.16],
    [150 * unit, 0.12],
  ]);
  return { film, exposure: 0.95, vignette: 0.5 };
}
