import { bloom } from "../lib/blur.mjs";
import { createFilm, fillFilm } from "../lib/film.mjs";
import { addFocused, addFocusedLine, createFocusLayers, exposeLayers } from "../lib/focus-layers.mjs";
import { bell, mix, mix3, smooth, TAU } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { createRandom } from "../lib/random.mjs";

const CENTRE = [0.75, 3.5];

/** The river that keeps streets away from itself. */
const river = (z) => 1.42 + 0.34 * Math.sin(z * 0.62 + 0.4) + 0.12 * Math.sin(z * 1.7);
const byRiver = (x, z) => Math.abs(x - river(z));

/** A city at night from a hill: a few long roads round and out of the centre, thousands of short streets between. */
function streets(random) {
  const list = [];
  for (const r of [0.42, 0.95, 1.75, 2.9])
    list.push({ rank: 0.8, points: Array.from({ length: 121 }, (_, i) => warp(r, (i / 120) * TAU)) });
  for (let spoke = 0; spoke < 13; spoke++) {
    const a = (spoke / 13) * TAU + random.between(-0.14, 0.14);
    list.push({
      rank: spoke % 3 ? 0.6 : 1.2,
      points: Array.from({ length: 61 }, (_, i) => warp(mix(0.42, 6.5, i / 60), a + 0.05 * Math.sin(i * 0.2 + spoke))),
    });
  }
  for (let n = 0; n < 7600; n++) {
    const [x, z] = warp(5.4 * random.next() ** 0.62, random.next() * TAU);
    const grain =
      Math.atan2(z - CENTRE[1], x - CENTRE[0]) +
      2.2 * noise2(Math.round(x * 2.2) * 0.7, Math.round(z * 2.2) * 0.7, 8) +
      (random.chance(0.5) ? 1.571 : 0);
    const long = random.between(0.05, 0.34);
    list.push({
      rank: 0.2,
      points: [0, 1, 2].map((i) => [x + Math.cos(grain) * long * i * 0.5, z + Math.sin(grain) * long * i * 0.5]),
    });
  }
  return list;
}

function warp(r, a) {
  const x = CENTRE[0] + r * Math.cos(a) * 1.25;
  const z = CENTRE[1] + r * Math.sin(a);
  return [x + 0.24 * fbm(x * 0.5, z * 0.5, 3, 2), z + 0.24 * fbm(x * 0.5 + 9, z * 0.5, 3, 4)];
}

function createView(width, height) {
  const eye = [0.3, 1.5, -0.9];
  return ([x, z]) => {
    const dz = z - eye[2];
    return [width / 2 + ((x - eye[0]) / dz) * width * 0.8, height * 0.16 + (eye[1] / dz) * width * 0.8, dz];
  };
}

function drawStreet(layers, project, { street, unit, width, random }) {
  for (let i = 1; i < street.points.length; i++) {
    const [a, b] = [street.points[i - 1], street.points[i]];
    if (a[1] < -0.3 || byRiver(...a) < 0.1) continue;
    const [p, q] = [project(a), project(b)];
    const town = bell(Math.hypot(a[0] - CENTRE[0], a[1] - CENTRE[1]), 2.5);
    const patch = smooth(-0.3, 0.35, noise2(a[0] * 1.4, a[1] * 1.4, 6));
    const calm = 0.07 + 0.93 * smooth(0.16 * width, 0.56 * width, p[0]);
    const k = street.rank * (0.15 + town) * (0.3 + 0.9 * patch) * calm;
    const sigma = (0.55 + 9 * Math.abs(1 / p[2] - 1 / 4.4)) * unit;
    const colour = mix3(
      light.accentSoft,
      street.rank > 0.9 ? light.accent : light.paper,
      street.rank > 0.9 ? 0.55 : 0.5,
    );
    addFocusedLine(layers, p, q, colour, (k * 1.15 * unit) / (0.4 + p[2] * 0.16), sigma);
    for (let s = 0; s < 2; s++) {
      const t = random.next();
      if (random.chance(0.6))
        addFocused(
          layers,
          mix(p[0], q[0], t),
          mix(p[1], q[1], t),
          random.chance(0.12) ? light.petrolLight : light.paper,
          (k * 62 * unit * unit) / p[2],
          sigma * 0.9,
        );
    }
  }
}

/** The place to find: a mast of light and rings that spread over the roofs. */
function drawBeacon(layers, project, unit) {
  const at = [1.02, 3.1];
  const foot = project(at);
  addFocusedLine(layers, foot, [foot[0], foot[1] - 330 * unit], light.accent, 2.4 * unit, 0.9 * unit);
  addFocused(layers, foot[0], foot[1] - 330 * unit, light.accent, 2600 * unit * unit, 3 * unit);
  for (let ring = 1; ring <= 5; ring++) {
    const points = Array.from({ length: 161 }, (_, i) =>
      project([at[0] + ring * 0.2 * Math.cos((i / 160) * TAU), at[1] + ring * 0.2 * Math.sin((i / 160) * TAU)]),
    );
    for (let i = 1; i < points.length; i++)
      addFocusedLine(layers, points[i - 1], points[i], light.accent, (1.5 / ring) * unit, (0.7 + ring * 0.12) * unit);
  }
}

export function contact({ width, height }) {
  const unit = width / 2000;
  const random = createRandom("contact");
  const film = fillFilm(createFilm(width, height), (u, v) => {
    const glow = bell(u - 0.62, 0.27) * bell(v - 0.33, 0.2);
    const sky = smooth(-0.2, 0.25, v) * smooth(0.5, 0.2, v);
    return [0, 1, 2].map(
      (i) =>
        light.petrolDeep[i] * (0.04 + 0.3 * sky * (0.3 + 0.7 * bell(u - 0.62, 0.35))) +
        light.accentDeep[i] * 0.07 * glow,
    );
  });
  const layers = createFocusLayers(
    width,
    height,
    [0.5, 1.1, 2.3, 4.6, 9].map((s) => s * unit),
  );
  const project = createView(width, height);
  for (const street of streets(random)) drawStreet(layers, project, { street, unit, width, random });
  drawBeacon(layers, project, unit);
  exposeLayers(film, layers);
  bloom(film, [
    [7 * unit, 0.28],
    [45 * unit, 0.24],
    [160 * unit, 0.2],
  ]);
  return { film, exposure: 1.5, vignette: 0.45 };
}
