import { bloom, blurred } from "../lib/blur.mjs";
import { addFilm, addPoint, createFilm, fillFilm } from "../lib/film.mjs";
import { add3, bell, clamp, mix, mix3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { createRandom } from "../lib/random.mjs";

/** Turbines at sea: hub position, blade length (in heights), the angle of the first blade. */
const TURBINES = [
  { x: 1.08, y: 0.345, blade: 0.265, turn: 0.22, mist: 0 },
  { x: 0.685, y: 0.46, blade: 0.145, turn: 1.1, mist: 0.3 },
  { x: 1.36, y: 0.53, blade: 0.098, turn: 0.1, mist: 0.5 },
  { x: 0.875, y: 0.575, blade: 0.066, turn: 1.7, mist: 0.66 },
  { x: 0.5, y: 0.6, blade: 0.046, turn: 0.6, mist: 0.76 },
  { x: 1.2, y: 0.607, blade: 0.04, turn: 1.4, mist: 0.8 },
  { x: 0.74, y: 0.618, blade: 0.03, turn: 0.9, mist: 0.86 },
];
const HORIZON = 0.665;

function sky(u, v) {
  const sun = bell(u - 0.69, 0.3) * bell(v - HORIZON, 0.16);
  const high = smooth(HORIZON, 0, v);
  const cloud = smooth(0, 0.36, fbm(u * 2.1 + 1, v * 9, 5, 6)) * bell(v - 0.36, 0.24);
  const base = mix3(mix3(light.petrol, light.accentDeep, 0.25 + 0.6 * sun), light.petrolDeep, clamp(high * 1.5));
  return add3(
    scale3(base, 0.32 - 0.2 * high + 0.5 * sun),
    add3(scale3(light.accent, 0.9 * sun ** 2), scale3(mix3(light.petrolDeep, light.accentSoft, sun), cloud * 0.14)),
  );
}

function sea(u, v) {
  const deep = (v - HORIZON) / (1 - HORIZON);
  const far = 1 / (deep + 0.035);
  const wave = fbm(u * far * 1.4, far * 9, 4, 3);
  const glitter = smooth(0.16, 0.4, noise2(u * far * 7, far * 60, 5) + 0.5 * wave) * bell(u - 0.69, 0.05 + 0.2 * deep);
  const mirrored = sky(u + wave * 0.012, HORIZON - deep * 0.5 - 0.01 + wave * 0.04);
  return add3(
    scale3(mirrored, (0.3 + 0.25 * wave) * (1 - 0.75 * deep)),
    scale3(light.accentSoft, glitter * 0.5 * (1 - 0.5 * deep)),
  );
}

/** Wakes: air is slowed and twisted behind each rotor, and recovers. */
function windAt(x, y) {
  let vx = 1;
  let vy = 0.1 * noise2(x * 1.6, y * 3.2, 4) + 0.05 * noise2(x * 4, y * 7, 8);
  for (const t of TURBINES) {
    const dx = x - t.x;
    const dy = y - t.y;
    if (t.blade < 0.06) continue;
    const side = bell(dy, t.blade * 0.85);
    const wake = dx > 0 ? Math.exp(-dx / (t.blade * 4)) : bell(dx, t.blade * 0.7);
    vx -= 0.45 * side * wake;
    vy +=
      dx > 0
        ? Math.sin((dx * 26) / (0.6 + t.blade * 2) + dy * 12) * 0.3 * side * wake
        : 0.5 * (dy / t.blade) * side * wake;
  }
  return [vx, vy];
}

function drawWind(film, random, { width, height, unit }) {
  for (let n = 0; n < 1500; n++) {
    let x = random.between(-0.05, 1.4);
    let y = random.between(0.03, 0.62);
    const steps = Math.floor(random.between(60, 330));
    const strength = random.between(0.25, 1) ** 2;
    for (let s = 0; s < steps; s++) {
      const [vx, vy] = windAt(x, y);
      x += vx * 0.0013;
      y += vy * 0.0013;
      const u = (x * height) / width;
      const fade = Math.sin((s / steps) * Math.PI);
      const near = TURBINES.reduce(
        (sum, t) =>
          sum + bell(y - t.y, t.blade) * smooth(t.x - 0.1, t.x + 0.1, x) * Math.exp(-Math.max(0, x - t.x) * 2.4),
        0,
      );
      const colour = mix3(light.paper, light.accent, clamp(near * 0.9));
      addPoint(
        film,
        u * width,
        y * height,
        colour,
        0.085 * strength * fade * (0.24 + near) * smooth(0.2, 0.6, u) * unit * 1.6,
      );
    }
  }
}

/** How far a point lies inside a turbine's outline, in pixels; negative is outside. */
function turbineCover(t, x, y, pixel) {
  const dx = x - t.x;
  const dy = y - t.y;
  const tower = t.blade * mix(0.028, 0.05, clamp(dy / (t.blade * 1.6)));
  let inside = dy > 0 ? tower - Math.abs(dx) : -1;
  const r = Math.hypot(dx, dy);
  inside = Math.max(inside, t.blade * 0.06 - r);
  if (r < t.blade) {
    const a = (((Math.atan2(dy, dx) - t.turn) % (TAU / 3)) + TAU) % (TAU / 3);
    const turn = a > TAU / 6 ? a - TAU / 3 : a;
    const along = r / t.blade;
    const chord = t.blade * (0.036 * bell(along - 0.24, 0.15) + 0.026 * (1 - along)) + pixel * 0.2;
    inside = Math.max(inside, chord * (turn > 0 ? 1 : 0.45) - Math.abs(Math.sin(turn)) * r);
  }
  return clamp(inside / pixel + 0.5);
}

function drawTurbines(film, { width, height }) {
  for (const t of [...TURBINES].reverse()) {
    const mist = scale3(sky((t.x * height) / width, HORIZON - 0.03), 0.9);
    for (let py = 0; py < height * (HORIZON + 0.012 * (1 - t.mist)); py++) {
      for (let px = Math.floor((t.x - t.blade * 1.05) * height); px < (t.x + t.blade * 1.05) * height; px++) {
        if (px < 0 || px >= width) continue;
        const cover = turbineCover(t, (px + 0.5) / height, (py + 0.5) / height, 1 / height);
        if (cover === 0) continue;
        const edge = smooth(t.x - 0.004, t.x - 0.02, (px + 0.5) / height) * 0.05;
        const lit = smooth(0.62, 0.28, (py + 0.5) / height);
        const near = mix3([0.012 + edge, 0.014 + edge * 0.4, 0.017], scale3(light.accentSoft, 0.2), 0.85 * lit);
        const body = mix3(near, mist, t.mist);
        const i = (py * width + px) * 3;
        for (let c = 0; c < 3; c++) film.data[i + c] = mix(film.data[i + c], body[c], cover);
      }
    }
  }
}

export function nordwindEnergie({ width, height }) {
  const unit = width / 2000;
  const film = fillFilm(createFilm(width, height), (u, v) => {
    const c = v < HORIZON ? sky(u, v) : sea(u, v);
    const calm = 0.22 + 0.78 * smooth(0.05, 0.5, u);
    return scale3(c, calm);
  });
  drawTurbines(film, { width, height });
  const wind = createFilm(width, height);
  drawWind(wind, createRandom("nordwind"), { width, height, unit });
  addFilm(film, blurred(wind, 0.6 * unit));
  addFilm(film, blurred(wind, 5 * unit), 0.5);
  bloom(film, [
    [9 * unit, 0.1],
    [60 * unit, 0.14],
    [190 * unit, 0.12],
  ]);
  return { film, exposure: 1.1, vignette: 0.4 };
}
