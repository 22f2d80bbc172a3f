import { clamp, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { box, circle, dots, line, path, polyline, range, round, softPath, strokes, text } from "../lib/svg.mjs";

/**
 * Rows of spectra, the oldest at the back. `level(f, row)` from 0 to 1; `hot(row)` marks the row in the accent colour.
 */
export const waterfall =
  ({ x, y, rows, level, rise, hot }) =>
  (look, at) =>
    range(rows)
      .reverse()
      .map((row) => {
        const v = y.from + ((y.to - y.from) * (row + 0.5)) / rows;
        const points = range(121).map((i) => {
          const f = x.from + ((x.to - x.from) * i) / 120;
          const rough = 0.02 + 0.03 * Math.abs(noise2(i * 0.6, row * 1.7, 4));
          const [px, py] = at(f, v);
          return [px, py - rise * (level(f, v) + rough)];
        });
        const on = hot(v);
        const d = polyline(points);
        const stroke = { stroke: on ? look.accent : look.line, strokeWidth: on ? 4 : 2, strokeOpacity: on ? 1 : 0.78 };
        return [path(`${d}V${at(0, v)[1] + 6}H${points[0][0]}Z`, { fill: look.ground }), path(d, stroke)];
      });

/** A field of dots, larger and warmer where the level is high. `level(x, y)` from 0 to 1. */
export const dotField =
  ({ x, y, columns, rows, level }) =>
  (look, at, area) => {
    const pitch = Math.min((area.right - area.left) / columns, (area.bottom - area.top) / rows);
    const classes = range(7).map(() => []);
    for (let c = 0; c < columns; c++) {
      for (let r = 0; r < rows; r++) {
        const [u, v] = [
          x.from + ((x.to - x.from) * (c + 0.5)) / columns,
          y.from + ((y.to - y.from) * (r + 0.5)) / rows,
        ];
        const value = clamp(level(u, v) + 0.12 * Math.abs(noise2(c * 0.7, r * 0.7, 3)));
        classes[Math.min(6, Math.floor(value * 7))].push(at(u, v));
      }
    }
    const tones = [look.faint, look.faint, look.soft, look.data, look.line, look.accent, look.accent];
    return classes.map((points, i) => points.length > 0 && dots(points, pitch * (0.07 + i * 0.066), tones[i]));
  };

/** Cells of a heat map; the tones run from the ground to the accent. */
export const cells =
  ({ x, y, columns, rows, level, gap = 4 }) =>
  (look, at) => {
    const tones = [look.faint, look.faint, look.soft, look.data, look.data, "#f2b25c", look.accent];
    const [w, h] = [(x.to - x.from) / columns, (y.to - y.from) / rows];
    const classes = tones.map(() => []);
    const [origin, next] = [at(x.from, y.from + h), at(x.from + w, y.from)];
    const size = [next[0] - origin[0] - gap, next[1] - origin[1] - gap].map((value) => round(value));
    for (let i = 0; i < columns * rows; i++) {
      const [c, r] = [i % columns, Math.floor(i / columns)];
      const [left, top] = at(x.from + c * w, y.from + (r + 1) * h);
      const value = clamp(level(x.from + (c + 0.5) * w, y.from + (r + 0.5) * h));
      const cell = `M${round(left + gap / 2)} ${round(top + gap / 2)}h${size[0]}v${size[1]}h-${size[0]}z`;
      classes[Math.min(6, Math.floor(value * 7))].push(cell);
    }
    return classes.map(
      (parts, i) => parts.length > 0 && path(parts.join(""), { fill: tones[i], fillOpacity: i === 0 ? 0.6 : 1 }),
    );
  };

/** Contour lines of a bell-shaped or wavy field, found by following each level round its middle. */
export const contours =
  ({ middle, radii, levels, hot, wave = 0.16, seed = 3 }) =>
  (look, at) =>
    range(levels).map((i) => {
      const t = (i + 1) / levels;
      const points = range(72).map((k) => {
        const a = (k / 72) * TAU;
        const bend = 1 + wave * noise2(Math.cos(a) * 1.3 + seed + t * 0.7, Math.sin(a) * 1.3 - t * 0.4, seed);
        return at(middle[0] + Math.cos(a) * radii[0] * t * bend, middle[1] + Math.sin(a) * radii[1] * t * bend);
      });
      const on = i === hot;
      return path(softPath(points, true), {
        stroke: on ? look.accent : look.line,
        strokeWidth: on ? 5 : i % 5 === 4 ? 3 : 1.6,
        strokeOpacity: on ? 1 : 0.8,
      });
    });

/** The path of a shaft's middle over several turns: first and second order, and where the mark on the shaft was. */
export const orbit =
  ({ first, second, turns = 10, drift = 0.012 }) =>
  (look, at) => {
    const place = (a, grow) => [
      (first[0] * Math.cos(a) + second[0] * Math.cos(2 * a + second[2])) * grow,
      (first[1] * Math.sin(a + first[2]) + second[1] * Math.sin(2 * a + 0.5)) * grow,
    ];
    const reach = Math.abs(first[0]) + Math.abs(second[0]);
    return [
      strokes(
        [
          [at(-reach * 1.15, 0), at(reach * 1.15, 0)],
          [at(0, -reach * 1.15), at(0, reach * 1.15)],
        ],
        { stroke: look.soft, strokeWidth: 2, strokeDasharray: "24 8 4 8" },
      ),
      range(turns).map((turn) => {
        const last = turn === turns - 1;
        const points = range(96).map((k) => at(...place((k / 96) * TAU, 1 + (turn - turns) * drift)));
        return path(softPath(points, true), {
          stroke: last ? look.accent : look.line,
          strokeWidth: last ? 5 : 1.7,
          strokeOpacity: last ? 1 : 0.25 + 0.05 * turn,
        });
      }),
      circle(...at(...place(0, 1)), 10, { fill: look.line }),
    ];
  };

/** Columns of counts; those beyond the limit in the accent. */
export const columns =
  ({ x, width, count, limit }) =>
  (look, at) => {
    const bars = [];
    for (let v = x.from + width / 2; v < x.to; v += width) bars.push(v);
    return [
      bars.map((v) => {
        const [left, top] = at(v - width * 0.42, count(v));
        const [right, bottom] = at(v + width * 0.42, 0);
        return box(left, top, right - left, Math.max(0, bottom - top), { fill: v > limit ? look.accent : look.line });
      }),
    ];
  };

/** A vertical limit with its value. */
export const limitAt = (look, at, { x, y, words }) => [
  line(...at(x, y[0]), ...at(x, y[1]), { stroke: look.line, strokeWidth: 3, strokeDasharray: "4 12" }),
  text(at(x, y[1])[0] + 16, at(x, y[1])[1] + 30, words, { fontSize: 34, fill: look.line }),
];

/** A measured line over time with points. */
export const trend = (_look, at, { points, colour, width = 4, spots = false }) => [
  path(polyline(points.map((p) => at(...p))), { stroke: colour, strokeWidth: width }),
  spots &&
    dots(
      points.map((p) => at(...p)),
      7,
      colour,
    ),
];

/** A table of figures as a matrix whose cells carry their numbers. */
export const matrix =
  ({ values, names }) =>
  (look, at) =>
    values.flatMap((row, r) =>
      row.map((value, c) => {
        const [left, top] = at(c, r + 1);
        const [right, bottom] = at(c + 1, r);
        const strong = value > 0.8 && r !== c;
        const fill = r === c ? look.faint : strong ? look.accent : look.data;
        return [
          box(left + 4, top + 4, right - left - 8, bottom - top - 8, {
            fill,
            fillOpacity: r === c || strong ? 1 : 0.12 + 0.75 * clamp(value) ** 2,
          }),
          text((left + right) / 2, (top + bottom) / 2 + 12, r === c ? names[r] : value.toFixed(2).replace("0.", "."), {
            textAnchor: "middle",
            fontSize: 34,
            fontWeight: 600,
            fill: look.line,
          }),
        ];
      }),
    );
