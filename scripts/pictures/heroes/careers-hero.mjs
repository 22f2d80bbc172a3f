import { bloom } from "../lib/blur.mjs";
import { add3, bell, clamp, mix3, normal3, reflect3, scale3, smooth, TAU } from "../lib/maths.mjs";
import { shadeMetal, workshopRoom } from "../lib/metal.mjs";
import { fbm, hash2, noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { occlusion, renderRays, softShadow, surfaceNormal, throughLens, traceRay } from "../lib/ray-march.mjs";
import { rectField, sphereField } from "../lib/shapes.mjs";

/** The workbench: 316 worn bearings in rows, each with its label; one carries a line of paint. */
const COLUMNS = 20;
const ROWS = 16;
const COUNT = 316;
const PITCH = 1.42;
const BALLS = 9;
const MARKED = { column: 10, row: 9 };
const LAMP = [-0.6, 3.6, 1.2];

const middle = (index, count) => (index - (count - 1) / 2) * PITCH;
const clampInt = (value, high) => Math.max(0, Math.min(high, value));

/** The cell of a point: its bearing's number, centre, and orientation. */
function cellAt(x, z) {
  const column = clampInt(Math.round(x / PITCH + (COLUMNS - 1) / 2), COLUMNS - 1);
  const row = clampInt(Math.round(z / PITCH + (ROWS - 1) / 2), ROWS - 1);
  const number = row * COLUMNS + column;
  return {
    number,
    column,
    row,
    x: middle(column, COLUMNS) + (hash2(column, row, 1) - 0.5) * 0.08,
    z: middle(row, ROWS) - 0.12 + (hash2(column, row, 2) - 0.5) * 0.06,
    turn: hash2(column, row, 3) * TAU,
    size: 0.84 + 0.16 * hash2(column, row, 4),
    there: number < COUNT,
    marked: column === MARKED.column && row === MARKED.row,
  };
}

/** A point in the coordinates of its cell's bearing. */
const within = (x, y, z, cell) => [(x - cell.x) / cell.size, y / cell.size - 0.13, (z - cell.z) / cell.size];

function ballField(px, py, pz, turn) {
  const a = (Math.round(((Math.atan2(pz, px) - turn) / TAU) * BALLS) / BALLS) * TAU + turn;
  return sphereField(px - Math.cos(a) * 0.345, py, pz - Math.sin(a) * 0.345, 0.086);
}

function bearingField(x, y, z, cell) {
  const [px, py, pz] = within(x, y, z, cell);
  const q = Math.sqrt(px * px + pz * pz);
  if (q > 0.62) return (q - 0.5) * cell.size;
  const groove = Math.sqrt((q - 0.345) ** 2 + py * py) - 0.083;
  const outer = Math.max(rectField(q - 0.435, py, 0.055, 0.115, 0.012), -groove);
  const inner = Math.max(rectField(q - 0.25, py, 0.05, 0.115, 0.012), -groove);
  return Math.min(outer, inner, ballField(px, py, pz, cell.turn)) * cell.size;
}

function bench(x, y, z) {
  if (y > 0.45) return y - 0.3;
  const cell = cellAt(x, z);
  const board = y;
  if (!cell.there) return Math.min(board, 0.16);
  // A step must not skip the neighbouring bearing.
  return Math.min(board, Math.max(bearingField(x, y, z, cell), 0), 0.16);
}

/** The label in front of a bearing: paper with lines of writing, a number printed as bars. */
function labelAt(x, z, cell) {
  const [u, v] = [x - cell.x - (hash2(cell.column, cell.row, 6) - 0.5) * 0.06, z - cell.z - 0.64];
  const tilt = (hash2(cell.column, cell.row, 5) - 0.5) * 0.14;
  const [a, b] = [u * Math.cos(tilt) + v * Math.sin(tilt), v * Math.cos(tilt) - u * Math.sin(tilt)];
  const paper = smooth(0.352, 0.346, Math.abs(a)) * smooth(0.122, 0.117, Math.abs(b));
  if (paper === 0) return null;
  const stripe = a < -0.26;
  const bar = a > 0.08 && Math.abs(b) < 0.075 && hash2(Math.floor(a * 90), cell.number, 7) > 0.45;
  const written =
    a > -0.22 &&
    a < 0.02 &&
    [-0.055, 0, 0.055].some(
      (line, i) => Math.abs(b - line) < 0.011 && hash2(Math.floor((a + 0.22) * 40), cell.number * 3 + i, 8) > 0.22,
    );
  return { paper, stripe, ink: bar || written };
}

function boardTone(x, z) {
  const plank = Math.floor((x + 40) / 3.1);
  const along = fbm(x * 1.6 + plank * 9, z * 0.22, 4, 3 + plank);
  const fibre = noise2(x * 34, z * 1.3, 5) * 0.22 + noise2(x * 80, z * 2.6, 6) * 0.13;
  const seam = smooth(0.012, 0.03, Math.abs(((((x + 40) % 3.1) + 3.1) % 3.1) - 1.55) * -1 + 1.55);
  return clamp(0.62 + 0.4 * along + fibre) * (0.35 + 0.65 * seam);
}

const LABEL = { plain: [0.74, 0.7, 0.62], ink: [0.05, 0.055, 0.06] };

function boardColour(p, cell) {
  const wood = scale3([0.095, 0.07, 0.05], boardTone(p[0], p[2]));
  const label = cell.there ? labelAt(p[0], p[2], cell) : null;
  if (!label) return { tint: wood, sheen: 0.02 };
  const known = hash2(cell.column, cell.row, 9) > 0.72;
  const stripe = cell.marked
    ? scale3(light.accent, 0.8)
    : known
      ? scale3(light.petrol, 1.2)
      : scale3(light.graphite, 2.2);
  const face = label.ink ? LABEL.ink : label.stripe ? stripe : LABEL.plain;
  return { tint: mix3(wood, face, label.paper), sheen: 0.02 };
}

/** The lamp over the bench: a warm pool that falls off, and where its light comes from. */
function lampAt(p) {
  const to = [LAMP[0] - p[0], LAMP[1] - p[1], LAMP[2] - p[2]];
  const d2 = to[0] ** 2 + to[1] ** 2 + to[2] ** 2;
  const dir = normal3(to);
  const cone = smooth(0.3, 0.8, dir[1]);
  return { dir, power: (cone * 21) / (1.6 + d2) };
}

const LAMPLIGHT = [1.28, 1.06, 0.8];

/** A line of paint over both rings, drawn by hand: wider where the brush was set down. */
function painted(p, cell) {
  if (!cell.marked) return 0;
  const [x, z] = [p[0] - cell.x, p[2] - cell.z].map((v) => v / cell.size);
  const [along, off] = [x * 0.5 + z * 0.866, z * 0.5 - x * 0.866];
  const ragged = 0.012 * noise2(p[0] * 24, p[2] * 24, 11);
  const wide = 0.062 + 0.03 * smooth(0.3, 0.5, along);
  return smooth(wide, wide - 0.012, Math.abs(off) + ragged) * smooth(0.17, 0.19, along + ragged);
}

function shadeBoard(p, n, d, cell, power, dir) {
  const { tint, sheen } = boardColour(p, cell);
  const shadow = softShadow(bench, p, dir, { sharpness: 7, far: 2 });
  const shut = occlusion(bench, p, n, 0.3);
  const lit = scale3(LAMPLIGHT, power * clamp(dir[1]) * (0.06 + 0.94 * shadow));
  const seen = scale3(workshopRoom(reflect3(d, n), { window: 0.5, lamp: 0.2 }), sheen);
  const cool = scale3(light.petrolLight, 0.05);
  return add3(
    [0, 1, 2].map((i) => tint[i] * (lit[i] + cool[i]) * shut),
    scale3(seen, shut),
  );
}

function shadeSteel(p, n, d, cell, power, dir) {
  const q = Math.hypot(p[0] - cell.x, p[2] - cell.z) / cell.size;
  const ball = ballField(...within(...p, cell), cell.turn) < 0.004;
  const faced = n[1] > 0.9 && !ball;
  const rust = clamp(hash2(cell.column, cell.row, 10) * 1.6 - 0.75) * smooth(-0.05, 0.3, fbm(p[0] * 7, p[2] * 7, 3, 7));
  const tint = mix3([0.58, 0.585, 0.6], [0.36, 0.22, 0.13], rust);
  const groove = faced ? [-(p[2] - cell.z) / q, 0, (p[0] - cell.x) / q].map((v) => v / cell.size) : undefined;
  const shadow = softShadow(bench, p, dir, { sharpness: 8, far: 2 });
  const shut = occlusion(bench, p, n, 0.16);
  const metal = shadeMetal({
    n,
    d,
    room: (r) => workshopRoom(r, { window: 0.75, lamp: 0.5 }),
    key: dir,
    keyColour: scale3(LAMPLIGHT, power * 0.85),
    shadow,
    shut,
    tint,
    gloss: faced ? 16 : ball ? 120 : 30,
    matte: 0.14,
    polish: (faced ? 0.18 : 0.75) * (1 - 0.6 * rust),
    groove,
  });
  const bare = scale3(metal, 0.25 + 0.75 * clamp(power));
  const paint = ball ? 0 : painted(p, cell);
  if (paint === 0) return bare;
  const lit = power * clamp(n[0] * dir[0] + n[1] * dir[1] + n[2] * dir[2]) * (0.06 + 0.94 * shadow);
  return mix3(bare, scale3(light.accent, (0.5 * lit + 0.04) * shut), paint);
}

function radiance(from, dir) {
  const t = traceRay(bench, from, dir, { far: 30, near: 0.5, steps: 220, relax: 0.85 });
  if (t < 0) return [0.004, 0.006, 0.008, 30];
  const p = [0, 1, 2].map((i) => from[i] + dir[i] * t);
  const edge = Math.abs(p[2]) > (ROWS * PITCH) / 2 + 0.7 || Math.abs(p[0]) > (COLUMNS * PITCH) / 2 + 0.6;
  if (edge) return [...scale3(light.petrolDeep, 0.02), t];
  const n = surfaceNormal(bench, p);
  const cell = cellAt(p[0], p[2]);
  const lamp = lampAt(p);
  const onBoard = p[1] < 0.004;
  const shade = onBoard ? shadeBoard : shadeSteel;
  const fade = 0.12 + 0.88 * bell(p[0] - LAMP[0], 7.5);
  return [...scale3(shade(p, n, dir, cell, lamp.power, lamp.dir), fade), t];
}

export function careersHero({ width, height }) {
  const unit = width / 2000;
  const scene = renderRays({
    width,
    height,
    camera: { eye: [2.3, 5.6, 8.7], look: [0.15, 0, 1.35], lens: 1.12, roll: 0.03 },
    seed: "workbench",
    samples: 5,
    radiance,
  });
  const film = throughLens({ ...scene, focus: 8.6, strength: 130 });
  bloom(film, [
    [6 * unit, 0.08],
    [60 * unit, 0.06],
  ]);
  return { film, exposure: 1.35, vignette: 0.42 };
}
