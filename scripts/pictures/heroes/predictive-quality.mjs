import { bloom } from "../lib/blur.mjs";
import { createFilm, fillFilm } from "../lib/film.mjs";
import { addFocusedLine, createFocusLayers, exposeLayers } from "../lib/focus-layers.mjs";
import { bell, clamp, mix3, scale3, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { createRandom } from "../lib/random.mjs";

const NOW = 0.4;
const LIMIT = 0.235;

/** The measured value so far, as height above the target line. */
const measured = (u) => 0.05 * noise2(u * 9, 1.5, 3) + 0.028 * noise2(u * 31, 4.5, 5) + 0.012 * noise2(u * 90, 9, 6);

/** One of many possible futures: a random walk that is pulled back less the further it is away. */
function walk(random, steps) {
  const values = [measured(NOW)];
  let speed = 0.0006;
  const pull = random.between(-0.0016, 0.004);
  for (let i = 1; i < steps; i++) {
    speed = speed * 0.93 + random.gauss() * 0.00058 + pull * 0.06;
    values.push(values[i - 1] + speed - values[i - 1] * 0.003);
  }
  return values;
}

function futureColour(value) {
  const out = smooth(LIMIT - 0.03, LIMIT + 0.02, Math.abs(value));
  return { colour: mix3(mix3(light.petrolLight, light.paper, clamp(1 - Math.abs(value) * 4)), light.accent, out), out };
}

/** The sheet of futures is seen in perspective: right is nearer to the eye. */
function place(u, value, { width, height }, lane) {
  const zoom = 0.72 + 0.62 * u * u;
  return [u * width, height * (0.5 - value * 1.08 * zoom + lane * 0.05 * zoom - 0.05 * (u - 0.5))];
}

function drawFutures(layers, view, random) {
  const steps = 210;
  for (let n = 0; n < 620; n++) {
    const values = walk(random, steps);
    const lane = random.gauss() * 0.5;
    let last = null;
    for (let i = 0; i < steps; i++) {
      const u = NOW + (i / (steps - 1)) * (1.04 - NOW);
      const point = place(u, values[i], view, lane * smooth(NOW, 1, u));
      if (last) {
        const { colour, out } = futureColour(values[i]);
        const k = (0.03 + 0.05 * out) * (1 - 0.25 * smooth(0.6, 1, u)) * (0.5 + 0.5 * smooth(NOW, NOW + 0.04, u));
        const sigma = (0.5 + 7 * Math.abs(lane) * smooth(0.6, 1.05, u) + 2.5 * smooth(0.82, 1.05, u)) * view.unit;
        addFocusedLine(layers, last, point, colour, k, sigma);
      }
      last = point;
    }
  }
}

function drawPast(layers, view) {
  for (let strand = 0; strand < 26; strand++) {
    const shift = (strand - 12.5) / 12.5;
    let last = null;
    for (let u = -0.01; u <= NOW; u += 0.0007) {
      const near = smooth(NOW, NOW - 0.34, u);
      const own = measured(u) + shift * near * 0.02 * noise2(u * 14, strand * 3.3, 7) * 4;
      const point = place(u, own, view, shift * near * 0.5);
      if (last) {
        const k = strand === 12 ? 0.9 * smooth(0.02, 0.34, u) + 0.1 : 0.055 * smooth(-0.05, 0.3, u);
        addFocusedLine(layers, last, point, light.paper, k, (strand === 12 ? 0.7 : 0.6 + 3.2 * near) * view.unit);
      }
      last = point;
    }
  }
}

function drawLimits(layers, view) {
  for (const limit of [LIMIT, -LIMIT]) {
    for (let u = 0; u < 1; u += 0.0125) {
      const k = 0.5 * smooth(0.12, 0.5, u);
      const a = place(u, limit, view, 0);
      const b = place(u + 0.0065, limit, view, 0);
      addFocusedLine(layers, a, b, light.accentSoft, k, 0.7 * view.unit);
    }
  }
  const [x] = place(NOW, 0, view, 0);
  for (let v = 0.1; v < 0.9; v += 0.02) {
    const k = 0.4 * bell(v - 0.48, 0.2);
    addFocusedLine(layers, [x, v * view.height], [x, (v + 0.011) * view.height], light.paper, k, 0.6 * view.unit);
  }
}

export function predictiveQuality({ width, height }) {
  const unit = width / 2000;
  const view = { width, height, unit };
  const film = fillFilm(createFilm(width, height), (u, v) =>
    scale3(
      mix3(light.petrolDeep, light.accentDeep, 0.18 * bell(u - 1, 0.3)),
      0.03 + 0.26 * bell(u - 0.86, 0.3) * bell(v - 0.46, 0.24),
    ),
  );
  const layers = createFocusLayers(
    width,
    height,
    [0.55, 1.3, 3, 6.5, 13].map((s) => s * unit),
  );
  const random = createRandom("predictive-quality");
  drawFutures(layers, view, random);
  drawPast(layers, view);
  drawLimits(layers, view);
  exposeLayers(film, layers, unit);
  bloom(film, [
    [8 * unit, 0.3],
    [45 * unit, 0.25],
    [150 * unit, 0.2],
  ]);
  return { film, exposure: 1.35, vignette: 0.4 };
}
