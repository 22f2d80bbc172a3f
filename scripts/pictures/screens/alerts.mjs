import { smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { box, circle, dots, line, path, polyline, range, softPath, strokes, text } from "../lib/svg.mjs";
import { COLOURS, panel, screen, smallText, tag, xAxis, yAxis } from "./frame.mjs";

const ALERTS = [
  ["Filler 3, valve 17", "Fill level below −3 σ", "08:42", "critical"],
  ["Strip 2, stand 4", "Chatter band 620 Hz rises", "07:15", "watch"],
  ["Strip 2, camera 1", "Scratches 2.1 per 100 m", "06:58", "watch"],
  ["Gear cell B, spindle", "Temperature gradient 0.9 K/min", "yesterday", "closed"],
  ["Wind park N, T07", "Yaw offset 4.2°", "yesterday", "closed"],
  ["Strip 1, coiler", "Tension ripple", "Sun 22:31", "closed"],
  ["Filler 3, capper 4", "Torque spread", "Sun 17:05", "closed"],
  ["Gear cell A", "Tool life 94 %", "Sat 09:12", "closed"],
];

function alertList() {
  return panel(
    { x: 240, y: 100, width: 380, height: 868, title: "Alerts", note: "3 open" },
    ALERTS.map(([place, words, time, state], i) => {
      const y = 152 + i * 100;
      const tone = state === "critical" ? COLOURS.accent : state === "watch" ? COLOURS.amber : COLOURS.faint;
      return [
        i === 0
          ? box(248, y, 364, 92, { rx: 8, fill: COLOURS.raised })
          : line(260, y - 4.5, 600, y - 4.5, { stroke: COLOURS.edge }),
        circle(270, y + 27, 5, { fill: state === "closed" ? "none" : tone, stroke: tone, strokeWidth: 2 }),
        text(288, y + 32, place, { fontWeight: 600, fill: state === "closed" ? COLOURS.dim : COLOURS.ink }),
        smallText(288, y + 53, words, { fontSize: 13, fill: COLOURS.dim }),
        smallText(288, y + 74, time),
        tag(512, y + 60, state, tone, 84),
      ];
    }),
  );
}

function valveChart() {
  const frame = { x: 702, y: 232, width: 840, height: 250 };
  const random = createRandom("alerts-valve");
  const values = range(150).map((i) => 0.1 * noise2(i * 0.2, 2, 3) + random.gauss() * 0.16 - 1.2 * smooth(96, 142, i));
  const at = (v, i) => [frame.x + (i / 149) * frame.width, frame.y + frame.height * (0.36 - v * 0.36)];
  const limit = at(-0.72, 0)[1];
  const low = values
    .map((v, i) => [v, at(v, i)])
    .filter(([v]) => v < -0.72)
    .map(([, p]) => p);
  return panel(
    { x: 644, y: 100, width: 924, height: 440, title: "Filler 3, valve 17: fill level falls below −3 σ" },
    smallText(664, 160, "First seen 08:39:12, 41 bottles, predicted reject from 08:51", {
      fontSize: 13,
      fill: COLOURS.dim,
    }),
    tag(1464, 116, "critical", COLOURS.accent, 84),
    yAxis({ ...frame, values: ["−5 ml", "−3", "−1", "1", "3 ml"] }),
    box(frame.x, frame.y + frame.height * 0.1, frame.width, limit - frame.y - frame.height * 0.1, {
      fill: COLOURS.petrol,
      fillOpacity: 0.07,
    }),
    line(frame.x, limit, frame.x + frame.width, limit, { stroke: COLOURS.accent, strokeDasharray: "6 5" }),
    smallText(frame.x + 6, limit - 8, "−3 σ", { fill: COLOURS.accent }),
    path(polyline(values.map(at)), { fill: "none", stroke: COLOURS.petrolDeep, strokeWidth: 1 }),
    dots(values.map(at), 2, COLOURS.petrol),
    dots(low, 3.2, COLOURS.accent),
    path(softPath([at(-0.3, 104), at(-0.62, 118), at(-1.04, 132), at(-1.34, 149)]), {
      fill: "none",
      stroke: COLOURS.ink,
      strokeWidth: 1.6,
      strokeDasharray: "2 6",
    }),
    xAxis({ ...frame, y: 512, values: ["08:20", "08:24", "08:28", "08:32", "08:36", "08:40", "08:44"] }),
  );
}

/** Forty valves in a ring, as they stand on the filler. */
function ring() {
  const [cx, cy] = [856, 774];
  const at = (i, r) => [cx + r * Math.cos((i / 40) * 6.2832 - 1.571), cy + r * Math.sin((i / 40) * 6.2832 - 1.571)];
  const good = range(40).filter((i) => i !== 16 && i !== 15 && i !== 17);
  return panel(
    { x: 644, y: 564, width: 424, height: 404, title: "Valves", note: "deviation now" },
    circle(cx, cy, 138, { fill: "none", stroke: COLOURS.edge }),
    circle(cx, cy, 92, { fill: "none", stroke: COLOURS.edge }),
    dots(
      good.map((i) => at(i, 138)),
      8.5,
      COLOURS.petrolDeep,
    ),
    strokes(
      range(40).map((i) => [at(i, 118), at(i, 118 - (i === 16 ? 62 : 6 + 10 * Math.abs(noise2(i, 3, 3))))]),
      { stroke: COLOURS.petrol, strokeWidth: 3 },
    ),
    dots([at(15, 138), at(17, 138)], 8.5, COLOURS.amber),
    dots([at(16, 138)], 12, COLOURS.accent),
    strokes([[at(16, 118), at(16, 56)]], { stroke: COLOURS.accent, strokeWidth: 4 }),
    text(cx, cy + 2, "17", { textAnchor: "middle", fontSize: 34, fontWeight: 600 }),
    smallText(cx, cy + 24, "−3.8 ml", { textAnchor: "middle", fontSize: 14, fill: COLOURS.accent }),
  );
}

function causes() {
  const rows = [
    ["Valve 17, seat worn", 0.71],
    ["Product temperature", 0.14],
    ["Bowl pressure", 0.08],
    ["Bottle batch", 0.04],
    ["Load cell drift", 0.03],
  ];
  return panel(
    { x: 1092, y: 564, width: 476, height: 404, title: "Likely causes", note: "from 212 similar events" },
    rows.map(([name, share], i) => {
      const y = 632 + i * 46;
      return [
        text(1112, y, name, { fill: i === 0 ? COLOURS.ink : COLOURS.dim, fontWeight: i === 0 ? 600 : 400 }),
        box(1112, y + 9, 380, 5, { rx: 2.5, fill: COLOURS.raised }),
        box(1112, y + 9, 380 * share, 5, { rx: 2.5, fill: i === 0 ? COLOURS.accent : COLOURS.petrol }),
        text(1548, y + 14, `${Math.round(share * 100)} %`, { textAnchor: "end", fill: COLOURS.dim }),
      ];
    }),
    line(1112, 868.5, 1548, 868.5, { stroke: COLOURS.edge }),
    box(1112, 894, 200, 44, { rx: 10, fill: COLOURS.accent }),
    text(1212, 921, "Plan seat change", { textAnchor: "middle", fontWeight: 600, fill: "#14181d" }),
    box(1326, 894, 222, 44, { rx: 10, fill: "none", stroke: COLOURS.edge }),
    text(1437, 921, "Ask shift lead", { textAnchor: "middle", fill: COLOURS.ink }),
  );
}

export const alerts = () =>
  screen({
    active: "Alerts",
    crumbs: ["Werk Süd", "Alerts", "A-2217"],
    range: "Last 24 hours",
    label: "Lumen: an alert with its causes",
    children: [alertList(), valveChart(), ring(), causes()],
  });
