import { bell, smooth, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { arc, circle, dots, line, path, polar, polyline, range, softPath, strokes, ticks } from "../lib/svg.mjs";
import { sheet } from "./sheet.mjs";

/** The machine is the long outer arc; models are the short arcs that renew themselves inside it. */
export const decades = sheet("ink", (look) => {
  const at = { cx: 800, cy: 830 };
  const rows = range(9).map((row) => {
    const r = 640 - row * 58;
    const count = [1, 2, 3, 5, 7, 9, 12, 15, 19][row];
    const gap = 9 / r;
    return range(count).map((i) => {
      const from = Math.PI + (Math.PI * i) / count + gap + 0.03 * noise2(i * 3.3, row * 7, 2) * (row > 1 ? 1 : 0);
      const to = Math.PI + (Math.PI * (i + 1)) / count - gap;
      return { d: arc({ ...at, r, from, to }), row, hot: row === 4 && i === 4 };
    });
  });
  const flat = rows.flat();
  const widths = [34, 26, 24, 22, 20, 18, 16, 13, 10];
  return [
    strokes(ticks({ ...at, r: 680, size: 9, count: 101, major: 10, from: Math.PI, to: TAU }), {
      stroke: look.soft,
      strokeWidth: 2,
    }),
    range(9).map((row) =>
      path(
        flat
          .filter((a) => a.row === row && !a.hot)
          .map((a) => a.d)
          .join(""),
        {
          stroke: row === 0 ? look.line : look.soft,
          strokeOpacity: row === 0 ? 1 : 1 - row * 0.07,
          strokeWidth: widths[row],
          strokeLinecap: "butt",
        },
      ),
    ),
    path(
      flat
        .filter((a) => a.hot)
        .map((a) => a.d)
        .join(""),
      { stroke: look.accent, strokeWidth: 20, strokeLinecap: "butt" },
    ),
    line(90, 830, 1510, 830, { stroke: look.line, strokeWidth: 2 }),
    line(...polar(at.cx, at.cy, 140, Math.PI * 1.643), ...polar(at.cx, at.cy, 676, Math.PI * 1.643), {
      stroke: look.accent,
      strokeWidth: 2.5,
      strokeDasharray: "2 9",
    }),
    circle(at.cx, at.cy, 12, { fill: look.line }),
  ];
});

/** A distribution seen week after week; nobody looks, and it walks over the limit. */
export const unwatched = sheet("sand", (look) => {
  const weeks = 19;
  const limit = 1030;
  const rows = range(weeks).map((w) => {
    const t = w / (weeks - 1);
    const centre = 600 + 330 * smooth(0.35, 1, t);
    const spread = 105 + 60 * smooth(0.4, 1, t);
    const base = 260 + w * 33;
    const points = range(76).map((i) => {
      const x = 40 + i * 20.27;
      const h =
        175 * bell(x - centre, spread) * (1 + 0.25 * noise2(x * 0.012, w * 0.4, 5)) +
        10 * Math.abs(noise2(x * 0.02, w, 9));
      return [x, base - h];
    });
    return { base, points };
  });
  const beyond = (row) => row.points.filter(([x]) => x >= limit - 10);
  return [
    rows.map((row, w) => [
      path(softPath(row.points), { fill: look.ground, stroke: look.line, strokeWidth: 2.4 }),
      w > 7 &&
        path(polyline([...beyond(row), [beyond(row).at(-1)[0], row.base], [beyond(row)[0][0], row.base]], true), {
          fill: look.accent,
          fillOpacity: 0.25 + 0.75 * smooth(8, 18, w),
        }),
    ]),
    line(limit, 110, limit, 925, { stroke: look.line, strokeWidth: 3, strokeDasharray: "12 10" }),
    strokes(
      range(weeks).map((w) => [
        [1520, 260 + w * 33],
        [w % 4 ? 1536 : 1552, 260 + w * 33],
      ]),
      { stroke: look.line, strokeWidth: 2 },
    ),
  ];
});

const iso = (x, y, z) => [800 + (x - y) * 0.78, 672 + (x + y) * 0.45 - z * 0.9];

function slab(look, { size, z, depth, fill, stroke }) {
  const s = size / 2;
  const top = [iso(-s, -s, z), iso(s, -s, z), iso(s, s, z), iso(-s, s, z)];
  const front = [iso(-s, s, z), iso(s, s, z), iso(s, s, z - depth), iso(-s, s, z - depth)];
  const side = [iso(s, s, z), iso(s, -s, z), iso(s, -s, z - depth), iso(s, s, z - depth)];
  const map = { fill: fill ?? look.fill, stroke: stroke ?? look.line, strokeWidth: 2.4 };
  return [front, side, top].map((face) => path(polyline(face, true), map));
}

/** A model leaves the grid it was trained on and settles on a box beside the machine. */
export const toTheEdge = sheet("petrol", (look) => {
  const top = 400;
  const grid = range(8).flatMap((i) => {
    const k = -224 + i * 64;
    return [
      [iso(k, -224, top), iso(k, 224, top)],
      [iso(-224, k, top), iso(224, k, top)],
    ];
  });
  const nodes = range(49).map((i) => iso(-192 + (i % 7) * 64, -192 + Math.floor(i / 7) * 64, top));
  const picked = [16, 17, 23, 24].map((i) => nodes[i]);
  const fins = range(11).map((i) => [iso(-140 + i * 28, 180, 28), iso(-140 + i * 28, 180, -58)]);
  const drop = [
    [-64, -64],
    [64, -64],
    [64, 64],
    [-64, 64],
  ].map(([x, y]) => [iso(x, y, top - 12), iso(x, y, 108)]);
  const wires = range(4).map((i) => [iso(180, -114 + i * 70, -20), iso(330 - i * 30, -114 + i * 70, -20)]);
  return [
    slab(look, { size: 460, z: -78, depth: 20, fill: look.ground, stroke: look.soft }),
    slab(look, { size: 360, z: 40, depth: 112 }),
    strokes(fins, { stroke: look.line, strokeWidth: 2 }),
    slab(look, { size: 240, z: 54, depth: 14 }),
    slab(look, { size: 150, z: 96, depth: 36, fill: look.accent, stroke: look.ground }),
    strokes(drop, { stroke: look.accent, strokeWidth: 3, strokeDasharray: "3 12" }),
    strokes(grid, { stroke: look.soft, strokeWidth: 1.8 }),
    dots(nodes, 6, look.line),
    dots(picked, 12, look.accent),
    strokes(wires, { stroke: look.data, strokeWidth: 3 }),
    dots(
      wires.map((w) => w[1]),
      8,
      look.data,
    ),
  ];
});
