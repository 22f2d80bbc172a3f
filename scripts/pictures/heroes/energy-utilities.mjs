import { bloom, blurred } from "../lib/blur.mjs";
import { addFilm, addPoint, createFilm, fillFilm } from "../lib/film.mjs";
import { add3, bell, mix, mix3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { fbm } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";

/** Pylons of one line, from far to near: foot position, height and how much mist lies before it. */
const PYLONS = Array.from({ length: 10 }, (_, i) => {
  const z = 9.5 * 0.68 ** i + 0.44;
  return { x: 0.5 + 0.36 / z - 0.012 * z, foot: 0.6 + 0.46 / z, size: 0.92 / z, mist: 1 - Math.exp(-(z - 0.7) * 0.3) };
});
const ARMS = [
  [0.98, 0],
  [0.86, 0.24],
  [0.68, 0.31],
  [0.5, 0.2],
];

/** Rolling hills in morning mist, each range paler than the one before it. */
function landscape(u, v) {
  const streak = 0.8 + 0.5 * fbm(u * 2.2, v * 11, 4, 8);
  const sun = bell(u - 0.64, 0.24) * bell(v - 0.56, 0.17) * streak;
  const high = smooth(0.6, 0, v);
  let c = add3(
    scale3(mix3(light.petrolLight, light.accentSoft, 0.2 + 0.7 * sun), 0.2 - 0.165 * high + 0.22 * sun),
    scale3(light.accent, 0.85 * sun ** 2.2),
  );
  for (let k = 0; k < 6; k++) {
    const near = k / 5;
    const line = 0.56 + 0.075 * k + (0.035 + 0.035 * near) * fbm(u * (5.2 - 2.6 * near) + k * 7, k * 3.3, 4, 5);
    if (v < line) continue;
    const fog = Math.exp(-(v - line) * (9 - 4 * near)) * (1 - 0.8 * near);
    const dark = mix3(light.petrolDeep, light.ink, 0.3 + 0.6 * near);
    const own = scale3(dark, 0.5 - 0.28 * near);
    c = mix3(own, c, 0.24 + 0.62 * fog * (1 - near * 0.5) - 0.2 * near);
  }
  return c;
}

function strokeDark(cover, from, to, wide) {
  const { width, height, data } = cover;
  const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 2) + 1;
  for (let s = 0; s <= steps; s++) {
    const x = mix(from[0], to[0], s / steps);
    const y = mix(from[1], to[1], s / steps);
    for (let py = Math.floor(y - wide - 1); py <= y + wide + 1; py++) {
      for (let px = Math.floor(x - wide - 1); px <= x + wide + 1; px++) {
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        const k = Math.max(0, Math.min(1, wide + 0.5 - Math.hypot(px + 0.5 - x, py + 0.5 - y)));
        if (k > data[py * width + px]) data[py * width + px] = k;
      }
    }
  }
}

/** A lattice mast: two legs, cross bracing, four arms with insulators. */
function drawPylon(cover, p, { width, height, unit }) {
  const at = (x, h) => [p.x * width + x * p.size * height, (p.foot - h * p.size) * height];
  const wide = Math.max(0.35, 2.1 * p.size) * unit;
  const leg = (h) => mix(0.13, 0.022, Math.min(1, h / 0.62));
  const levels = [0, 0.16, 0.3, 0.42, 0.52, 0.6, 0.68, 0.75, 0.81, 0.87, 0.93, 1];
  for (let i = 1; i < levels.length; i++) {
    const [a, b] = [levels[i - 1], levels[i]];
    for (const side of [-1, 1]) {
      strokeDark(cover, at(side * leg(a), a), at(side * leg(b), b), wide);
      strokeDark(cover, at(side * leg(a), a), at(-side * leg(b), b), wide * 0.55);
    }
    strokeDark(cover, at(-leg(b), b), at(leg(b), b), wide * 0.6);
  }
  for (const [h, reach] of ARMS) {
    for (const side of [-1, 1]) {
      strokeDark(cover, at(side * leg(h), h + 0.03), at(side * reach, h), wide * 0.8);
      strokeDark(cover, at(side * leg(h), h - 0.015), at(side * reach, h), wide * 0.8);
      if (reach > 0) strokeDark(cover, at(side * reach, h), at(side * reach, h - 0.045), wide * 1.1);
    }
  }
}

