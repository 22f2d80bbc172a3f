import { bloom } from "../lib/blur.mjs";
import { addDisc, createFilm, fillFilm } from "../lib/film.mjs";
import { addFocused, createFocusLayers, exposeLayers } from "../lib/focus-layers.mjs";
import { bell, mix3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { fbm } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { createRandom } from "../lib/random.mjs";

const EYE = [-1.4, 1.75, -5.2];
const LOOK = [-0.78, 0.06, 0];
const FOCUS = 5.0;

/** Normal operation: readings lie on a twisted band, as a machine's states do in three of its sensors. */
function bandPoint(random) {
  const a = random.next() * TAU;
  const across = random.gauss() * 0.33;
  const twist = a * 1.5 + 0.6;
  const r = 1.7 + across * Math.cos(twist) + 0.16 * fbm(Math.cos(a) * 2, Math.sin(a) * 2, 3, 3);
  const thin = 0.028 + 0.05 * bell(across, 0.3);
  return {
    p: [
      r * Math.cos(a) + random.gauss() * thin,
      across * Math.sin(twist) + random.gauss() * thin + 0.22 * Math.sin(a * 2),
      r * Math.sin(a) * 1.05 + random.gauss() * thin,
    ],
    dense: bell(across, 0.32),
  };
}

/** What should not be there: a loose swarm that has left the band on its near side. */
function strayPoint(random, core) {
  const k = Math.abs(random.gauss());
  return [
    0.22 + random.gauss() * 0.13 * core + 0.05 * k,
    0.86 + random.gauss() * 0.13 * core + 0.1 * k,
    -0.7 + random.gauss() * 0.15 * core,
  ];
}

function createView(width, height) {
  const yaw = Math.atan2(LOOK[0] - EYE[0], LOOK[2] - EYE[2]);
  const tilt = Math.atan2(LOOK[1] - EYE[1], Math.hypot(LOOK[0] - EYE[0], LOOK[2] - EYE[2]));
  return (p) => {
    const dx = p[0] - EYE[0];
    const dy = p[1] - EYE[1];
    const dz = p[2] - EYE[2];
    const x = dx * Math.cos(yaw) - dz * Math.sin(yaw);
    const z1 = dx * Math.sin(yaw) + dz * Math.cos(yaw);
    const y = dy * Math.cos(tilt) - z1 * Math.sin(tilt);
    const z = dy * Math.sin(tilt) + z1 * Math.cos(tilt);
    return [width / 2 + (x / z) * width * 1.18, height / 2 - (y / z) * width * 1.18, z];
  };
}

function drawBand(layers, film, project, { unit, random, width }) {
  const spots = createRandom("anomaly-bokeh");
  for (let i = 0; i < 165000; i++) {
    const { p, dense } = bandPoint(random);
    const [x, y, z] = project(p);
    const sigma = (0.45 + 15 * Math.abs(1 / z - 1 / FOCUS) * 5) * unit;
    const colour = mix3(light.petrolLight, light.paper, 0.15 + 0.75 * dense * smooth(6.4, 4, z));
    const k =
      (0.2 + 0.34 * dense) * (4.6 / z) ** 2 * (0.12 + 0.88 * smooth(0.18 * width, 0.6 * width, x)) * unit * unit * 2.4;
    if (z < 3.9 && spots.chance(0.035)) addDisc(film, x, y, (4 + 90 * (1 / z - 1 / FOCUS)) * unit, colour, k * 20);
    else addFocused(layers, x, y, colour, k, sigma);
  }
}

function drawStrays(layers, film, project, { unit, random }) {
  for (let i = 0; i < 260; i++) {
    const [x, y, z] = project(strayPoint(random, i < 170 ? 1 : 2.4));
    const size = i % 9 === 0 ? 6.5 : 3.2;
    addDisc(film, x, y, size * unit, light.accent, (i % 9 === 0 ? 190 : 42) * unit * unit * (4.4 / z));
    addFocused(layers, x, y, light.accent, 14 * unit * unit, 9 * unit);
  }
}

export function anomalyDetection({ width, height }) {
  const unit = width / 2000;
  const film = fillFilm(createFilm(width, height), (u, v) =>
    scale3(
      mix3(light.petrolDeep, light.accentDeep, 0.4 * bell(u - 0.8, 0.16) * bell(v - 0.3, 0.2)),
      0.03 + 0.22 * bell(u - 0.68, 0.3) * bell(v - 0.5, 0.3),
    ),
  );
  const layers = createFocusLayers(
    width,
    height,
    [0.4, 1, 2.2, 4.5, 9, 16].map((s) => s * unit),
  );
  const context = { unit, width, random: createRandom("anomaly") };
  const project = createView(width, height);
  drawBand(layers, film, project, context);
  drawStrays(layers, film, project, context);
  exposeLayers(film, layers);
  bloom(film, [
    [6 * unit, 0.25],
    [40 * unit, 0.24],
    [150 * unit, 0.2],
  ]);
  return { film, exposure: 1.35, vignette: 0.4 };
}
