import { bell, smooth, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { arc, circle, dots, line, path, polar, polyline, range, softPath, strokes, ticks } from "../lib/svg.mjs";

const chord = (r, y) => Math.sqrt(Math.max(0, r * r - y * y));

/** Orbits with one body on each: a road map that turns. */
export const orbits = (look, { cx, cy, r }) =>
  range(6).map((i) => {
    const size = r * (0.2 + i * 0.148);
    const a = 0.7 + i * 1.25;
    const hot = i === 3;
    const [x, y] = polar(cx, cy, size, a);
    return [
      circle(cx, cy, size, { stroke: look.line, strokeWidth: 1.1, strokeOpacity: 0.5 }),
      path(arc({ cx, cy, r: size, from: a - 0.5 - i * 0.28, to: a }), {
        stroke: hot ? look.accent : look.line,
        strokeWidth: hot ? 4.5 : 2.6,
      }),
      circle(x, y, hot ? 15 : 7 + (i % 3) * 3, { fill: hot ? look.accent : look.line }),
    ];
  });

/** Streams of readings: every row is a channel, marks are arrivals. */
export const streams = (look, { cx, cy, r }) => {
  const random = createRandom("streams");
  return range(21).map((i) => {
    const y = (i - 10) * r * 0.093;
    const half = chord(r * 0.97, y);
    const marks = [];
    let x = -half + random.between(0, 14);
    while (x < half) {
      const long = random.between(3, 46);
      marks.push([
        [cx + x, cy + y],
        [cx + Math.min(half, x + long), cy + y],
      ]);
      x += long + random.between(6, 26);
    }
    const hot = i === 12;
    return strokes(marks, {
      stroke: hot ? look.accent : look.line,
      strokeWidth: hot ? 7 : 2 + (i % 3) * 1.6,
      strokeOpacity: hot ? 1 : 0.5 + (i % 4) * 0.14,
    });
  });
};

/** Two waves that meet and stay in step. */
export const twoWaves = (look, { cx, cy, r }) =>
  range(27).map((i) => {
    const x = (i - 13) * r * 0.072;
    const half = chord(r * 0.96, x);
    const points = range(30).map((k) => {
      const v = (k / 29) * 2 - 1;
      const d1 = Math.hypot(x + r * 0.4, v * half - r * 0.1);
      const d2 = Math.hypot(x - r * 0.45, v * half + r * 0.15);
      return [
        cx + x + 9 * Math.sin(d1 * 0.085) * bell(d1, 120) + 9 * Math.sin(d2 * 0.085) * bell(d2, 120),
        cy + v * half,
      ];
    });
    const hot = i === 18;
    return path(softPath(points), {
      stroke: hot ? look.accent : look.line,
      strokeWidth: hot ? 4 : 1.5,
      strokeOpacity: hot ? 1 : 0.75,
    });
  });

/** A gear with its pitch circle. */
export const gear = (look, { cx, cy, r }) => {
  const teeth = 28;
  const outline = range(teeth).flatMap((i) => {
    const a = (i / teeth) * TAU;
    const w = TAU / teeth;
    return [
      polar(cx, cy, r * 0.8, a),
      polar(cx, cy, r * 0.8, a + w * 0.3),
      polar(cx, cy, r * 0.95, a + w * 0.42),
      polar(cx, cy, r * 0.95, a + w * 0.68),
      polar(cx, cy, r * 0.8, a + w * 0.8),
    ];
  });
  return [
    path(polyline(outline, true), { stroke: look.line, strokeWidth: 2 }),
    circle(cx, cy, r * 0.87, { stroke: look.accent, strokeWidth: 3, strokeDasharray: "26 8 4 8" }),
    [0.66, 0.63, 0.34, 0.3, 0.12].map((k) =>
      circle(cx, cy, r * k, { stroke: look.line, strokeWidth: k === 0.12 ? 3 : 1.3 }),
    ),
    range(6).map((i) =>
      circle(...polar(cx, cy, r * 0.485, (i / 6) * TAU), r * 0.085, { stroke: look.line, strokeWidth: 1.6 }),
    ),
    strokes(
      [
        [
          [cx - r * 0.2, cy],
          [cx + r * 0.2, cy],
        ],
        [
          [cx, cy - r * 0.2],
          [cx, cy + r * 0.2],
        ],
      ],
      { stroke: look.line, strokeWidth: 1 },
    ),
  ];
};

/** Circles that overlap: what a group shares. */
export const venn = (look, { cx, cy, r }) => [
  range(5).map((g) => {
    const [x, y] = polar(cx, cy, r * 0.36, (g / 5) * TAU - 1.57);
    return range(7).map((i) =>
      circle(x, y, r * (0.14 + i * 0.073), { stroke: look.line, strokeWidth: 1.2, strokeOpacity: 0.85 - i * 0.07 }),
    );
  }),
  circle(cx, cy, 13, { fill: look.accent }),
];

/** A gauge whose hand stands at two thirds. */
export const gauge = (look, { cx, cy, r }) => {
  const from = 2.5;
  const to = 6.92;
  const at = from + (to - from) * 0.68;
  return [
    strokes(ticks({ cx, cy, r: r * 0.74, size: 14, count: 61, major: 5, from, to }), {
      stroke: look.line,
      strokeWidth: 2,
    }),
    path(arc({ cx, cy, r: r * 0.66, from, to }), { stroke: look.line, strokeWidth: 1.4 }),
    path(arc({ cx, cy, r: r * 0.6, from, to: at }), { stroke: look.accent, strokeWidth: 12, strokeLinecap: "butt" }),
    range(8).map((i) =>
      path(arc({ cx, cy, r: r * (0.52 - i * 0.045), from: from + i * 0.22, to: to - i * 0.3 }), {
        stroke: look.line,
        strokeWidth: 1.2,
        strokeOpacity: 0.6,
      }),
    ),
    line(...polar(cx, cy, -r * 0.16, at), ...polar(cx, cy, r * 0.72, at), { stroke: look.line, strokeWidth: 4 }),
    circle(cx, cy, 13, { fill: look.line }),
  ];
};

/** A spectrogram cut to a disc: time runs right, frequency up. */
export const spectrogram = (look, { cx, cy, r }) => {
  const step = 15;
  const cells = new Map();
  for (let y = -r + 8; y < r; y += step) {
    for (let x = -r + 8; x < r; x += step) {
      if (Math.hypot(x, y) > r - 12) continue;
      const tone = [-120, -52, 30, 118].reduce((sum, f) => sum + bell(y - f - 22 * noise2(x * 0.01, f, 3), 12), 0);
      const v = tone * (0.6 + 0.5 * noise2(x * 0.03, y * 0.05, 8)) + 0.16 * Math.abs(noise2(x * 0.09, y * 0.09, 4));
      const size = Math.round(Math.min(step - 2.5, 2 + v * 13));
      const hot = x > 0 && Math.abs(y - 30 - 22 * noise2(x * 0.01, 30, 3)) < 10;
      const key = `${hot ? look.accent : look.line} ${size}`;
      cells.set(key, [...(cells.get(key) ?? []), [cx + x, cy + y]]);
    }
  }
  return [...cells].map(([key, points]) => dots(points, Number(key.split(" ")[1]) / 2, key.split(" ")[0]));
};

/** A spiral log: one turn a day. */
export const spiral = (look, { cx, cy, r }) => {
  const point = (k, extra = 0) => polar(cx, cy, 22 + (r * 0.9 - 22) * k + extra, k * TAU * 9 - 1.57);
  const whole = range(420).map((i) => {
    const k = i / 419;
    return point(k, 5.5 * Math.sin(i * 0.9) * smooth(0.04, 0.3, k) * bell(k - 0.62, 0.26));
  });
  const part = whole.slice(316, 331);
  return [
    path(softPath(whole), { stroke: look.line, strokeWidth: 1.7 }),
    path(softPath(part), { stroke: look.accent, strokeWidth: 5 }),
  ];
};

/** A triangulated surface, one facet lit. */
export const facets = (look, { cx, cy, r }) => {
  const random = createRandom("facets");
  const shells = [1, 7, 13, 19].map((count, ring) =>
    range(count).map((i) =>
      polar(
        cx,
        cy,
        (r * 0.94 * ring) / 3 + (ring && ring < 3 ? random.between(-14, 14) : 0),
        (i / count) * TAU + ring * 0.2 + (ring < 3 ? random.between(-0.06, 0.06) : 0),
      ),
    ),
  );
  const edges = [];
  for (let ring = 1; ring < 4; ring++) {
    shells[ring].forEach((p, i) => {
      edges.push([p, shells[ring][(i + 1) % shells[ring].length]]);
      const near = [...shells[ring - 1]].sort(
        (a, b) => Math.hypot(a[0] - p[0], a[1] - p[1]) - Math.hypot(b[0] - p[0], b[1] - p[1]),
      );
      edges.push([p, near[0]], ...(near[1] && ring > 1 ? [[p, near[1]]] : []));
    });
  }
  const lit = [shells[1][5], shells[1][6], shells[0][0]];
  return [
    path(polyline(lit, true), { fill: look.accent }),
    strokes(edges, { stroke: look.line, strokeWidth: 1.5 }),
    shells.flat().map((p) => circle(...p, 4, { fill: look.line })),
  ];
};