function wirePoint(a, b, arm, side, t) {
  const end = (p) => [
    p.x + (side * ARMS[arm][1] * p.size * 1250) / 2000,
    p.foot - (ARMS[arm][0] - (arm ? 0.045 : 0)) * p.size,
  ];
  const [p, q] = [end(a), end(b)];
  // Perspective: equal steps along the wire crowd together in the distance.
  const k = (t * a.size) / (b.size + (a.size - b.size) * t);
  const sag = 0.032 * Math.min(a.size, b.size) * 4 * t * (1 - t) * mix(b.size, a.size, 0.4) * 1.4;
  return [mix(p[0], q[0], 1 - k === 1 ? 0 : k), mix(p[1], q[1], k) + sag];
}

/** The wires, and on two of them the alternating current itself, drawn as light. */
function drawWires(cover, glow, { width, height, unit }) {
  for (let i = 1; i < PYLONS.length; i++) {
    const [a, b] = [PYLONS[i - 1], PYLONS[i]];
    for (const [arm, side] of [
      [1, -1],
      [1, 1],
      [2, -1],
      [2, 1],
      [3, -1],
      [3, 1],
      [0, 1],
    ]) {
      const points = Array.from({ length: 91 }, (_, s) => wirePoint(a, b, arm, side, s / 90));
      const wide = Math.max(0.28, 0.9 * b.size) * unit;
      for (let s = 1; s < points.length; s++) {
        const [p, q] = [points[s - 1], points[s]].map(([x, y]) => [x * width, y * height]);
        strokeDark(cover, p, q, wide * 0.55);
        if (arm === 2) lightWire(glow, p, q, { beat: i + s / 90, near: b.size, phase: side, unit });
      }
    }
  }
}

function lightWire(glow, p, q, { beat, near, phase, unit }) {
  const steps = Math.ceil(Math.hypot(q[0] - p[0], q[1] - p[1]) * 1.5) + 1;
  for (let s = 0; s < steps; s++) {
    const t = s / steps;
    const wave = Math.sin((beat + t / 90) * TAU * 3 + phase);
    const hot = Math.max(0, wave);
    addPoint(glow, mix(p[0], q[0], t), mix(p[1], q[1], t), light.accent, (0.5 + 3 * hot ** 2) * (0.2 + near) * unit);
  }
}

export function energyUtilities({ width, height }) {
  const unit = width / 2000;
  const context = { width, height, unit };
  const film = fillFilm(createFilm(width, height), (u, v) => scale3(landscape(u, v), 0.2 + 0.8 * smooth(0.02, 0.5, u)));
  const glow = createFilm(width, height);
  PYLONS.forEach((pylon, i) => {
    const cover = { width, height, data: new Float32Array(width * height) };
    drawPylon(cover, pylon, context);
    if (i === PYLONS.length - 1) drawWires(cover, glow, context);
    for (let p = 0; p < cover.data.length; p++) {
      const k = cover.data[p] * (1 - 0.6 * pylon.mist);
      if (k > 0) for (let c = 0; c < 3; c++) film.data[p * 3 + c] *= 1 - 0.94 * k;
    }
  });
  addFilm(film, blurred(glow, 0.7 * unit));
  addFilm(film, blurred(glow, 6 * unit), 0.8);
  bloom(film, [
    [9 * unit, 0.12],
    [60 * unit, 0.14],
    [190 * unit, 0.12],
  ]);
  return { film, exposure: 1.05, vignette: 0.45 };
}
