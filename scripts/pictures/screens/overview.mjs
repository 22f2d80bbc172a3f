import { bell, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { widthOf } from "../lib/outline.mjs";
import { createRandom } from "../lib/random.mjs";
import { box, circle, line, path, polyline, range, softPath, text } from "../lib/svg.mjs";
import { COLOURS, panel, screen, smallText, tag, yAxis } from "./frame.mjs";

const FIGURES = [
  { title: "Lines watched", value: "6", unit: "of 6", trend: "+0", tone: COLOURS.dim, seed: 3 },
  { title: "Scrap, last 24 h", value: "1.8", unit: "%", trend: "−0.4 pt", tone: COLOURS.good, seed: 5 },
  { title: "Signals", value: "412", unit: "live", trend: "+6", tone: COLOURS.dim, seed: 8 },
  { title: "Open alerts", value: "3", unit: "1 critical", trend: "+1", tone: COLOURS.accent, seed: 12 },
];

function figure({ title, value, unit, trend, tone, seed }, i) {
  const x = 240 + i * 336;
  const points = range(40).map((k) => [
    x + 186 + k * 3,
    168 -
      16 * noise2(k * 0.16, seed, seed) * 2 -
      (tone === COLOURS.accent ? 18 * smooth(26, 39, k) : 0) +
      (tone === COLOURS.good ? k * 0.5 - 12 : 0),
  ]);
  return panel(
    { x, y: 100, width: 320, height: 116 },
    smallText(x + 20, 130, title, { fontSize: 13, fill: COLOURS.dim }),
    text(x + 20, 178, value, { fontSize: 40, fontWeight: 600 }),
    smallText(x + 30 + widthOf(value, { size: 40, weight: 600 }), 178, unit, { fontSize: 14, fill: COLOURS.dim }),
    smallText(x + 20, 201, `${trend} since yesterday`, { fill: tone }),
    path(softPath(points), {
      fill: "none",
      stroke: tone === COLOURS.accent ? COLOURS.accent : COLOURS.petrol,
      strokeWidth: 2,
    }),
    circle(...points.at(-1), 3.5, { fill: tone === COLOURS.accent ? COLOURS.accent : COLOURS.petrol }),
  );
}

const LINES = [
  ["Strip 1", "Cold rolling", 0.97, "running", 3],
  ["Strip 2", "Cold rolling", 0.88, "watch", 7],
  ["Gear cell A", "Hobbing", 0.95, "running", 11],
  ["Gear cell B", "Grinding", 0.91, "running", 13],
  ["Filler 3", "Bottling", 0.64, "critical", 17],
  ["Wind park N", "24 turbines", 0.99, "running", 23],
];

function lineRow([name, kind, health, state, seed], i) {
  const y = 300 + i * 52;
  const tone = state === "critical" ? COLOURS.accent : state === "watch" ? COLOURS.amber : COLOURS.good;
  const bars = range(48).map((k) => {
    const bad = state === "critical" ? smooth(36, 44, k) : state === "watch" ? bell(k - 41, 3) * 0.7 : 0;
    const v = 0.3 + 0.25 * Math.abs(noise2(k * 0.4, seed, seed)) + bad * 0.55;
    return `M${618 + k * 6.5} ${y + 26}v${(-26 * v).toFixed(1)}`;
  });
  return [
    i > 0 && line(260, y - 8.5, 1128, y - 8.5, { stroke: COLOURS.edge }),
    circle(268, y + 16, 4.5, { fill: tone }),
    text(286, y + 13, name, { fontWeight: 600 }),
    smallText(286, y + 30, kind),
    box(430, y + 14, 140, 5, { rx: 2.5, fill: COLOURS.raised }),
    box(430, y + 14, 140 * health, 5, { rx: 2.5, fill: tone }),
    smallText(582, y + 20, health.toFixed(2), { fill: COLOURS.dim }),
    path(bars.slice(0, 40).join(""), { stroke: COLOURS.petrolDeep, strokeWidth: 3.5, fill: "none" }),
    path(bars.slice(40).join(""), {
      stroke: tone === COLOURS.good ? COLOURS.petrol : tone,
      strokeWidth: 3.5,
      fill: "none",
    }),
    tag(1030, y + 5, state, tone, 84),
  ];
}

/** The 90 days end today, 18 November: its Tuesdays are days 5, 19, 33 … 89, counted from 0. */
const FORTNIGHTS = ["26 Aug", "9 Sep", "23 Sep", "7 Oct", "21 Oct", "4 Nov", "18 Nov"];

function scrapChart() {
  const frame = { x: 290, y: 700, width: 818, height: 218 };
  const random = createRandom("overview-scrap");
  const values = range(90).map(
    (i) => 2.6 - 0.8 * smooth(20, 74, i) + 0.5 * noise2(i * 0.23, 3, 3) + random.between(-0.1, 0.1),
  );
  const at = (v, i) => [frame.x + (i / 89) * frame.width, frame.y + frame.height - (v / 4) * frame.height];
  const points = values.map(at);
  const target = at(2, 0)[1];
  return panel(
    { x: 240, y: 636, width: 900, height: 332, title: "Scrap rate, all lines", note: "percent, 90 days" },
    yAxis({ ...frame, values: ["0", "1", "2", "3", "4"] }),
    path(`${polyline(points)}L${frame.x + frame.width} ${frame.y + frame.height}H${frame.x}Z`, {
      fill: COLOURS.petrol,
      fillOpacity: 0.12,
    }),
    path(polyline(points), { fill: "none", stroke: COLOURS.petrol, strokeWidth: 2 }),
    line(frame.x, target, frame.x + frame.width, target, { stroke: COLOURS.amber, strokeDasharray: "5 5" }),
    smallText(frame.x + frame.width - 4, target - 8, "target 2.0", { textAnchor: "end", fill: COLOURS.amber }),
    line(points[31][0], frame.y + 15, points[31][0], frame.y + frame.height, {
      stroke: COLOURS.accent,
      strokeDasharray: "2 4",
    }),
    tag(points[31][0] - 52, frame.y - 8, "model v14 live", COLOURS.accent),
    FORTNIGHTS.map((name, i) =>
      smallText(points[5 + 14 * i][0], 940, name, { textAnchor: i === 6 ? "end" : "middle", fontSize: 11 }),
    ),
  );
}

const EVENTS = [
  ["08:42", "Filler 3, valve 17", "Fill level falls below −3 σ", COLOURS.accent, "critical"],
  ["07:15", "Strip 2, stand 4", "Chatter band 620 Hz rises", COLOURS.amber, "watch"],
  ["06:58", "Strip 2, camera 1", "Scratch rate 2.1 per 100 m", COLOURS.amber, "watch"],
  ["06:00", "Shift change", "Early shift signed in", COLOURS.dim, ""],
  ["04:31", "Gear cell B", "Model v9 passed its check", COLOURS.good, ""],
  ["02:10", "Wind park N, T07", "Yaw sensor back online", COLOURS.good, ""],
  ["23:47", "Gear cell A", "Tool change, 4 min 12 s", COLOURS.dim, ""],
];

function events() {
  return panel(
    { x: 1164, y: 240, width: 404, height: 728, title: "Last events", note: "Tue 18 Nov" },
    line(1196.5, 306, 1196.5, 930, { stroke: COLOURS.edge }),
    EVENTS.map(([time, place, words, tone, state], i) => {
      const y = 316 + i * 90;
      return [
        circle(1196.5, y + 8, 5, { fill: COLOURS.panel, stroke: tone, strokeWidth: 2.4 }),
        smallText(1216, y + 4, time, { fill: COLOURS.dim }),
        text(1216, y + 25, place, { fontWeight: 600 }),
        smallText(1216, y + 45, words, { fontSize: 13, fill: COLOURS.dim }),
        state && tag(1464, y - 8, state, tone, 84),
      ];
    }),
  );
}

export const overview = () =>
  screen({
    active: "Overview",
    crumbs: ["Werk Süd", "Overview"],
    range: "Last 24 hours",
    label: "Lumen: overview of all lines",
    children: [
      FIGURES.map(figure),
      panel({ x: 240, y: 240, width: 900, height: 372, title: "Lines", note: "health, load over 24 h" }),
      LINES.map(lineRow),
      scrapChart(),
      events(),
    ],
  });
