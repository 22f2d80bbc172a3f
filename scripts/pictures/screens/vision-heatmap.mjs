import { bell, smooth, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { box, circle, element, line, path, polar, polyline, range, strokes, text, ticks } from "../lib/svg.mjs";
import { COLOURS, label, panel, screen, smallText } from "./frame.mjs";

const WHEEL = { cx: 640, cy: 532, r: 318 };
const RAMP = ["#5fb3b8", "#9fbf9f", "#f2b25c", "#ff8a45", "#ff5a1f"];

/** The inspected part: a ground gear seen along its axis, in the greys of a line camera. */
function wheel() {
  const { cx, cy, r } = WHEEL;
  const teeth = 44;
  const outline = range(teeth).flatMap((i) => {
    const a = (i / teeth) * TAU;
    const w = TAU / teeth;
    return [
      polar(cx, cy, r - 26, a),
      polar(cx, cy, r - 24, a + w * 0.22),
      polar(cx, cy, r, a + w * 0.36),
      polar(cx, cy, r, a + w * 0.66),
      polar(cx, cy, r - 24, a + w * 0.8),
    ];
  });
  const turned = range(26).map((i) =>
    circle(cx, cy, 150 + i * 5.2 + noise2(i, 2, 3) * 3, {
      fill: "none",
      stroke: i % 3 ? "#74797e" : "#9a9fa2",
      strokeWidth: 0.8,
      strokeOpacity: 0.7,
    }),
  );
  const wedge = (a, spread, tone, k) =>
    path(
      polyline(
        [[cx, cy], polar(cx, cy, r - 30, a - spread), polar(cx, cy, r - 28, a), polar(cx, cy, r - 30, a + spread)],
        true,
      ),
      { fill: tone, fillOpacity: k },
    );
  return [
    path(polyline(outline, true), { fill: "#5d6267", stroke: "#2a2f34", strokeWidth: 2 }),
    circle(cx, cy, r - 32, { fill: "#666b70" }),
    [
      [-0.9, 0.2],
      [-0.9, 0.1],
      [2.24, 0.2],
      [2.24, 0.1],
    ].map(([a, s]) => wedge(a, s, "#a9adb0", 0.4)),
    turned,
    circle(cx, cy, 138, { fill: "#474c51", stroke: "#8a8f93", strokeWidth: 3 }),
    range(6).map((i) =>
      circle(...polar(cx, cy, 104, (i / 6) * TAU + 0.2), 19, { fill: "#14181d", stroke: "#7d8286", strokeWidth: 2 }),
    ),
    circle(cx, cy, 58, { fill: "#0d1115", stroke: "#8a8f93", strokeWidth: 4 }),
    path(`M${cx - 12} ${cy - 64}h24v14h-24z`, { fill: "#0d1115" }),
  ];
}

/** The model's suspicion: a burn on one flank and a faint ring from the grinding wheel. */
function doubt(x, y) {
  const dx = x - WHEEL.cx;
  const dy = y - WHEEL.cy;
  const a = Math.atan2(dy, dx);
  const r = Math.hypot(dx, dy);
  const burn = bell(a - 0.42, 0.16) * bell(r - 268, 34);
  const second = 0.55 * bell(a + 2.1, 0.1) * bell(r - 230, 26);
  return (burn * 1.05 + second) * (0.85 + 0.4 * noise2(x * 0.05, y * 0.05, 4));
}

function heat() {
  const step = 15;
  const levels = RAMP.map(() => []);
  for (let y = WHEEL.cy - 315; y < WHEEL.cy + 315; y += step) {
    for (let x = WHEEL.cx - 315; x < WHEEL.cx + 315; x += step) {
      const v = doubt(x + step / 2, y + step / 2);
      const level = Math.floor(v * 5.6) - 1;
      if (level >= 0) levels[Math.min(4, level)].push(`M${x} ${y}h${step - 1.5}v${step - 1.5}h-${step - 1.5}z`);
    }
  }
  return levels.map(
    (cells, i) => cells.length > 0 && path(cells.join(""), { fill: RAMP[i], fillOpacity: 0.5 + i * 0.1 }),
  );
}

function stage() {
  const { cx, cy, r } = WHEEL;
  const corner = (x, y, sx, sy) => `M${x} ${y + 24 * sy}V${y}H${x + 24 * sx}`;
  return panel(
    {
      x: 240,
      y: 100,
      width: 800,
      height: 868,
      title: "Gear cell B, part 118 204",
      note: "ring light 4, 12 MP, 0.021 mm/px",
    },
    box(260, 160, 760, 744, { rx: 8, fill: "#0b0e12" }),
    wheel(),
    strokes(ticks({ cx, cy, r: r + 16, size: 6, count: 120, major: 10 }), { stroke: COLOURS.faint, strokeWidth: 1 }),
    heat(),
    path(
      [corner(806, 556, 1, 1), corner(944, 556, -1, 1), corner(806, 740, 1, -1), corner(944, 740, -1, -1)].join(""),
      { fill: "none", stroke: COLOURS.accent, strokeWidth: 2.5 },
    ),
    label(806, 510, "Grinding burn 0.93", COLOURS.accent),
    path(
      [corner(466, 296, 1, 1), corner(570, 296, -1, 1), corner(466, 386, 1, -1), corner(570, 386, -1, -1)].join(""),
      { fill: "none", stroke: COLOURS.amber, strokeWidth: 2 },
    ),
    label(466, 252, "Discolouration 0.58", COLOURS.amber),
    path("M284 880h142M284 874v12M426 874v12", { stroke: COLOURS.dim, strokeWidth: 1.3, fill: "none" }),
    smallText(436, 885, "10 mm", { fill: COLOURS.dim }),
    legend(),
  );
}

function legend() {
  return [
    element(
      "linearGradient",
      { id: "ramp" },
      RAMP.map((tone, i) => element("stop", { offset: `${i * 25}%`, "stop-color": tone })),
    ),
    box(760, 876, 180, 8, { rx: 4, fill: "url(#ramp)" }),
    smallText(750, 884, "0.2", { textAnchor: "end" }),
    smallText(950, 884, "1.0"),
    text(260, 938, "Overlay", { fill: COLOURS.dim, fontSize: 13 }),
    ["Image", "Heat map", "Cells", "Reference"].map((name, i) => [
      box(326 + i * 112, 918, 104, 30, {
        rx: 8,
        fill: i === 1 ? COLOURS.raised : "none",
        stroke: i === 1 ? COLOURS.accent : COLOURS.edge,
      }),
      text(378 + i * 112, 938, name, { textAnchor: "middle", fontSize: 13, fill: i === 1 ? COLOURS.ink : COLOURS.dim }),
    ]),
  ];
}

function verdict() {
  const rows = [
    ["Grinding burn", "21 mm²", 0.93, COLOURS.accent],
    ["Discolouration", "7.4 mm²", 0.58, COLOURS.amber],
    ["Chatter marks", "none", 0.08, COLOURS.petrol],
    ["Chipped edge", "none", 0.03, COLOURS.petrol],
    ["Scratch", "none", 0.02, COLOURS.petrol],
  ];
  return panel(
    { x: 1064, y: 100, width: 504, height: 388, title: "Verdict", note: "tooth-noise v9, 38 ms" },
    text(1084, 186, "Reject", { fontSize: 36, fontWeight: 600, fill: COLOURS.accent }),
    smallText(1226, 184, "flank 6, burn above 5 mm²", { fontSize: 14, fill: COLOURS.dim }),
    rows.map(([name, size, share, tone], i) => {
      const y = 236 + i * 48;
      return [
        text(1084, y, name),
        smallText(1300, y, size, { fontSize: 13, fill: COLOURS.dim, textAnchor: "end" }),
        box(1320, y - 8, 180, 6, { rx: 3, fill: COLOURS.raised }),
        box(1320, y - 8, Math.max(5, 180 * share), 6, { rx: 3, fill: tone }),
        text(1548, y, share.toFixed(2), { textAnchor: "end", fill: tone === COLOURS.petrol ? COLOURS.dim : tone }),
        i < 4 && line(1084, y + 18.5, 1548, y + 18.5, { stroke: COLOURS.edge }),
      ];
    }),
  );
}

/** The flank unrolled: temperature colours along all teeth, the burnt flank in the middle. */
function unrolled() {
  const cells = RAMP.map(() => []);
  for (let row = 0; row < 10; row++) {
    for (let column = 0; column < 44; column++) {
      const v =
        1.1 * bell(column - 6.4, 1.3) * bell(row - 5, 2.2) +
        0.6 * bell(column - 29, 1) * bell(row - 3, 1.6) +
        0.3 * Math.abs(noise2(column * 0.6, row * 0.5, 8));
      cells[Math.min(4, Math.floor(v * 5))].push(`M${1084 + column * 10.5} ${588 + row * 13}h9v11.500h-9z`);
    }
  }
  return panel(
    { x: 1064, y: 512, width: 504, height: 248, title: "Flanks unrolled", note: "44 teeth, left flank" },
    cells.map(
      (parts, i) =>
        parts.length > 0 &&
        path(parts.join(""), { fill: i === 0 ? COLOURS.petrolDeep : RAMP[i], fillOpacity: i === 0 ? 0.5 : 1 }),
    ),
    [1, 11, 22, 33, 44].map((tooth) =>
      smallText(1088.5 + (tooth - 1) * 10.5, 742, tooth, { textAnchor: "middle", fontSize: 11 }),
    ),
    smallText(1084, 576, "root to tip"),
  );
}

function history() {
  const parts = range(62).map((i) => ({
    x: 1084 + i * 7.5,
    bad: i === 61 || i === 58,
    v: 12 + 18 * Math.abs(noise2(i * 0.4, 4, 2)) + 24 * smooth(48, 61, i),
  }));
  return panel(
    { x: 1064, y: 784, width: 504, height: 184, title: "Last 62 parts", note: "highest score each" },
    strokes(
      parts
        .filter((p) => !p.bad)
        .map((p) => [
          [p.x, 940],
          [p.x, 940 - p.v],
        ]),
      { stroke: COLOURS.petrol, strokeWidth: 4, strokeLinecap: "butt" },
    ),
    strokes(
      parts
        .filter((p) => p.bad)
        .map((p) => [
          [p.x, 940],
          [p.x, 940 - p.v - 30],
        ]),
      { stroke: COLOURS.accent, strokeWidth: 4, strokeLinecap: "butt" },
    ),
    line(1084, 876.5, 1548, 876.5, { stroke: COLOURS.amber, strokeDasharray: "5 5" }),
    smallText(1084, 868, "limit 0.80", { fill: COLOURS.amber }),
  );
}

export const visionHeatmap = () =>
  screen({
    active: "Vision",
    crumbs: ["Werk Süd", "Gear cell B", "Vision"],
    range: "Early shift",
    label: "Lumen Vision: heat map on a ground gear",
    children: [stage(), verdict(), unrolled(), history()],
  });
