import { bell, clamp, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { dots, range, strokes } from "../lib/svg.mjs";
import { plot } from "./frame.mjs";
import { cells, columns, contours, limitAt, matrix, waterfall } from "./kinds.mjs";

const WIDE = { width: 1500, height: 1000 };

/** Chatter in stand 5: within seconds one frequency takes over. */
function chatter() {
  const x = { from: 500, to: 750, ticks: [500, 550, 600, 650, 700, 750], label: "f / Hz" };
  const y = { from: 0, to: 9.6, ticks: [0, 2, 4, 6, 8], label: "t / s" };
  const level = (f, t) =>
    1.1 * smooth(3.6, 7.6, t) ** 1.4 * bell(f - 620, 5) + 0.12 * bell(f - 575, 9) + 0.1 * bell(f - 694, 8);
  return plot(
    { ...WIDE, sheet: "ink", x, y, event: { at: [620, 5.3], words: "620 Hz, 5 s", to: [652, 6.4] } },
    waterfall({ x, y: { from: 0, to: 8 }, rows: 32, level, rise: 110, hot: (t) => Math.abs(t - 5.1) < 0.13 }),
  );
}

/** Temperature of a strip along its first metres: the head has been in contact with the table. */
const stripTemperature = () =>
  plot(
    {
      ...WIDE,
      x: { from: 0, to: 60, ticks: [0, 15, 30, 45, 60], label: "l / m" },
      y: { from: -500, to: 500, ticks: [-500, -250, 0, 250, 500], label: "b / mm" },
      event: { at: [25, 20], words: "868 °C", to: [44, 380] },
      note: "2 K",
    },
    contours({ middle: [25, 20], radii: [24, 420], levels: 14, hot: 3, wave: 0.16, seed: 5 }),
  );

/** Thickness of 340 coils against the tolerance. */
const thickness = () => {
  const x = { from: -40, to: 40, ticks: [-40, -20, 0, 20, 40], label: "Δh / µm" };
  const y = { from: 0, to: 60, ticks: [0, 20, 40, 60], label: "n" };
  const count = (v) => Math.round(48.5 * bell(v + 2, 10.5) + 7 * bell(v - 26, 4.5));
  return plot({ ...WIDE, sheet: "sand", x, y, event: { at: [26, 8], words: "n = 23", to: [24, 24] } }, (look, at) => [
    columns({ x, width: 4, count, limit: 21 })(look, at),
    limitAt(look, at, { x: 22, y: [0, 58], words: "+22" }),
  ]);
};

/** How far the rolling forces of seven stands go together. */
const rollForces = () => {
  const names = range(7).map((i) => `F${i + 1}`);
  const value = (a, b) =>
    clamp(
      0.97 - 0.17 * Math.abs(a - b) - (a === 2 || b === 2 ? 0.14 : 0) + 0.05 * noise2(a * 3.1 + b * 3.1, 2, 6),
      0.08,
      0.98,
    );
  const values = names.map((_, r) => names.map((__, c) => (r === c ? 1 : value(Math.min(r, c), Math.max(r, c)))));
  const words = (v) => (Number.isInteger(v) ? "" : names[Math.floor(v)]);
  const axis = { from: 0, to: 7, ticks: range(7).map((i) => i + 0.5), words };
  return plot({ ...WIDE, x: { ...axis, label: "F" }, y: { ...axis, label: "r" } }, matrix({ values, names }));
};

/** A cup's seam 0.4 s after sealing: a grain of fruit keeps its heat. */
const seam = () => {
  const x = { from: 0, to: 95, ticks: [0, 25, 50, 75], label: "x / mm" };
  const y = { from: 0, to: 60, ticks: [0, 20, 40, 60], label: "y / mm" };
  const level = (u, v) => {
    const r = Math.hypot(u - 47, v - 30);
    const rim = 0.5 * bell(r - 24, 3.2);
    return 0.1 + rim + 0.75 * bell(Math.hypot(u - 66, v - 44), 2.6) + 0.05 * noise2(u * 0.4, v * 0.4, 3);
  };
  return plot(
    { ...WIDE, x, y, event: { at: [66, 44], words: "ΔT = 1800 mK", to: [72, 55] } },
    cells({ x, y, columns: 57, rows: 36, level, gap: 2 }),
  );
};

/** Sixty-four seams of one tray run: each cell the warmest difference found. */
const tray = () => {
  const axis = { from: 0.5, to: 8.5, ticks: [1, 2, 3, 4, 5, 6, 7, 8] };
  const bad = [
    [3, 6, 1],
    [6, 2, 0.92],
    [7, 7, 0.88],
  ];
  const level = (u, v) => {
    const hit = bad.find(([a, b]) => a === Math.round(u) && b === Math.round(v));
    return hit ? hit[2] + 0.08 : 0.12 + 0.34 * Math.abs(noise2(u * 2.3, v * 2.3, 7));
  };
  return plot(
    {
      ...WIDE,
      sheet: "petrol",
      x: { ...axis, label: "1 … 8" },
      y: { ...axis, label: "A … H", words: (v) => " ABCDEFGH"[v] },
      event: { at: [3, 6], words: "F3: 1800 mK", to: [3.7, 7.9] },
    },
    cells({ x: axis, y: axis, columns: 8, rows: 8, level, gap: 14 }),
  );
};

/** Differences of one shift on a logarithmic count: the limit lies in the valley. */
const seamShift = () => {
  const x = { from: 0, to: 2400, ticks: [0, 400, 800, 1200, 1600, 2000], label: "ΔT / mK" };
  const y = { from: 0, to: 6, ticks: [0, 2, 4, 6], label: "lg n" };
  const count = (v) => Math.max(0, Math.log10(1 + 160_000 * bell(v - 180, 140) + 24 * bell(v - 1700, 160)));
  return plot(
    { ...WIDE, sheet: "sand", x, y, event: { at: [1750, 1.4], words: "1750 mK", to: [1740, 2.6] } },
    (look, at) => [
      columns({ x, width: 100, count, limit: 1200 })(look, at),
      limitAt(look, at, { x: 1200, y: [0, 5.6], words: "1200 mK" }),
    ],
  );
};

const DENT = {
  x: { from: 0, to: 12, ticks: [0, 3, 6, 9, 12], label: "x / mm" },
  y: { from: 0, to: 8, ticks: [0, 2, 4, 6, 8], label: "y / mm" },
};
const dentDepth = (u, v) => bell(Math.hypot(u - 7, (v - 4.2) * 1.15), 1.25);

/** One dent measured three ways: light that it throws aside, its height lines, points of a laser line. */
const dentDarkField = () =>
  plot(
    { ...WIDE, sheet: "ink", ...DENT, event: { at: [8.1, 4.2], words: "97 %", to: [9.4, 6.4] } },
    cells({
      ...DENT,
      columns: 60,
      rows: 40,
      gap: 2,
      level: (u, v) =>
        2.1 * dentDepth(u, v) * (1 - dentDepth(u, v)) ** 0.8 * 1.6 + 0.1 * Math.abs(noise2(u * 9, v * 2, 4)),
    }),
  );

const dentHeight = () =>
  plot(
    { ...WIDE, ...DENT, event: { at: [7, 4.2], words: "−38 µm", to: [9.6, 6.6] }, note: "4 µm" },
    contours({ middle: [7, 4.2], radii: [3.4, 2.9], levels: 9, hot: 3, wave: 0.1, seed: 9 }),
  );

function dentPoints() {
  const random = createRandom("dent-points");
  return plot(
    {
      ...WIDE,
      sheet: "petrol",
      x: DENT.x,
      y: { from: -50, to: 20, ticks: [-40, -20, 0, 20], label: "z / µm" },
      event: { at: [7, -38], words: "−38 µm", to: [8.6, -44] },
    },
    (look, at) =>
      range(7).map((lineNumber) => {
        const v = 1.8 + lineNumber * 0.8;
        const points = range(230).map((i) => {
          const u = (i / 229) * 12;
          return at(u, -38 * dentDepth(u, v) + random.gauss() * 1.1);
        });
        const middle = lineNumber === 3;
        return dots(points, middle ? 4.5 : 2.6, middle ? look.accent : look.data, { strokeOpacity: middle ? 1 : 0.55 });
      }),
  );
}

/** Downgraded coils before and after, month by month share of the coils. */
function beforeAfter() {
  const x = { from: 0, to: 8, ticks: [0, 2, 4, 6, 8], label: "% / d" };
  const y = { from: 0, to: 80, ticks: [0, 20, 40, 60, 80], label: "d" };
  const random = createRandom("before-after");
  const shape = (middle, width, total) => (v) => total * bell(v - middle, width) * (1 + 0.06 * random.gauss());
  const [before, after] = [shape(4.1, 1.15, 62), shape(2.7, 0.8, 74)];
  return plot(
    {
      width: 1200,
      height: 900,
      sheet: "plate",
      x: { ...x, label: "p / %" },
      y,
      event: { at: [2.7, 74], words: "2.7 %", to: [3.7, 73] },
      note: "4.1 % – 2.7 %",
    },
    (look, at) => [
      columns({ x, width: 0.4, count: before, limit: 99 })({ ...look, line: look.soft }, at),
      strokes(
        range(20).flatMap((i) => {
          const v = i * 0.4;
          const h = after(v + 0.2);
          return [
            [at(v + 0.04, 0), at(v + 0.04, h)],
            [at(v + 0.04, h), at(v + 0.36, h)],
            [at(v + 0.36, h), at(v + 0.36, 0)],
          ];
        }),
        { stroke: look.accent, strokeWidth: 5 },
      ),
    ],
  );
}

/** A sheet with a dent and a lattice that it bends, for those who test cameras. */
const sheetFlaw = () =>
  plot(
    {
      sheet: "ink",
      x: { from: 0, to: 40, ticks: [0, 10, 20, 30, 40], label: "x / mm" },
      y: { from: 0, to: 40, ticks: [0, 10, 20, 30, 40], label: "y / mm" },
      event: { at: [27, 25], words: "94 %", to: [31, 34] },
    },
    cells({
      x: { from: 0, to: 40 },
      y: { from: 0, to: 40 },
      columns: 36,
      rows: 36,
      gap: 3,
      level: (u, v) => 1.05 * bell(Math.hypot(u - 27, v - 25), 3.2) + 0.22 * Math.abs(noise2(u * 0.2, v * 1.4, 5)),
    }),
  );

const sheetHeight = () =>
  plot(
    {
      x: { from: 0, to: 40, ticks: [0, 10, 20, 30, 40], label: "x / mm" },
      y: { from: 0, to: 40, ticks: [0, 10, 20, 30, 40], label: "y / mm" },
      event: { at: [22, 19], words: "−300 µm", to: [26, 36] },
      note: "20 µm",
    },
    contours({ middle: [22, 19], radii: [17.5, 16.5], levels: 15, hot: 4, wave: 0.2, seed: 12 }),
  );

const sheetLattice = () => {
  const bend = (u, v) => {
    const [dx, dy] = [u - 21, v - 22];
    const k = 0.3 * bell(Math.hypot(dx, dy), 6);
    return [u + dx * k, v + dy * k];
  };
  const axis = { from: 0, to: 40, ticks: [0, 10, 20, 30, 40] };
  return plot(
    {
      sheet: "petrol",
      x: { ...axis, label: "x / px" },
      y: { ...axis, label: "y / px" },
      event: { at: bend(26, 26), words: "1 px", to: [28, 36] },
    },
    (look, at) => [
      range(21).map((i) => [
        strokes(
          range(40).map((k) => [at(...bend(i * 2, k)), at(...bend(i * 2, k + 1))]),
          { stroke: look.data, strokeWidth: 2 },
        ),
        strokes(
          range(40).map((k) => [at(...bend(k, i * 2)), at(...bend(k + 1, i * 2))]),
          { stroke: look.data, strokeWidth: 2 },
        ),
      ]),
      dots(
        range(441).map((i) => at(...bend((i % 21) * 2, Math.floor(i / 21) * 2))),
        4,
        look.line,
      ),
    ],
  );
};

export const surfacePlots = {
  "plots/chatter-stand-5.svg": chatter(),
  "plots/strip-temperature.svg": stripTemperature(),
  "plots/thickness-340-coils.svg": thickness(),
  "plots/roll-forces.svg": rollForces(),
  "plots/seam-thermal.svg": seam(),
  "plots/seams-64.svg": tray(),
  "plots/seam-shift.svg": seamShift(),
  "plots/dent-dark-field.svg": dentDarkField(),
  "plots/dent-height.svg": dentHeight(),
  "plots/dent-laser.svg": dentPoints(),
  "plots/before-after.svg": beforeAfter(),
  "plots/sheet-score.svg": sheetFlaw(),
  "plots/sheet-height.svg": sheetHeight(),
  "plots/sheet-lattice.svg": sheetLattice(),
};
