import { bell, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { box, circle, line, path, range, softPath, text } from "../lib/svg.mjs";
import { COLOURS, panel, screen, smallText, tag, xAxis, yAxis } from "./frame.mjs";

const MODELS = [
  ["chatter-stand-4", "v14", "Strip 2", "0.94", "live", 0.2],
  ["scratch-finder", "v31", "Strip 1, 2", "0.91", "live", 0.3],
  ["tooth-noise", "v9", "Gear cell B", "0.96", "live", 0.1],
  ["fill-level", "v22", "Filler 3", "0.88", "drifting", 0.9],
  ["cap-torque", "v5", "Filler 3", "0.93", "live", 0.25],
  ["gearbox-heat", "v17", "Wind park N", "0.90", "live", 0.35],
  ["yaw-error", "v3", "Wind park N", "0.86", "shadow", 0.3],
];

function table() {
  const columns = [
    ["Model", 262],
    ["Version", 478],
    ["Where", 566],
    ["F1", 716],
    ["Drift, 30 days", 790],
    ["State", 1012],
  ];
  return panel(
    { x: 240, y: 100, width: 880, height: 436, title: "Models", note: "7 of 18" },
    columns.map(([name, x]) => smallText(x, 164, name)),
    MODELS.map(([name, version, where, score, state, drift], i) => {
      const y = 180 + i * 48;
      const tone = state === "drifting" ? COLOURS.accent : state === "shadow" ? COLOURS.dim : COLOURS.good;
      const on = state === "drifting";
      const points = range(40).map((k) => [
        790 + k * 4.5,
        y + 32 - 10 * Math.abs(noise2(k * 0.2, i * 3, 4)) - drift * 18 * smooth(18, 39, k),
      ]);
      return [
        on
          ? box(248, y, 864, 46, { rx: 8, fill: COLOURS.raised })
          : line(260, y + 47.5, 1100, y + 47.5, { stroke: COLOURS.edge }),
        text(262, y + 29, name, {
          fontWeight: 600,

          fontSize: 13.5,
        }),
        text(478, y + 29, version, { fill: COLOURS.dim }),
        text(566, y + 29, where, { fill: COLOURS.dim }),
        text(716, y + 29, score),
        path(softPath(points), { fill: "none", stroke: on ? COLOURS.accent : COLOURS.petrol, strokeWidth: 1.8 }),
        tag(1012, y + 13, state, tone, 86),
      ];
    }),
  );
}

function driftChart() {
  const frame = { x: 292, y: 628, width: 800, height: 280 };
  const weeks = 13;
  const rows = range(weeks).map((w) => {
    const base = frame.y + 76 + (w * (frame.height - 76)) / (weeks - 1);
    const t = w / (weeks - 1);
    const centre = 250 + 180 * smooth(0.45, 1, t);
    const points = range(70).map((i) => {
      const x = (i / 69) * frame.width;
      const h =
        76 * bell(x - centre, 62 + 30 * t) * (1 + 0.2 * noise2(x * 0.02, w, 5)) + 28 * bell(x - centre - 150, 50);
      return [frame.x + x, base - h];
    });
    return { points, hot: w > 9 };
  });
  return panel(
    {
      x: 240,
      y: 556,
      width: 880,
      height: 412,
      title: "fill-level v22: score of good parts, week by week",
      note: "PSI 0.31, limit 0.20",
    },
    rows.map((row) =>
      path(softPath(row.points), {
        fill: COLOURS.panel,
        stroke: row.hot ? COLOURS.accent : COLOURS.petrol,
        strokeWidth: row.hot ? 2 : 1.4,
      }),
    ),
    line(frame.x + 420, frame.y - 10, frame.x + 420, frame.y + frame.height, {
      stroke: COLOURS.amber,
      strokeDasharray: "5 5",
    }),
    smallText(frame.x + 428, frame.y + 2, "threshold 0.52", { fill: COLOURS.amber }),
    smallText(frame.x - 8, frame.y + 80, "CW 35", { textAnchor: "end", fontSize: 11 }),
    smallText(frame.x - 8, frame.y + frame.height + 3, "CW 47", {
      textAnchor: "end",
      fontSize: 11,
      fill: COLOURS.accent,
    }),
    xAxis({ ...frame, y: 940, values: ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"] }),
  );
}

function curve() {
  const frame = { x: 1196, y: 156, width: 346, height: 250 };
  const line1 = range(40).map((i) => {
    const t = i / 39;
    return [frame.x + t * frame.width, frame.y + frame.height * (0.04 + 0.9 * t ** 5 + 0.05 * t)];
  });
  const line2 = range(40).map((i) => {
    const t = i / 39;
    return [frame.x + t * frame.width, frame.y + frame.height * (0.1 + 0.85 * t ** 2.6)];
  });
  return panel(
    { x: 1144, y: 100, width: 424, height: 360, title: "Precision over recall", note: "test set, 4 210 parts" },
    yAxis({ ...frame, values: ["0", "0.25", "0.5", "0.75", "1"] }),
    path(softPath(line2), { fill: "none", stroke: COLOURS.faint, strokeWidth: 1.8, strokeDasharray: "4 4" }),
    path(softPath(line1), { fill: "none", stroke: COLOURS.petrol, strokeWidth: 2.4 }),
    circle(...line1[31], 6, { fill: COLOURS.accent, stroke: COLOURS.panel, strokeWidth: 2 }),
    smallText(line1[31][0] - 12, line1[31][1] + 26, "operating point", { textAnchor: "end", fill: COLOURS.accent }),
    smallText(frame.x + 150, frame.y + 92, "v21"),
    smallText(frame.x + 250, frame.y + 44, "v22", { fill: COLOURS.petrol }),
    xAxis({ ...frame, y: 430, values: ["0", "0.25", "0.5", "0.75", "1"] }),
  );
}

/** Which data a model was trained on, and where it runs. */
function lineage() {
  const steps = [
    ["Raw signals", "filler-3, 90 days, 212 GB", COLOURS.dim],
    ["Windows", "1.4 M of 2 s, 50 % overlap", COLOURS.dim],
    ["Labels", "3 860 by four inspectors", COLOURS.dim],
    ["Training", "11 Nov, 42 min on 1 GPU", COLOURS.petrol],
    ["Check", "passed 17 of 17 rules", COLOURS.good],
    ["Edge box F3-02", "live since 12 Nov 05:58", COLOURS.accent],
  ];
  return panel(
    { x: 1144, y: 484, width: 424, height: 484, title: "Lineage of v22", note: "signed" },
    line(1184.5, 556, 1184.5, 902, { stroke: COLOURS.edge, strokeWidth: 2 }),
    steps.map(([name, words, tone], i) => {
      const y = 556 + i * 69;
      return [
        circle(1184.5, y, 8, { fill: COLOURS.panel, stroke: tone, strokeWidth: 2.5 }),
        i > 2 && circle(1184.5, y, 3, { fill: tone }),
        text(1210, y - 1, name, { fontWeight: 600 }),
        smallText(1210, y + 18, words, { fontSize: 13, fill: COLOURS.dim }),
      ];
    }),
  );
}

export const models = () =>
  screen({
    active: "Models",
    crumbs: ["Werk Süd", "Models"],
    range: "Last 30 days",
    label: "Lumen: models, drift and lineage",
    children: [table(), driftChart(), curve(), lineage()],
  });
