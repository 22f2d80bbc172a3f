import { bloom } from "../lib/blur.mjs";
import { createFilm, fillFilm } from "../lib/film.mjs";
import { addFocused, addFocusedLine, createFocusLayers, exposeLayers } from "../lib/focus-layers.mjs";
import { bell, mix3, scale3, smooth } from "../lib/maths.mjs";
import { light } from "../lib/palette.mjs";
import { createRandom } from "../lib/random.mjs";

const EYE = [-0.7, 1.55, -1.1];
const TILT = -0.42;
const YAW = 0.34;

/** Conductors on a board seen at a flat angle: every route turns only in eighths of a circle. */
function route(random, lane) {
  const points = [[-4.6 + random.between(-0.4, 0.4), lane]];
  let [x, z] = points[0];
  while (x < 7.5) {
    x += random.between(0.35, 1.5);
    points.push([x, z]);
    if (random.chance(0.55)) {
      const turn = random.pick([-1, 1]) * random.pick([0.18, 0.27, 0.36]);
      if (z + turn < 0.2 || z + turn > 9) continue;
      x += Math.abs(turn);
      z += turn;
      points.push([x, z]);
    }
  }
  return points;
}

function createView(width, height) {
  return ([wx, wz, wy = 0]) => {
    const dx = wx - EYE[0];
    const dy = wy - EYE[1];
    const dz = wz - EYE[2];
    const x = dx * Math.cos(YAW) - dz * Math.sin(YAW);
    const z1 = dx * Math.sin(YAW) + dz * Math.cos(YAW);
    const y = dy * Math.cos(TILT) - z1 * Math.sin(TILT);
    const z = dy * Math.sin(TILT) + z1 * Math.cos(TILT);
    return [width / 2 + (x / z) * width * 0.92, height / 2 - (y / z) * width * 0.92, z];
  };
}

const focusOf = (z, unit) => (0.5 + 24 * Math.max(0, Math.abs(1 / z - 1 / 3.4) - 0.02)) * unit;

function drawRoute(layers, project, { points, colour, k, unit, width }) {
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const parts = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.06);
    let last = null;
    for (let s = 0; s <= parts; s++) {
      const p = project([a[0] + ((b[0] - a[0]) * s) / parts, a[1] + ((b[1] - a[1]) * s) / parts]);
      if (p[2] < 0.4) {
        last = null;
        continue;
      }
      const calm = 0.06 + 0.94 * smooth(0.14 * width, 0.56 * width, p[0]);
      if (last)
        addFocusedLine(layers, last, p, colour, (k * calm * unit * 2.4) / (0.5 + p[2] * 0.5), focusOf(p[2], unit));
      last = p;
    }
  }
}

/** Packets: short bright runs on a conductor, with a tail. */
function drawPacket(layers, project, { points, at, colour, unit }) {
  const total = points.slice(1).map((p, i) => Math.hypot(p[0] - points[i][0], p[1] - points[i][1]));
  for (let s = 0; s < 90; s++) {
    let left = at - s * 0.008;
    let i = 0;
    while (i < total.length - 1 && left > total[i]) left -= total[i++];
    if (left < 0) return;
    const t = left / total[i];
    const p = project([
      points[i][0] + (points[i + 1][0] - points[i][0]) * t,
      points[i][1] + (points[i + 1][1] - points[i][1]) * t,
    ]);
    if (p[2] > 0.5)
      addFocused(
        layers,
        p[0],
        p[1],
        colour,
        ((s === 0 ? 90 : 13) * (1 - s / 90) ** 2 * unit * unit * 10) / (p[2] * p[2]),
        focusOf(p[2], unit) + 0.7 * unit,
      );
  }
}

/** A module: a low box of light standing on the board. */
function drawModule(layers, project, { x, z, w, d, h, colour, k, unit }) {
  for (let level = 0; level <= 14; level++) {
    const y = (h * level) / 14;
    const corners = [
      [x, z, y],
      [x + w, z, y],
      [x + w, z + d, y],
      [x, z + d, y],
      [x, z, y],
    ].map(project);
    const strength = level === 14 ? 3 : 0.35;
    for (let i = 1; i < 5; i++)
      addFocusedLine(
        layers,
        corners[i - 1],
        corners[i],
        colour,
        (k * strength * unit) / corners[i][2],
        focusOf(corners[i][2], unit),
      );
  }
}

export function softwareSolutions({ width, height }) {
  const unit = width / 2000;
  const random = createRandom("software");
  const film = fillFilm(createFilm(width, height), (u, v) =>
    scale3(
      mix3(light.petrolDeep, light.accentDeep, 0.3 * bell(u - 0.72, 0.2)),
      0.03 + 0.3 * bell(v - 0.16, 0.16) * bell(u - 0.72, 0.3),
    ),
  );
  const layers = createFocusLayers(
    width,
    height,
    [0.5, 1.1, 2.4, 5, 10, 18].map((s) => s * unit),
  );
  const project = createView(width, height);
  for (let n = 0; n < 190; n++) {
    const points = route(random, 0.1 + 9 * (n / 190) ** 1.25);
    const cool = mix3(light.petrolLight, light.paper, random.next() ** 2);
    drawRoute(layers, project, { points, colour: cool, k: random.between(0.14, 0.5), unit, width });
    if (random.chance(0.62))
      drawPacket(layers, project, {
        points,
        at: random.between(3.4, 9.5),
        colour: random.chance(0.3) ? light.accent : light.paper,
        unit,
      });
  }
  for (const [x, z, w, d, h, hot] of [
    [1.0, 2.1, 0.62, 0.62, 0.3, 1],
    [2.35, 3.2, 0.5, 0.9, 0.2, 0],
    [0.1, 3.7, 0.44, 0.44, 0.16, 0],
    [2.3, 1.55, 0.36, 0.36, 0.14, 0],
    [3.9, 4.6, 0.9, 0.6, 0.36, 0],
    [1.4, 5.2, 0.7, 0.5, 0.24, 1],
  ]) {
    drawModule(layers, project, {
      x,
      z,
      w,
      d,
      h,
      colour: hot ? light.accent : light.paper,
      k: hot ? 1.5 : 0.8,
      unit: unit * 1.6,
    });
  }
  exposeLayers(film, layers);
  bloom(film, [
    [7 * unit, 0.3],
    [40 * unit, 0.24],
    [150 * unit, 0.2],
  ]);
  return { film, exposure: 1.4, vignette: 0.45 };
}
