import { bloom } from "../lib/blur.mjs";
import { add3, bell, clamp, normal3, reflect3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { shadeMetal, turnedHighlight, workshopRoom } from "../lib/metal.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { occlusion, renderRays, surfaceNormal, throughLens, traceRay } from "../lib/ray-march.mjs";
import { ringField } from "../lib/shapes.mjs";

const BLADES = 9;
const STEP = TAU / BLADES;
const OPEN = 0.34;
const KEY = normal3([0.5, 0.72, 0.55]);

/** One blade: a plate bounded by a straight inner edge, leaning so that each lies over the next. */
function bladeField(x, y, z) {
  const q = Math.sqrt(x * x + y * y);
  let best = 9;
  const a = Math.atan2(y, x);
  const first = Math.floor(a / STEP);
  for (let i = first - 1; i <= first + 2; i++) {
    const turn = i * STEP;
    const u = x * Math.cos(turn) + y * Math.sin(turn);
    const v = -x * Math.sin(turn) + y * Math.cos(turn);
    const bow = u - OPEN - 0.16 * v * v;
    const lean = z - 0.16 * v - 0.02;
    best = Math.min(best, Math.max(-bow, Math.abs(lean) - 0.006, Math.abs(v) - 0.95, q - 1.04));
  }
  return best * 0.8;
}

/** The barrel: stepped, threaded rings round the iris, axis along z. */
function barrel(x, y, z) {
  const q = Math.sqrt(x * x + y * y);
  const thread = 0.008 * Math.cos(z * 110) * smooth(0.15, 0.3, z) * smooth(0.95, 0.85, z);
  const tube = Math.max(1.06 + thread - q + 0.22 * smooth(0.2, 0.95, z), q - 1.72, z - 0.98, -0.4 - z);
  const groove = ringField(x, z - 0.98, y, 1.5, 0.028);
  return Math.max(tube, -groove) * 0.8;
}

const lensBody = (x, y, z) => Math.min(bladeField(x, y, z), barrel(x, y, z), ringField(x, z - 0.99, y, 1.62, 0.02));

function shadeBody(p, d) {
  const n = surfaceNormal(lensBody, p);
  const q = Math.hypot(p[0], p[1]);
  const blade = q < 1.05 && p[2] < 0.25;
  const shut = occlusion(lensBody, p, n, 0.14);
  const radial = [p[0] / q, p[1] / q, 0];
  const groove = blade ? normal3([-p[1] + 0.6 * p[0], p[0] + 0.6 * p[1], 0]) : [-p[1] / q, p[0] / q, 0];
  const grain = noise2(q * 180, Math.atan2(p[1], p[0]) * 5, 3) * 0.03;
  const bent = normal3([n[0] + radial[0] * grain, n[1] + radial[1] * grain, n[2]]);
  const shape = { n: bent, d, shut, key: KEY, keyColour: [1.25, 1.2, 1.14], gloss: 22, matte: 0.03, groove };
  const look = blade ? { tint: [0.34, 0.35, 0.37], polish: 0.35 } : { tint: [0.2, 0.21, 0.225], polish: 0.3 };
  const metal = shadeMetal({ ...shape, ...look, room: (r) => workshopRoom(r, { window: 0.7, lamp: 0.1 }) });
  return add3(metal, rimLight(p, n, d, { blade, q, groove, shut }));
}

/** Light from behind the iris, on the edges of the blades and the inside of the barrel. */
function rimLight(p, n, d, { blade, q, groove, shut }) {
  const inward = clamp(-(n[0] * p[0] + n[1] * p[1]) / q);
  const wall = blade ? 0.16 * bell(q - OPEN, 0.18) : (0.3 * inward) / (0.2 + p[2] * p[2] * 2);
  const streak = turnedHighlight({ n, d, groove, lamp: normal3([-p[0], -p[1], 0.5]), sharp: 90 });
  return scale3(light.accent, (wall + (blade ? 0.3 : 0.12) * streak * bell(q - OPEN, 0.5)) * shut);
}

/** Beyond the iris: a glowing sensor with a faint grid. */
function sensor(from, dir) {
  const t = (-0.9 - from[2]) / dir[2];
  const x = from[0] + dir[0] * t;
  const y = from[1] + dir[1] * t;
  const core = bell(Math.hypot(x - 0.06, y - 0.05), 0.26);
  const grid =
    0.82 + 0.18 * smooth(0.3, 0.5, Math.max(Math.abs(((x * 16) % 1) - 0.5), Math.abs(((y * 16) % 1) - 0.5)) * 1.1);
  return [...add3(scale3(light.accent, (0.5 + 3.2 * core) * grid), scale3(light.accentSoft, 1.5 * core ** 3)), t];
}

/** The front glass adds coated reflections of the window. */
function glass(from, dir) {
  const t = (0.92 - from[2]) / dir[2];
  const p = [from[0] + dir[0] * t, from[1] + dir[1] * t, 0];
  const q = Math.hypot(p[0], p[1]);
  if (q > 1.3) return [0, 0, 0];
  const out = [];
  for (const [bulge, colour, k] of [
    [0.5, light.petrolLight, 0.11],
    [-0.35, light.accentSoft, 0.05],
    [0.85, light.paper, 0.06],
  ]) {
    const r = reflect3(dir, normal3([p[0] * bulge, p[1] * bulge, 1]));
    const pane = smooth(0.3, 0.46, r[1]) * smooth(0.76, 0.6, r[1]) * smooth(0.06, 0.24, r[0]) * smooth(0.66, 0.5, r[0]);
    out.push(scale3(colour, k * 4.2 * pane * (0.4 + 0.6 * smooth(0.03, 0.06, Math.abs(((r[0] * 7) % 1) - 0.5)))));
  }
  return out.reduce(add3);
}

export function lumenVisionHero({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-1.9, 0.35, 3.3], look: [-0.42, -0.02, 0.2], lens: 1.02, roll: 0.06 },
    seed: "iris",
    radiance: (from, dir) => {
      const t = traceRay(lensBody, from, dir, { far: 7, steps: 130 });
      const front = glass(from, dir);
      if (t < 0) {
        const beyond = sensor(from, dir);
        const hit = [from[0] + dir[0] * beyond[3], from[1] + dir[1] * beyond[3]];
        if (Math.hypot(...hit) > 1.7) return [0.006, 0.008, 0.01, 8];
        return [...add3(beyond, front), beyond[3]];
      }
      const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
      return [...add3(shadeBody(p, dir), front), t];
    },
  });
  const film = throughLens({ ...scene, focus: 3.6, strength: 60 });
  bloom(film, [
    [8 * unit, 0.18],
    [50 * unit, 0.2],
    [170 * unit, 0.18],
  ]);
  return { film, exposure: 1, vignette: 0.5 };
}
