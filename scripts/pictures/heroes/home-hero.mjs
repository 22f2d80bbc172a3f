import { bloom } from "../lib/blur.mjs";
import { isVisible, terrainProjector } from "../lib/camera.mjs";
import { addFocusedLine, createFocusLayers, exposeLayers } from "../lib/focus-layers.mjs";
import { add3, bell, clamp, mix3, scale3, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderTerrain } from "../lib/terrain.mjs";

const PEAKS = [
  [-1.35, 0.045, 0.3],
  [-0.62, 0.04, 0.42],
  [0.1, 0.05, 0.8],
  [0.78, 0.04, 0.5],
  [1.35, 0.05, 0.8],
  [2.05, 0.045, 0.72],
  [2.62, 0.05, 0.95],
  [3.3, 0.05, 0.7],
  [4.05, 0.06, 0.8],
  [5.0, 0.07, 0.6],
  [6.1, 0.08, 0.7],
];
const FAULT = 1.35;

/**
 * How traces are drawn: each is `spacing` times as far away as the one before; those closer than 1 / `near` are sharp,
 * `edge` is the blur of a sharp one in thousandths of half the width, `floor` the brightness on flat ground.
 */
const TRACES = { spacing: 1.0185, near: 0.3, edge: 0.55, floor: 0.11 };
/** Fewer and softer ones for a phone: text covers the front, and fine lines make the file large. */
export const PHONE_TRACES = { spacing: 1.028, near: 0.2, edge: 0.9, floor: 0.06 };

/** A machine's spectrum over time: x is frequency, z is time. One harmonic grows towards us. */
function spectrum(x, z) {
  let h = 0;
  for (const [at, width, size] of PEAKS) {
    const drift = at + 0.05 * noise2(z * 0.5, at * 3, 4);
    const beat = smooth(-0.32, 0.42, noise2(z * 0.85, at * 9, 8) + 0.5 * noise2(z * 3.1, at * 5, 9));
    h += size * bell(x - drift, width * (0.8 + 0.06 * z)) * beat;
  }
  const floor = 0.12 * Math.abs(noise2(x * 6, z * 2.2, 2)) + 0.07 * Math.abs(noise2(x * 17, z * 3.7, 3));
  const reach = (0.14 + 0.86 * smooth(-1.7, 0.5, x)) * smooth(1.25, 3, z);
  return (h * 0.62 + floor * 0.7) * reach + fault(x, z);
}

function fault(x, z) {
  const grown = smooth(8.5, 3.6, z) * smooth(2.1, 3.1, z) * (0.8 + 0.4 * noise2(z * 2.3, 1.7, 21));
  return (
    grown * (0.86 * bell(x - FAULT, 0.05) + 0.42 * bell(x - FAULT + 0.22, 0.034) + 0.4 * bell(x - FAULT - 0.22, 0.034))
  );
}

function drawTraces(film, depth, view) {
  const { width, height, unit, traces } = view;
  const layers = createFocusLayers(width, height, [0.55 * unit, 1.2 * unit, 2.6 * unit, 5.5 * unit, 12 * unit]);
  const project = terrainProjector(view);
  for (let z = 1.02; z < 15; z *= traces.spacing) {
    const reach = (z / view.lens) * 0.56;
    const step = reach / 900;
    let last = null;
    for (let x = view.eye[0] - reach; x < view.eye[0] + reach; x += step) {
      const h = spectrum(x, z);
      const point = project(x, h, z);
      if (last && isVisible(depth, width, point)) strokeTrace(layers, { last, point, x, h, z, unit, traces });
      last = point;
    }
  }
  exposeLayers(film, layers);
}

function strokeTrace(layers, { last, point, x, h, z, unit, traces: { near, edge, floor } }) {
  const hot = clamp(fault(x, z) * 2.6) * smooth(0.05, 0.3, h);
  const cool = mix3(light.petrolLight, light.paper, smooth(0.05, 0.5, h));
  const colour = mix3(cool, light.accent, hot);
  const far = Math.exp(-z * 0.19);
  const side = 0.25 + 0.75 * smooth(-2.6, 0.8, x);
  const k = (floor + 1.25 * smooth(0.02, 0.7, h) + hot * 1.5) * far * side;
  const sigma = (edge + 16 * Math.max(0, 1 / z - near) + 0.34 * Math.max(0, z - 5.5)) * unit;
  addFocusedLine(layers, last, point, colour, k * unit, sigma);
}

export function homeHero({ width, height, traces = TRACES }) {
  const view = { width, height, traces, unit: width / 2000, eye: [0.3, 1.5, 0], pitch: 0.215, lens: 0.76 };
  const { film, depth } = renderTerrain({
    ...view,
    near: 0.8,
    far: 16,
    steps: 1500,
    ground: spectrum,
    shade: (x, z, h, slope) => {
      const face = clamp(0.35 + slope * 0.4);
      const fade = Math.exp(-z * 0.16);
      const warm = scale3(light.accentDeep, 0.3 * clamp(fault(x, z) * 2));
      const mist = 0.2 * smooth(4, 15, z) * bell(x - 2.2, 4.5);
      const base = scale3(light.petrolDeep, (0.05 + 0.5 * face * h) * fade + mist);
      return [base[0] + warm[0] * fade, base[1] + warm[1] * fade, base[2] + warm[2] * fade];
    },
    sky: (u, v) => {
      const dusk = bell(v - 0.41, 0.14) * (0.1 + 0.9 * bell(u - 0.66, 0.3));
      const ember = bell(v - 0.42, 0.055) * bell(u - 0.64, 0.2);
      return add3(scale3(light.petrolDeep, 0.04 + 0.34 * dusk), scale3(light.accentDeep, 0.16 * ember));
    },
  });
  drawTraces(film, depth, view);
  bloom(film, [
    [7 * view.unit, 0.3],
    [38 * view.unit, 0.26],
    [130 * view.unit, 0.22],
  ]);
  return { film, exposure: 2.3, vignette: 0.45 };
}
