import { bloom } from "../lib/blur.mjs";
import { add3, bell, clamp, mix3, reflect3, scale3, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderRays, surfaceNormal, throughLens, traceRay } from "../lib/ray-march.mjs";
import { joinSoft } from "../lib/shapes.mjs";

const DENT = [1.02, 0.69, 0.98];

function ellipsoid(x, y, z, a, b, c) {
  const k0 = Math.hypot(x / a, y / b, z / c);
  const k1 = Math.hypot(x / (a * a), y / (b * b), z / (c * c));
  return k1 === 0 ? -1 : (k0 * (k0 - 1)) / k1;
}

/** A painted body: bonnet, a front wing over the wheel arch, a cabin behind; one shallow dent in the wing. */
function body(x, y, z) {
  const shell = ellipsoid(x - 0.6, y - 0.22, z, 3.1, 0.52, 1.12);
  const wing = ellipsoid(x - 0.75, y - 0.46, z - 0.72, 1.2, 0.4, 0.46);
  const cabin = ellipsoid(x - 3.1, y - 0.62, z, 1.9, 0.66, 0.86);
  let d = joinSoft(joinSoft(shell, wing, 0.34), cabin, 0.4);
  const crease = y - 0.44 - 0.05 * (x - 0.6);
  d += 0.02 * bell(crease, 0.035) * smooth(-1.6, -0.4, x);
  const r = Math.hypot(x - DENT[0], y - DENT[1], z - DENT[2]);
  d += 0.019 * bell(r, 0.085) - 0.007 * bell(r - 0.17, 0.04);
  const gap = Math.abs(x - 1.9 + 0.1 * (y - 0.4));
  d += 0.03 * smooth(0.012, 0.004, gap) * smooth(0.2, 0.4, z);
  const arch = Math.hypot(x - 0.72, y + 0.18, (z - 1) * 0.25) - 0.6;
  return Math.max(d, -arch) * 0.85;
}

/** The light tunnel: long lamps in a vault over the car; their mirrored lines show every flaw of the paint. */
function tunnel(d) {
  const round = Math.atan2(d[1], d[2]) / Math.PI;
  const lane = round * 19 + 0.25 * d[0];
  const f = Math.abs((((lane % 1) + 1) % 1) - 0.5) * 2;
  const lamp = smooth(0.36, 0.26, f) * smooth(0.02, 0.1, d[1]) * smooth(0.97, 0.8, Math.abs(d[0]));
  const warm = bell(round - 0.24, 0.045);
  return add3(
    scale3(mix3(light.paper, light.accent, clamp(warm * 1.4)), lamp * (1.5 + 1.6 * warm)),
    scale3(light.petrolDeep, 0.06 * clamp(d[1] + 0.3)),
  );
}

function shadeBody(p, dir) {
  const n = surfaceNormal(body, p, 0.0012);
  const facing = clamp(-(n[0] * dir[0] + n[1] * dir[1] + n[2] * dir[2]));
  const flake = noise2(p[0] * 300, p[2] * 300 + p[1] * 170, 3) * 0.004;
  const r = reflect3(dir, [n[0] + flake, n[1], n[2] - flake]);
  const coat = 0.12 + 0.88 * (1 - facing) ** 4;
  const base = scale3([0.012, 0.018, 0.023], 0.6 + 0.8 * clamp(n[1]));
  const mark = Math.hypot(p[0] - DENT[0], p[1] - DENT[1], p[2] - DENT[2]);
  const ring =
    bell(mark - 0.24, 0.004) * (Math.floor(((Math.atan2(p[1] - DENT[1], p[0] - DENT[0]) + 7) * 9) % 2) ? 1 : 0.15);
  return add3(add3(base, scale3(tunnel(r), coat * 1.25)), scale3(light.accent, ring * 2.6));
}

export function automotive({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [-1.35, 1.15, 3.1], look: [0.34, 0.42, 0.35], lens: 1.12, roll: -0.05 },
    seed: "body",
    radiance: (from, dir) => {
      const t = traceRay(body, from, dir, { far: 9, steps: 120 });
      if (t < 0) {
        const floor = dir[1] < 0 ? -(from[1] + 0.28) / dir[1] : 30;
        const haze = bell(dir[1] + 0.1, 0.2) * 0.02 + (floor < 30 ? 0.03 * bell(floor - 4, 2) : 0);
        return [...add3([0.006, 0.008, 0.01], scale3(light.petrolDeep, haze * 2.4)), 12];
      }
      const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
      const dim = smooth(-1.05, 0.95, p[0]) * smooth(7.5, 3.5, t) * smooth(-0.1, 0.16, p[1]);
      return [...scale3(shadeBody(p, dir), 0.03 + 0.97 * dim), t];
    },
  });
  const film = throughLens({ ...scene, focus: 3.15, strength: 46 });
  bloom(film, [
    [7 * unit, 0.16],
    [45 * unit, 0.18],
    [170 * unit, 0.14],
  ]);
  return { film, exposure: 1.25, vignette: 0.45 };
}
