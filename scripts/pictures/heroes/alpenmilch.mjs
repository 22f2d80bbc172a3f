import { bloom } from "../lib/blur.mjs";
import { add3, bell, clamp, dot3, normal3, reflect3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { light } from "../lib/palette.mjs";
import { occlusion, renderRays, softShadow, surfaceNormal, throughLens, traceRay } from "../lib/ray-march.mjs";
import { joinSoft, sphereField } from "../lib/shapes.mjs";

const AT = [0.55, -0.15];
const POINTS = 22;
const KEY = normal3([0.72, 0.5, -0.28]);

/** The crown a falling drop throws up: a leaning wall of milk whose rim breaks into beads. */
function crown(x, y, z) {
  const q = Math.sqrt(x * x + z * z);
  const a = Math.atan2(z, x);
  const fork = Math.cos(a * POINTS) * 0.5 + 0.5;
  const lean = 0.62 + 0.34 * smooth(0, 0.62, y);
  const top = 0.36 + 0.09 * fork + 0.03 * Math.sin(a * 3 + 1);
  const thick = 0.034 * smooth(0.75, -0.05, y) + 0.02;
  const wall = Math.max(Math.abs(q - lean) - thick, y - top, -y - 0.1) * 0.75;
  const slot = (Math.round((a / TAU) * POINTS) / POINTS) * TAU;
  const tall = 0.5 + 0.08 * Math.sin(slot * 5 + 2) + 0.03 * Math.sin(slot * 13);
  const out = 0.62 + 0.34 * smooth(0, 0.62, tall) + 0.02;
  const bead = sphereField(
    x - Math.cos(slot) * out,
    y - tall,
    z - Math.sin(slot) * out,
    0.042 + 0.013 * Math.sin(slot * 11),
  );
  const stem =
    Math.max(
      Math.hypot(x - Math.cos(slot) * lean, z - Math.sin(slot) * lean) - 0.03 + 0.02 * smooth(0.3, tall, y),
      y - tall,
      0.3 - y,
    ) * 0.8;
  return joinSoft(joinSoft(wall, stem, 0.09), bead, 0.05);
}

function pool(x, y, z) {
  const q = Math.sqrt(x * x + z * z);
  const rings = 0.024 * Math.sin(q * 13 - 2) * Math.exp(-q * 0.62) * smooth(0.62, 1.1, q);
  const bowl = -0.09 * bell(q, 0.34);
  return (y - rings - bowl) * 0.86;
}

function milk(px, y, pz) {
  const x = px - AT[0];
  const z = pz - AT[1];
  const base = pool(x, y, z);
  const q = Math.sqrt(x * x + z * z);
  if (q > 1.4 || y > 1.75) return base;
  const drops = Math.min(
    sphereField(x + 0.02, y - 1.12, z, 0.1),
    sphereField(x - 0.01, y - 1.42, z, 0.055),
    sphereField(x - 1.16, y - 0.66, z + 0.12, 0.032),
    sphereField(x + 0.96, y - 0.78, z - 0.5, 0.028),
  );
  return Math.min(joinSoft(base, crown(x, y, z), 0.16), drops);
}

/** Milk scatters light: soft terminator, warm where thin, never quite black. */
function shadeMilk(p, d) {
  const n = surfaceNormal(milk, p);
  const shadow = softShadow(milk, p, KEY, { sharpness: 5, far: 2.6, start: 0.03 });
  const shut = occlusion(milk, p, n, 0.3);
  const wrap = clamp((dot3(n, KEY) + 0.45) / 1.45);
  const through = clamp(-milk(p[0] + KEY[0] * 0.1, p[1] + KEY[1] * 0.1, p[2] + KEY[2] * 0.1) * -6);
  const lit = wrap * (0.16 + 0.84 * shadow);
  const back = (1 - shut) * 0.1 + 0.1 * through * smooth(0.1, 0.5, p[1]);
  const cool = scale3([0.2, 0.25, 0.29], 0.2 * shut * (0.5 + 0.5 * n[1]));
  const r = reflect3(d, n);
  const gloss = bell(1 - dot3(r, KEY), 0.012) * shadow * 1.5 + 0.1 * (1 - clamp(-dot3(n, d))) ** 4;
  const glow = bell(Math.hypot(p[0] - AT[0] - 1.9, p[2] - AT[1] + 1.9), 1.5);
  const warm = add3(scale3(light.accent, 0.16 * glow * shut + back * 0.5), cool);
  return [0, 1, 2].map((i) => light.paper[i] * (lit * 0.8 + gloss) + warm[i]);
}

export function alpenmilch({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-1.15, 1.35, 3.0], look: [0.02, 0.36, -0.1], lens: 1.22 },
    seed: "milk",
    radiance: (from, dir) => {
      const t = traceRay(milk, from, dir, { far: 14, steps: 120, relax: 0.85 });
      if (t < 0) {
        const dusk = bell(dir[0] - 0.62, 0.3) * bell(dir[1] + 0.12, 0.1);
        return [...add3([0.012, 0.015, 0.019], scale3(light.petrolDeep, 0.35 * dusk)), 12];
      }
      const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
      const dim = (0.05 + 0.95 * smooth(-0.95, 0.65, p[0] - 0.3 * p[2])) * smooth(9, 3.4, t);
      return [...scale3(shadeMilk(p, dir), dim), t];
    },
  });
  const film = throughLens({ ...scene, focus: 3.15, strength: 58 });
  bloom(film, [
    [8 * unit, 0.1],
    [60 * unit, 0.12],
  ]);
  return { film, exposure: 1.0, vignette: 0.5 };
}
