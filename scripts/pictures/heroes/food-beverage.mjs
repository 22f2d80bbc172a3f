import { bloom } from "../lib/blur.mjs";
import { createFilm, fillFilm } from "../lib/film.mjs";
import { bell, clamp, mix, mix3, scale3, smooth } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";

const BOTTLES = 9;
const LOW = 6;

/** Half width of a bottle at height h (0 bottom … 1 lip), in bottle heights. */
function profile(h) {
  const body = 0.172 * smooth(0, 0.025, h) ** 0.4;
  const shoulder = mix(0.172, 0.062, smooth(0.56, 0.8, h));
  const neck = h > 0.8 ? 0.062 - 0.006 * (h - 0.8) : shoulder;
  const lip = h > 0.945 ? 0.074 : 0;
  return Math.max(h < 0.56 ? body : neck, lip);
}

/** Bottles stand on a conveyor that comes towards us on the right: each is larger and further apart. */
function place(i) {
  const near = i / (BOTTLES - 1);
  const size = mix(0.4, 0.98, near ** 1.5);
  const x = 0.2 + 0.86 * near ** 1.28;
  return {
    i,
    near,
    x,
    foot: mix(0.6, 0.915, near ** 1.5),
    size,
    fill: i === LOW ? 0.44 : 0.655 + 0.006 * Math.sin(i * 5),
  };
}

const STAND = Array.from({ length: BOTTLES }, (_, i) => place(i)).reverse();

/** The diffuser behind the line: a bright panel, darker to the left, with the fixture's grid just visible. */
function panel(u, v) {
  const field = bell(u - 0.78, 0.3) * bell(v - 0.38, 0.26);
  const grid =
    1 - 0.1 * smooth(0.93, 1, Math.abs(Math.sin(u * 40))) - 0.1 * smooth(0.93, 1, Math.abs(Math.sin(v * 26)));
  const base = mix3(light.petrolDeep, light.paper, 0.25 + 0.6 * field);
  return scale3(base, (0.008 + 0.3 * field ** 1.3) * grid);
}

/** Light that came through glass: bent at the walls, tinted by what is inside. */
function throughBottle(b, x, h, u, v) {
  const w = profile(h);
  const s = x / w;
  const thick = Math.sqrt(Math.max(0, 1 - s * s));
  const bent = panel(u - s * Math.abs(s) * 0.2, v + 0.02 * (1 - thick));
  const wall = smooth(0.8, 0.97, Math.abs(s));
  const line = b.fill + 0.006 * (1 - thick);
  const full = smooth(line + 0.003, line - 0.003, h);
  const low = b.i === LOW;
  const milk = low ? mix3(light.accent, light.accentSoft, 0.25 * thick) : mix3(light.accentSoft, light.paper, 0.82);
  const rise = 0.55 + 0.6 * smooth(0, 0.7, h);
  const side = 0.3 + 0.7 * smooth(-1.1, 0.75, s);
  const body = scale3(
    milk,
    (low ? 1.5 : 0.85) * (0.1 + 0.9 * clamp(bent[1] * 3.4)) * (0.2 + 0.8 * thick ** 1.3) * side * rise,
  );
  const empty = scale3(bent, 0.95 - 0.75 * wall);
  const surface = bell(h - line, 0.004) * (low ? 2.2 : 0.9);
  const c = mix3(empty, body, full);
  const edge = bell(Math.abs(s) - 0.93, 0.022) * (s > 0 ? 1 : 0.5) * (0.12 + panel(u + 0.1, v)[1] * 1.6);
  const gleam = bell(s - 0.52, 0.05) * smooth(0.06, 0.1, h) * smooth(0.6, 0.5, h) * 0.22;
  const ring = h > 0.945 ? 0.5 : 1;
  return [0, 1, 2].map(
    (k) => c[k] * ring + light.paper[k] * (edge + gleam) + (low ? light.accent[k] : light.paper[k]) * surface * 0.55,
  );
}

function bottleAt(u, v, aspect) {
  for (const b of STAND) {
    const h = (b.foot - v) / b.size;
    if (h < 0 || h > 1) continue;
    const x = ((u - b.x) * aspect) / b.size;
    if (Math.abs(x) < profile(h)) return { b, x, h };
  }
  return null;
}

/** The belt: dark steel links that mirror the bottles. */
function belt(u, v, aspect) {
  const near = clamp((u - 0.2) / 0.86) ** (1 / 1.28);
  const edge = mix(0.6, 0.915, near ** 1.5) - mix(0.02, 0.05, near);
  if (v < edge) return null;
  const deep = v - edge;
  const mirrored = bottleAt(u + 0.004 * noise2(v * 160, u * 30, 3), edge + 0.04 - deep * 1.1, aspect);
  const link = 0.75 + 0.25 * Math.abs(Math.sin((u * 46) / (0.4 + u))) ** 0.3;
  const steel = scale3(
    light.graphite,
    (0.05 + 0.3 * bell(u - 0.86, 0.3)) * link * (0.9 + 0.3 * fbm(u * 20, v * 60, 3, 5)),
  );
  if (!mirrored) return steel;
  const seen = throughBottle(mirrored.b, mirrored.x, mirrored.h, u, edge - deep);
  return mix3(steel, seen, 0.34 * Math.exp(-deep * 7));
}

function colourAt(u, v, aspect) {
  const bottle = bottleAt(u, v, aspect);
  const dim = 0.16 + 0.84 * smooth(0.12, 0.6, u);
  if (bottle) return scale3(throughBottle(bottle.b, bottle.x, bottle.h, u, v), dim);
  return scale3(belt(u, v, aspect) ?? panel(u, v), dim);
}

/** A light gate at the nominal level: a thin line that is broken by the low bottle. */
function gate(film, unit) {
  const { width, height, data } = film;
  for (let px = Math.floor(width * 0.3); px < width; px++) {
    const u = px / width;
    const near = clamp((u - 0.2) / 0.86) ** (1 / 1.28);
    const v = mix(0.6, 0.915, near ** 1.5) - 0.655 * mix(0.4, 0.98, near ** 1.5);
    const k = 0.5 * smooth(0.36, 0.6, u) * (Math.floor(px / (5 * unit)) % 3 ? 1 : 0.15);
    for (let dy = -2; dy <= 2; dy++) {
      const y = Math.round(v * height) + dy;
      for (let c = 0; c < 3; c++) data[(y * width + px) * 3 + c] += light.accent[c] * k * bell(dy, 0.9 * unit);
    }
  }
}

export function foodBeverage({ width, height }) {
  const unit = width / 2000;
  const aspect = width / height;
  const offsets = [
    [-0.25, -0.12],
    [0.12, -0.25],
    [0.25, 0.12],
    [-0.12, 0.25],
  ];
  const film = fillFilm(createFilm(width, height), (u, v) => {
    const sum = [0, 0, 0];
    for (const [ox, oy] of offsets) {
      const c = colourAt(u + ox / width, v + oy / height, aspect);
      for (let k = 0; k < 3; k++) sum[k] += c[k] / 4;
    }
    return sum;
  });
  gate(film, unit);
  bloom(film, [
    [7 * unit, 0.2],
    [45 * unit, 0.2],
    [170 * unit, 0.2],
  ]);
  return { film, exposure: 1.5, vignette: 0.4 };
}
