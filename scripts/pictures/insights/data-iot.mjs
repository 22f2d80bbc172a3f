import { bell, mix, smooth, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { circle, dots, line, path, polar, polyline, range, softPath, strokes, ticks } from "../lib/svg.mjs";
import { sheet } from "./sheet.mjs";

/** Forty streams are thinned where they arise; what is worth keeping leaves as four. */
export const withoutTheLake = sheet("petrol", (look) => {
  const random = createRandom("without-the-lake");
  const lanes = range(44);
  const sieve = (i) => 620 + 70 * Math.sin(i * 0.22);
  const before = lanes.map((i) =>
    softPath(range(16).map((k) => [-20 + (k / 15) * (sieve(i) + 20), 90 + i * 19 + 18 * noise2(k * 0.5, i * 0.4, 3)])),
  );
  const after = lanes
    .filter((i) => i % 4 === 1)
    .map((i, n) => {
      const target = [310, 440, 560, 690][Math.min(3, Math.floor(n / 3))];
      return softPath(
        range(14).map((k) => {
          const t = k / 13;
          return [sieve(i) + 26 + t * (1000 - sieve(i)), mix(90 + i * 19, target, smooth(0, 0.9, t))];
        }),
      );
    });
  const kept = [310, 440, 560, 690].map((y, i) =>
    softPath(range(18).map((k) => [1026 + k * 36, y + 15 * Math.sin(k * 0.9 + i) * bell(k - 8, 5)])),
  );
  return [
    path(before.join(""), { stroke: look.soft, strokeWidth: 2.2 }),
    dots(
      lanes.flatMap((i) => range(7).map(() => [random.between(10, sieve(i) - 20), 90 + i * 19 + random.gauss() * 3])),
      3.2,
      look.line,
    ),
    dots(
      lanes.map((i) => [sieve(i) + 4, 90 + i * 19]),
      7,
      look.line,
    ),
    path(after.join(""), { stroke: look.data, strokeWidth: 2.6 }),
    path(kept.join(""), { stroke: look.line, strokeWidth: 5 }),
    path(kept[1], { stroke: look.accent, strokeWidth: 9 }),
    [310, 440, 560, 690].map((y, i) =>
      circle(1020, y, 17, { fill: look.ground, stroke: i === 1 ? look.accent : look.line, strokeWidth: 4 }),
    ),
  ];
});

/** Five clocks saw one event; the line that joins it is not upright. */
export const timeStamps = sheet("paper", (look) => {
  const random = createRandom("time-stamps");
  const offsets = [0, 118, -64, 52, 196, -30];
  const rows = offsets.map((offset, row) => ({ y: 210 + row * 116, event: 760 + offset, row }));
  const marks = rows.map(({ y, event }) => {
    const lines = [];
    let x = 300 + random.between(0, 30);
    while (x < 1500) {
      if (Math.abs(x - event) > 24)
        lines.push([
          [x, y - 22],
          [x, y + 22],
        ]);
      x += random.between(22, 48);
    }
    return lines;
  });
  const face = (y, row) => {
    const a = -1.2 + offsets[row] * 0.012;
    return [
      circle(170, y, 42, { fill: look.fill, stroke: look.line, strokeWidth: 2.4 }),
      strokes(ticks({ cx: 170, cy: y, r: 33, size: 4, count: 12, major: 3 }), { stroke: look.line, strokeWidth: 1.6 }),
      line(170, y, ...polar(170, y, 28, a), { stroke: row === 0 ? look.line : look.accent, strokeWidth: 4 }),
      line(170, y, ...polar(170, y, 18, a * 0.3 + 1), { stroke: look.line, strokeWidth: 4 }),
    ];
  };
  return [
    rows.map(({ y }) => line(260, y, 1540, y, { stroke: look.soft, strokeWidth: 1.6 })),
    marks.map((lines) => strokes(lines, { stroke: look.line, strokeWidth: 3 })),
    line(760, 110, 760, 890, { stroke: look.line, strokeWidth: 2, strokeDasharray: "3 11" }),
    path(polyline(rows.map(({ event, y }) => [event, y])), { stroke: look.accent, strokeWidth: 4 }),
    rows.map(({ event, y }) => [line(event, y - 34, event, y + 34, { stroke: look.accent, strokeWidth: 9 })]),
    rows.map(({ y, row }) => face(y, row)),
  ];
});

/** A fast wave, sampled too slowly, pretends to be a slow one. */
export const samplingRate = sheet("ink", (look) => {
  const waves = 21;
  const samples = 24;
  const wave = (u) => 500 - 190 * Math.cos(u * TAU * waves);
  const fine = range(501).map((i) => [i * 3.2, wave(i / 500)]);
  const taken = range(samples + 1).map((i) => [(i / samples) * 1600, wave(i / samples)]);
  const alias = range(101).map((i) => [i * 16, 500 - 190 * Math.cos((i / 100) * TAU * (samples - waves))]);
  return [
    strokes(
      taken.map(([x]) => [
        [x, 180],
        [x, 820],
      ]),
      { stroke: look.faint, strokeWidth: 2 },
    ),
    line(0, 500, 1600, 500, { stroke: look.soft, strokeWidth: 1.6 }),
    path(softPath(fine), { stroke: look.line, strokeWidth: 2.4, strokeOpacity: 0.75 }),
    path(softPath(alias), { stroke: look.accent, strokeWidth: 7 }),
    taken.map(([x, y]) => circle(x, y, 13, { fill: look.ground, stroke: look.accent, strokeWidth: 5 })),
    strokes(
      taken.map(([x], i) => [
        [x, 866],
        [x, i % 4 ? 884 : 900],
      ]),
      { stroke: look.line, strokeWidth: 3 },
    ),
  ];
});

/** Three shifts wrote the book; under one remark the signal jumps. */
export const shiftBook = sheet("sand", (look) => {
  const random = createRandom("shift-book");
  const words = (x, y, width) => {
    const parts = [];
    let pen = x;
    while (pen < x + width - 30) {
      const long = Math.min(x + width - pen, random.between(34, 116));
      const steps = Math.round(long / 9);
      parts.push(
        softPath(range(steps + 1).map((k) => [pen + (k / steps) * long, y + (k % 2 ? -1 : 1) * random.between(2, 12)])),
      );
      pen += long + 24;
    }
    return parts.join("");
  };
  const pages = range(3).map((p) =>
    range(7).map((r) => ({
      p,
      d: words(150 + p * 460, 185 + r * 62, random.between(170, 385)),
      hot: p === 1 && r === 4,
    })),
  );
  const signal = (x) =>
    790 +
    12 * noise2(x * 0.06, 3, 4) +
    20 * noise2(x * 0.013, 8, 2) -
    (smooth(812, 826, x) - smooth(1130, 1210, x)) * 86 * (1 + 0.3 * noise2(x * 0.05, 1, 9));
  return [
    range(3).map((p) =>
      path(`M${116 + p * 460} 110h440v470h-440z`, { fill: look.fill, stroke: look.line, strokeWidth: 2 }),
    ),
    strokes(
      pages.flat().map((_, i) => [
        [140 + Math.floor(i / 7) * 460, 206 + (i % 7) * 62],
        [532 + Math.floor(i / 7) * 460, 206 + (i % 7) * 62],
      ]),
      { stroke: look.faint, strokeWidth: 1.6 },
    ),
    path(
      pages
        .flat()
        .filter((w) => !w.hot)
        .map((w) => w.d)
        .join(""),
      { stroke: look.line, strokeWidth: 3 },
    ),
    path(
      pages
        .flat()
        .filter((w) => w.hot)
        .map((w) => w.d)
        .join(""),
      { stroke: look.accent, strokeWidth: 5 },
    ),
    path(softPath(range(267).map((i) => [i * 6, signal(i * 6)])), { stroke: look.line, strokeWidth: 4 }),
    path(softPath(range(71).map((i) => [806 + i * 6, signal(806 + i * 6)])), { stroke: look.accent, strokeWidth: 6 }),
    line(818, 462, 818, 880, { stroke: look.accent, strokeWidth: 2.5, strokeDasharray: "3 10" }),
    strokes(
      range(33).map((i) => [
        [i * 50, 900],
        [i * 50, i % 4 ? 914 : 930],
      ]),
      { stroke: look.line, strokeWidth: 2 },
    ),
  ];
});
