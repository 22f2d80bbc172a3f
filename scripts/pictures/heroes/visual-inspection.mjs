import { bloom, focusByDepth } from "../lib/blur.mjs";
import { add3, bell, clamp, dot3, mix3, normal3, reflect3, scale3, smooth } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderTerrain } from "../lib/terrain.mjs";

const SCRATCH = { from: [0.32, 2.12], to: [1.2, 2.72] };
const DENT = [0.84, 2.4];
const LASER = 1.93;

function scratchDistance(x, z) {
  const [ax, az] = SCRATCH.from;
  const dx = SCRATCH.to[0] - ax;
  const dz = SCRATCH.to[1] - az;
  const t = clamp(((x - ax) * dx + (z - az) * dz) / (dx * dx + dz * dz));
  const bow = 0.035 * Math.sin(t * Math.PI);
  return { off: Math.hypot(x - ax - t * dx - bow, z - az - t * dz + bow), t };
}

/** Ground steel: a dent with a raised lip and a scratch that fades out. */
function surface(x, z) {
  const r = Math.hypot(x - DENT[0], (z - DENT[1]) * 0.9);
  const dent = -0.022 * bell(r, 0.1) + 0.005 * bell(r - 0.19, 0.04);
  const { off, t } = scratchDistance(x, z);
  const scratch =
    (-0.012 * bell(off, 0.0055) + 0.006 * bell(off - 0.013, 0.005)) * Math.sin(Math.PI * clamp(t * 0.95 + 0.05)) ** 0.5;
  return dent + scratch + 0.005 * fbm(x * 0.9, z * 0.9, 2, 3);
}

function brush(x, z) {
  return noise2(x * 2.1, z * 150, 11) + 0.6 * noise2(x * 5, z * 260, 12) + 0.4 * noise2(x * 1.1, z * 70, 13);
}

/** What the metal mirrors: one long window low on the right, a dim warm wall, darkness on the left. */
function room(d) {
  const side = Math.atan2(d[0], d[2]);
  const window = bell(side - 0.62, 0.34) * bell(d[1] - 0.62, 0.2);
  return add3(scale3(light.paper, 0.36 * window), scale3(light.greyLight, 0.02 + 0.05 * smooth(-0.8, 0.8, side)));
}

/** The model's result: small cells over the plate, warm where it suspects a flaw. */
function heat(x, z) {
  const size = 0.052;
  const cx = (Math.floor(x / size) + 0.5) * size;
  const cz = (Math.floor(z / size) + 0.5) * size;
  const { off, t } = scratchDistance(cx, cz);
  const score = Math.max(
    bell(Math.hypot(cx - DENT[0], cz - DENT[1]), 0.12),
    0.66 * bell(off, 0.036) * smooth(0, 0.12, t) * smooth(1, 0.9, t),
  );
  const edge = Math.max(Math.abs((x - cx) / size), Math.abs((z - cz) / size));
  const inside = smooth(0.47, 0.43, edge);
  return { score, inside, edge: inside * smooth(0.36, 0.42, edge) };
}

/** Four corners of light round the place, as the operator sees them on the screen. */
function bracket(x, z) {
  const [dx, dz] = [Math.abs(x - DENT[0]), Math.abs(z - DENT[1])];
  const reach = 0.3;
  return Math.min(dx, dz) > reach * 0.7 ? bell(Math.max(dx, dz) - reach, 0.0042) : 0;
}

function shadeSteel(eye) {
  return (x, z, h) => {
    const e = 0.0025;
    const grind = brush(x, z);
    const n = normal3([
      surface(x - e, z) - surface(x + e, z),
      2 * e,
      surface(x, z - e) - surface(x, z + e) + grind * 0.0011,
    ]);
    const d = normal3([x - eye[0], h - eye[1], z - eye[2]]);
    const r = reflect3(d, n);
    const key = clamp(dot3(n, normal3([0.86, 0.3, 0.36])));
    const steel = add3(scale3(room(r), 0.92), scale3([0.23, 0.25, 0.28], 0.05 + 0.2 * key * (1 + 0.12 * grind)));
    const dim = 0.05 + 0.95 * smooth(-0.75, 1.15, x + 0.12 * (z - 2.2));
    return withFinder(scale3(steel, dim), x, z, h, grind);
  };
}

function withFinder(steel, x, z, h, grind) {
  const { score, inside, edge } = heat(x, z);
  const hot = smooth(0.14, 0.5, score);
  const tint = mix3(light.petrolLight, light.accent, smooth(0.16, 0.42, score));
  const k = hot * (0.2 * inside + 0.5 * edge) * (0.7 + 0.9 * score);
  const cells = add3(scale3(steel, 1 - 0.4 * hot * inside), scale3(tint, k + 0.25 * hot * inside * score));
  const line = z - LASER - h * 1.35;
  const beam = bell(line, 0.0045) * 7 + bell(line, 0.03) * 0.26 * (1 + 0.5 * grind);
  const reach = 0.1 + 0.9 * smooth(-0.9, 0.5, x);
  return add3(cells, scale3(light.accent, beam * reach + bracket(x, z) * 2.6));
}

export function visualInspection({ width, height }) {
  const unit = width / 2000;
  const eye = [0.28, 1.75, 0];
  const { film, depth } = renderTerrain({
    width,
    height,
    eye,
    pitch: 1.2,
    lens: 0.95,
    near: 1.3,
    far: 4.6,
    steps: 3400,
    oversample: 2,
    ground: surface,
    shade: shadeSteel(eye),
    sky: () => [0.01, 0.012, 0.015],
  });
  const circle = depth.map((d) => Math.abs(1 / Math.min(d, 9) - 1 / 2.3) * 30 * unit);
  const focused = focusByDepth(
    film,
    circle,
    [1.2, 2.6, 5.5, 10, 16].map((s) => s * unit),
  );
  bloom(focused, [
    [6 * unit, 0.2],
    [40 * unit, 0.22],
    [140 * unit, 0.14],
  ]);
  return { film: focused, exposure: 1.1, vignette: 0.5 };
}
