import { bell, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { box, circle, line, path, polyline, range, text } from "../lib/svg.mjs";
import { COLOURS, panel, screen, smallText, tag, xAxis, yAxis } from "./frame.mjs";

const SENSORS = [
  ["ACC-401", "Stand 4, drive side", "2.1 g", true],
  ["ACC-402", "Stand 4, operator side", "0.8 g", false],
  ["ACC-501", "Stand 5, drive side", "0.7 g", false],
  ["TMP-411", "Bearing 4 upper", "61 °C", false],
  ["TMP-412", "Bearing 4 lower", "58 °C", false],
  ["CUR-430", "Main drive current", "412 A", false],
  ["FRC-440", "Rolling force", "8.4 MN", false],
  ["SPD-450", "Strip speed", "9.6 m/s", false],
  ["ACU-460", "Airborne sound", "84 dB", false],
];

function sensorList() {
  return panel(
    { x: 240, y: 100, width: 300, height: 868, title: "Strip 2, stand 4", note: "9 of 64" },
    box(260, 152, 260, 34, { rx: 8, fill: COLOURS.ground, stroke: COLOURS.edge }),
    smallText(276, 173.5, "Search sensor or tag"),
    SENSORS.map(([id, place, value, on], i) => {
      const y = 206 + i * 80;
      const points = range(60).map((k) => [
        276 + k * 3.9,
        y + 58 - 9 * noise2(k * (0.25 + (i % 3) * 0.3), i * 5, i) * (on ? 0.5 + 1.8 * smooth(36, 56, k) : 1),
      ]);
      return [
        box(252, y - 4, 276, 74, { rx: 8, fill: on ? COLOURS.raised : COLOURS.panel }),
        text(276, y + 17, id, { fontWeight: 600, fill: on ? COLOURS.ink : COLOURS.dim }),
        smallText(276, y + 34, place),
        text(510, y + 17, value, {
          textAnchor: "end",
          fill: on ? COLOURS.accent : COLOURS.dim,
          fontWeight: on ? 600 : 400,
        }),
        path(polyline(points), { fill: "none", stroke: on ? COLOURS.accent : COLOURS.petrolDeep, strokeWidth: 1.5 }),
      ];
    }),
  );
}

function waveform() {
  const frame = { x: 622, y: 158, width: 926, height: 200 };
  const points = range(463).map((i) => {
    const u = i / 462;
    const chatter = Math.sin(i * 1.37) * (0.16 + 0.62 * smooth(0.45, 0.85, u)) * (1 + 0.5 * Math.sin(i * 0.11));
    const v = chatter + 0.26 * noise2(i * 0.5, 3, 3) + 0.12 * Math.sin(i * 0.09);
    return [frame.x + u * frame.width, frame.y + frame.height / 2 - v * 78];
  });
  return panel(
    { x: 564, y: 100, width: 1004, height: 300, title: "ACC-401  acceleration", note: "25.6 kHz, 200 ms" },
    tag(822, 112, "chatter 620 Hz", COLOURS.accent, 116),
    yAxis({ ...frame, values: ["−4 g", "−2", "0", "2", "4 g"] }),
    box(1236, frame.y, 232, frame.height, { fill: COLOURS.accent, fillOpacity: 0.08 }),
    path(polyline(points.slice(0, 310)), { fill: "none", stroke: COLOURS.petrol, strokeWidth: 1.3 }),
    path(polyline(points.slice(309)), { fill: "none", stroke: COLOURS.accent, strokeWidth: 1.3 }),
    xAxis({ ...frame, y: 382, values: ["0 ms", "40", "80", "120", "160", "200 ms"] }),
  );
}

const LADDER = ["#141f25", "#18323a", "#1d4a52", "#28676e", "#4b9195", "#9fbf9f", "#f2b25c", "#ff7a35", "#ff5a1f"];

/** Cells of one colour are one path: the whole spectrogram is nine elements. */
function spectrogram() {
  const frame = { x: 622, y: 478, width: 926, height: 250 };
  const [columns, rows] = [116, 50];
  const w = frame.width / columns;
  const h = frame.height / rows;
  const cells = LADDER.map(() => []);
  for (let row = 0; row < rows; row++) {
    let run = { level: -1, start: 0 };
    for (let column = 0; column <= columns; column++) {
      const level = column === columns ? -2 : intensity(column / columns, row / rows);
      if (level === run.level) continue;
      if (run.level > 0)
        cells[run.level].push(
          `M${(frame.x + run.start * w).toFixed(0)} ${(frame.y + row * h).toFixed(0)}h${((column - run.start) * w).toFixed(0)}v5h-${((column - run.start) * w).toFixed(0)}z`,
        );
      run = { level, start: column };
    }
  }
  return panel(
    { x: 564, y: 420, width: 1004, height: 352, title: "Spectrogram", note: "0 to 2 kHz, last 6 hours" },
    box(frame.x, frame.y, frame.width, frame.height, { fill: LADDER[0] }),
    cells.map((parts, i) => parts.length > 0 && path(parts.join(""), { fill: LADDER[i] })),
    yLabels(frame),
    line(1391, frame.y, 1391, frame.y + frame.height, { stroke: COLOURS.ink, strokeDasharray: "3 4" }),
    xAxis({ ...frame, y: 752, values: ["02:42", "03:42", "04:42", "05:42", "06:42", "07:42", "08:42"] }),
  );
}

const yLabels = (frame) =>
  ["2.0 k", "1.5 k", "1.0 k", "500", "0 Hz"].map((word, i) =>
    smallText(frame.x - 10, frame.y + 5 + (i * frame.height) / 4, word, { textAnchor: "end", fontSize: 11 }),
  );

function intensity(u, v) {
  const f = 1 - v;
  const chatter = bell(f - 0.31 - 0.02 * smooth(0.5, 1, u), 0.016) * (0.12 + 0.95 * smooth(0.42, 0.9, u));
  const second = bell(f - 0.63, 0.013) * 0.65 * smooth(0.55, 0.95, u);
  const shaft = 0.48 * bell(f - 0.06, 0.02) + 0.34 * bell(f - 0.12, 0.013) + 0.24 * bell(f - 0.18, 0.012);
  const gear = 0.3 * bell(f - 0.47, 0.012) + 0.2 * bell(f - 0.82, 0.02);
  const stop = u > 0.24 && u < 0.28 ? 0.1 : 1;
  const v2 = (chatter + second + shaft + gear + 0.16 * Math.abs(noise2(u * 26, f * 34, 4)) + 0.06) * stop;
  return Math.max(0, Math.min(8, Math.floor(v2 * 9.5)));
}

function spectrum() {
  const frame = { x: 622, y: 832, width: 420, height: 94 };
  const random = createRandom("signals-spectrum");
  const points = range(211).map((i) => {
    const f = i / 210;
    const v =
      0.9 * bell(f - 0.31, 0.006) +
      0.42 * bell(f - 0.62, 0.006) +
      0.3 * bell(f - 0.06, 0.006) +
      0.2 * bell(f - 0.12, 0.006) +
      0.035 +
      random.next() * 0.04;
    return [frame.x + f * frame.width, frame.y + frame.height - v * frame.height];
  });
  const facts = [
    ["RMS", "0.82 g", "+38 %"],
    ["Crest factor", "5.4", "+1.1"],
    ["Kurtosis", "6.9", "+2.8"],
    ["Model score", "0.87", "limit 0.80"],
  ];
  return [
    panel(
      { x: 564, y: 792, width: 498, height: 176, title: "Spectrum at cursor", note: "07:41:52" },
      line(frame.x, frame.y + frame.height, frame.x + frame.width, frame.y + frame.height, { stroke: COLOURS.edge }),
      path(polyline(points), { fill: "none", stroke: COLOURS.ink, strokeWidth: 1.3 }),
      [0.31, 0.62].map((f, i) => [
        circle(frame.x + f * frame.width, frame.y + (i ? 50 : 5), 4, { fill: COLOURS.accent }),
        smallText(frame.x + f * frame.width + 10, frame.y + (i ? 50 : 9), i ? "1.24 kHz" : "620 Hz", {
          fill: COLOURS.accent,
        }),
      ]),
      xAxis({ ...frame, y: 950, values: ["0", "500", "1 k", "1.5 k", "2 kHz"] }),
    ),
    panel(
      { x: 1086, y: 792, width: 482, height: 176, title: "Features", note: "against 30-day median" },
      facts.map(([name, value, change], i) => {
        const [x, y] = [1106 + (i % 2) * 230, 862 + Math.floor(i / 2) * 58];
        return [
          smallText(x, y, name),
          text(x, y + 25, value, { fontSize: 21, fontWeight: 600 }),
          smallText(x + 200, y + 24, change, { textAnchor: "end", fill: COLOURS.accent }),
        ];
      }),
    ),
  ];
}

export const signals = () =>
  screen({
    active: "Signals",
    crumbs: ["Werk Süd", "Strip 2", "Signals"],
    range: "Last 6 hours",
    label: "Lumen: signals of a rolling stand",
    children: [sensorList(), waveform(), spectrogram(), spectrum()],
  });
