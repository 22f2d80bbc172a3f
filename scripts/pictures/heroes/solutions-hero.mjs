import { bloom, focusByDepth } from "../lib/blur.mjs";
import { bell, clamp, mix3, scale3, smooth } from "../lib/maths.mjs";
import { fbm, hash2, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderTerrain } from "../lib/terrain.mjs";

const CELL = 0.155;
const GAP = 0.1;
/** Those that the measuring room has marked with lacquer. */
const MARKED = new Set(["5 17", "9 20", "6 25", "12 27", "11 16"]);

/** A bed of square steel gauges, each as high as its own measurement. */
function gaugeAt(x, z) {
  const ix = Math.floor(x / CELL);
  const iz = Math.floor(z / CELL);
  const fx = x / CELL - ix - 0.5;
  const fz = z / CELL - iz - 0.5;
  const inside = Math.max(Math.abs(fx), Math.abs(fz)) < 0.5 - GAP;
  const hill =
    0.75 * bell(Math.hypot((ix - 10) * 0.9, (iz - 22) * 0.8), 5.2) + 0.22 * (0.5 + fbm(ix * 0.16, iz * 0.16, 3, 4));
  const own = 0.16 * hash2(ix, iz, 3);
  const calm = smooth(-1.6, 0.7, x);
  return { ix, iz, fx, fz, inside, height: inside ? (hill + own) * calm + 0.05 * own : -0.12 };
}

/** The bed stands at an angle to the camera, so that no gap runs straight away from it. */
const turn = (x, z) => [1.4 + (x - 1.4) * 0.88 + (z - 3.4) * 0.475, 3.4 - (x - 1.4) * 0.475 + (z - 3.4) * 0.88];

/** Walks from a point towards the lamp and checks whether a taller gauge is in the way. */
function lampReaches(x, z, h) {
  for (let s = 1; s < 22; s++) {
    const t = s * 0.062;
    if (gaugeAt(x + t * 0.86, z + t * 0.42).height > h + t * 0.62 + 0.004) return 0;
  }
  return 1;
}

function shadeTop(g, x, z, h, dz) {
  const open = lampReaches(x, z, h);
  const grind = noise2(x * 260, z * 30 + g.ix * 7, 5);
  const bevel = smooth(0.34, 0.4, Math.max(Math.abs(g.fx), Math.abs(g.fz)));
  const sheen = 0.5 + 0.5 * bell(x - 1.3 - 0.25 * dz + 0.14 * (hash2(g.ix, g.iz, 8) - 0.5), 0.75);
  const k = (0.05 + 0.52 * open) * sheen * (1 + 0.16 * grind) + bevel * (0.07 + 0.3 * open);
  if (MARKED.has(`${g.ix} ${g.iz}`)) return scale3(light.accent, k * 1.3);
  return scale3(mix3(light.greyLight, light.paper, 0.6 * open), k * 0.9);
}

function shadeGauge(x, z, h, slope, dz) {
  const g = gaugeAt(x, z);
  const calm = 0.06 + 0.94 * smooth(-0.2, 1.7, x);
  const mist = smooth(8.5, 2.6, dz);
  const wall = slope > 2;
  if (!g.inside) return [0, 0, 0];
  // A wall is hit at its bottom, and its colour is used for the whole face, so it gets the gauge's own dim side light.
  const side = 0.035 + 0.03 * hash2(g.ix, g.iz, 9) + 0.02 * noise2(x * 120, h * 4, 2);
  const metal = wall ? scale3(light.grey, side * 2.4) : shadeTop(g, x, z, h, dz);
  return mix3([0.008, 0.011, 0.014], scale3(metal, calm), clamp(mist));
}

export function solutionsHero({ width, height }) {
  const unit = width / 2000;
  const { film, depth } = renderTerrain({
    width,
    height,
    eye: [0.45, 1.9, 0],
    pitch: 0.52,
    lens: 0.95,
    near: 1,
    far: 10,
    steps: 3600,
    ground: (x, z) => gaugeAt(...turn(x, z)).height,
    shade: (x, z, h, slope, dz) => shadeGauge(...turn(x, z), h, slope, dz),
    sky: () => [0.008, 0.011, 0.014],
  });
  const circle = depth.map((d) => Math.max(0, Math.abs(1 / Math.min(d, 10) - 1 / 3.3) * 46 - 0.4) * unit);
  const focused = focusByDepth(
    film,
    circle,
    [1, 2.2, 4.5, 8, 13].map((s) => s * unit),
  );
  bloom(focused, [
    [8 * unit, 0.1],
    [60 * unit, 0.08],
  ]);
  return { film: focused, exposure: 1.25, vignette: 0.45 };
}
