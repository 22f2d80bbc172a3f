import { TAU } from "../lib/maths.mjs";
import { box, circle, group, line, path, polar, polyline, range, softPath, strokes } from "../lib/svg.mjs";
import { ACCENT, balloon, bold, centreLine, dimension, dotted, fine, hatch, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

const blade = (x, y, angle, long) =>
  group({ transform: `rotate(${angle} ${x} ${y})` }, path(`M${x - 9} ${y - 16}C${x - 26} ${y - long * 0.22} ${x - 15} ${y - long * 0.6} ${x} ${y - long}C${x + 6} ${y - long * 0.6} ${x + 12} ${y - long * 0.3} ${x + 9} ${y - 16}Z`, { fill: PAPER_FILL }), fine([[[x - 3, y - 24], [x - 1, y - long * 0.9]]]), fine(range(6).map((i) => [[x - 14 + i, y - long * (0.2 + i * 0.12)], [x + 8 - i * 0.8, y - long * (0.2 + i * 0.12)]])));

/** A wind turbine with its nacelle opened. */
export const turbine = () =>
  plate(
    centreLine(360, 60, 360, 860),
    path("M346 330 330 820h60L374 330Z", { fill: PAPER_FILL }),
    fine(range(6).map((i) => [[344 - i * 2.6, 400 + i * 80], [376 + i * 2.6, 400 + i * 80]])),
    [12, 132, 252].map((angle) => blade(360, 300, angle, 262)),
    circle(360, 300, 262, { stroke: ACCENT, strokeWidth: 1.500, strokeDasharray: "3 9" }),
    circle(360, 300, 22, { fill: PAPER_FILL, strokeWidth: 2.8 }),
    circle(360, 300, 7, { fill: LINE }),
    line(220, 820, 520, 820, { strokeWidth: 2.8 }),
    fine(range(16).map((i) => [[224 + i * 19, 822], [212 + i * 19, 838]])),
    dimension({ from: [360, 38], to: [360, 562], words: "126 m", off: -270, upright: true }),
    line(382, 300, 700, 380, { strokeWidth: 1.200, strokeDasharray: "6 6" }),
    nacelle(),
  );

/** Inside: main bearing, gearbox, brake, generator, and where the sensors sit. */
function nacelle() {
  const [x, y] = [700, 350];
  return [
    circle(870, 420, 238, { fill: PAPER_FILL, strokeWidth: 1.500 }),
    group({ transform: "translate(-192 -96) scale(1.22)" }, inside(x, y)),
  ];
}

function inside(x, y) {
  return [
    path(`M${x + 10} ${y + 20}h280l40 40v90l-20 20H${x + 10}Z`),
    centreLine(x - 50, y + 85, x + 380, y + 85),
    bold(`M${x - 34} ${y + 72}h90v26h-90z`),
    box(x + 40, y + 44, 26, 82, { strokeWidth: 2.8 }),
    hatch(x + 40, y + 44, 26, 28),
    hatch(x + 40, y + 98, 26, 28),
    path(`M${x + 92} ${y + 42}h70l14 16v54l-14 16h-70z`, { strokeWidth: 2.8 }),
    circle(x + 126, y + 85, 30),
    circle(x + 126, y + 85, 11),
    fine(range(12).map((i) => [polar(x + 126, y + 85, 30, (i / 12) * TAU), polar(x + 126, y + 85, 35, (i / 12) * TAU)])),
    box(x + 194, y + 62, 8, 46),
    box(x + 220, y + 48, 92, 74, { strokeWidth: 2.8 }),
    fine(range(8).map((i) => [[x + 230 + i * 10.5, y + 54], [x + 230 + i * 10.5, y + 116]])),
    [[53, 36], [126, 34], [266, 40]].map(([dx, dy]) => [box(x + dx - 7, y + dy - 9, 14, 14, { fill: ACCENT, stroke: "none" }), hot(`M${x + dx} ${y + dy - 9}v-34`, { strokeWidth: 2 })]),
    hot(softPath(range(40).map((i) => [x + 30 + i * 7, y - 14 + Math.sin(i * 0.9) * 13 * Math.sin((i / 39) * 3.14)])), { strokeWidth: 2.4 }),
    balloon(x + 66, y + 184, 1, [x + 53, y + 112]),
    balloon(x + 142, y + 196, 2, [x + 126, y + 108]),
    balloon(x + 234, y + 184, 3, [x + 266, y + 104]),
  ];
}

/** A two-stage gearbox in section. */
export const gearbox = () =>
  plate(
    path("M210 240h700l40 40v380l-40 40H210l-40-40V280Z", { strokeWidth: 2.8, fill: PAPER_FILL }),
    path("M226 262h668l34 28v360l-34 28H226l-34-28V290Z"),
    [[170, 640, 60, 60], [890, 640, 60, 60], [170, 240, 60, 40], [890, 240, 60, 40]].map(([x, y, w, h]) => hatch(x, y, w, h, 10)),
    centreLine(60, 360, 1140, 360),
    centreLine(60, 510, 1140, 510),
    centreLine(60, 618, 1140, 618),
    shaft(80, 360, 560, 22),
    shaft(230, 510, 680, 26),
    shaft(500, 618, 1120, 30),
    wheel(330, 360, 52, 84, 26),
    wheel(330, 510, 98, 74, 44),
    wheel(640, 510, 44, 96, 20),
    wheel(640, 618, 64, 88, 26),
    [[230, 360], [470, 360], [250, 510], [800, 510], [540, 618], [850, 618]].map(([x, y]) => bearing(x, y)),
    sensors(),
    dimension({ from: [170, 700], to: [950, 700], words: "780", off: 84 }),
    dimension({ from: [950, 360], to: [950, 618], words: "258", off: 84, upright: true }),
    balloon(330, 150, 1, [336, 300]),
    balloon(640, 150, 2, [646, 470]),
    balloon(820, 150, 3, [806, 486]),
  );

const shaft = (x1, y, x2, r) => [path(`M${x1} ${y - r}H${x2}V${y + r}H${x1}Z`, { strokeWidth: 2.4, fill: PAPER_FILL }), fine([[[x1 + 10, y - r], [x1 + 10, y + r]], [[x2 - 10, y - r], [x2 - 10, y + r]]])];

function wheel(x, y, r, wide, teeth) {
  const helix = range(teeth).map((i) => { const k = y - r + ((i + 0.5) / teeth) * r * 2; return [[x - wide / 2, k - 5], [x + wide / 2, k + 5]]; });
  return [box(x - wide / 2, y - r, wide, r * 2, { fill: PAPER_FILL, strokeWidth: 2.6 }), fine(helix.filter(([a, b]) => a[1] > y - r && b[1] < y + r))];
}

const bearing = (x, y) => [[-1, 1].map((s) => [box(x - 17, y + s * 44 - 16, 34, 32, { fill: PAPER_FILL }), circle(x, y + s * 44, 11), path(polyline([[x - 17, y + s * 44 - 16], [x + 17, y + s * 44 + 16]]), { strokeWidth: 0.9 }), path(polyline([[x + 17, y + s * 44 - 16], [x - 17, y + s * 44 + 16]]), { strokeWidth: 0.9 })])];

const sensors = () => [
  [[470, 240], [800, 240]].map(([x, y]) => [box(x - 13, y - 26, 26, 26, { fill: ACCENT, stroke: "none" }), hot(`M${x} ${y - 26}v-36h150`, { strokeWidth: 2 })]),
  hot(softPath(range(44).map((i) => [960 + i * 4, 178 + Math.sin(i * 1.3) * (5 + 18 * Math.exp(-((i - 24) ** 2) / 60))])), { strokeWidth: 2.4 }),
];

/** A four-high rolling stand with strip, and the camera over the exit. */
export const rollingMill = () =>
  plate(
    [330, 690].map((x) => [box(x, 120, 70, 640, { strokeWidth: 2.8, fill: PAPER_FILL }), hatch(x, 120, 70, 60), hatch(x, 700, 70, 60)]),
    path("M330 120h430v-36H330ZM310 760h470v40H310Z", { strokeWidth: 2.8, fill: PAPER_FILL }),
    [[545, 258, 118], [545, 622, 118], [545, 404, 40], [545, 476, 40]].map(([x, y, r]) => [circle(x, y, r, { fill: PAPER_FILL, strokeWidth: 2.8 }), circle(x, y, r * 0.4), fine([[[x - r - 14, y], [x + r + 14, y]], [[x, y - r - 14], [x, y + r + 14]]]), path(arrowRing(x, y, r * 0.7, y < 440 ? 1 : -1), { strokeWidth: 1.6 })]),
    path("M60 430H512M60 450H512", { strokeWidth: 2.2 }),
    hot("M578 436H1140M578 444H1140", { strokeWidth: 2.6 }),
    dimension({ from: [150, 450], to: [150, 430], words: "3.0", off: -50, upright: true }),
    dimension({ from: [1060, 444], to: [1060, 436], words: "1.2", off: 44, upright: true }),
    [[180, 500], [270, 500], [820, 494], [910, 494], [1000, 494], [1090, 494]].map(([x, y]) => [circle(x, y - 22, 24), circle(x, y - 22, 6, { fill: LINE })]),
    camera(900, 210),
    path("M520 84v-30h50v30M530 54v-24h30v24", { strokeWidth: 2 }),
    fine(range(9).map((i) => [[340 + i * 52, 800], [326 + i * 52, 820]])),
    balloon(230, 240, 1, [452, 258]),
    balloon(230, 340, 2, [506, 404]),
    balloon(1080, 150, 3, [936, 190]),
  );

const arrowRing = (x, y, r, way) => {
  const points = range(16).map((i) => polar(x, y, r, -2.4 + way * (i / 15) * 1.6));
  const [tx, ty] = points.at(-1);
  return softPath(points) + polyline([polar(tx, ty, 10, -2.4 + way * 1.6 - way * 2.3), [tx, ty], polar(tx, ty, 10, -2.4 + way * 1.6 - way * 0.9)]);
};

const camera = (x, y) => [
  box(x - 44, y - 40, 88, 52, { fill: PAPER_FILL, strokeWidth: 2.6 }),
  box(x - 20, y + 12, 40, 26, { fill: PAPER_FILL }),
  hot(`M${x - 14} ${y + 40}L${x - 96} 434M${x + 14} ${y + 40}L${x + 96} 434`, { strokeWidth: 1.6, strokeDasharray: "3 7" }),
  hot(`M${x - 96} 430h192`, { strokeWidth: 5 }),
  dotted(`M${x} ${y + 40}V430`),
  path(`M${x} ${y - 40}v-46h-60`, { strokeWidth: 1.6 }),
];

/** A rotary filler in plan, with the bottles' path. */
export const fillingLine = () => {
  const [cx, cy, r] = [560, 440, 250];
  const valves = range(40).map((i) => polar(cx, cy, r, (i / 40) * TAU - 0.06));
  const path1 = softPath([[40, 760], [200, 760], [330, 740], ...range(9).map((i) => polar(cx, cy, r, 2.3 + i * 0.52)), [900, 690], [1000, 760], [1160, 760]]);
  return plate(
    [r + 46, r + 24, r - 24, r - 60, 90, 60].map((k) => circle(cx, cy, k, { fill: k === r + 46 ? PAPER_FILL : "none", strokeWidth: k > r ? 2.6 : 1.4 })),
    fine(range(40).map((i) => [polar(cx, cy, 90, (i / 40) * TAU), polar(cx, cy, r - 60, (i / 40) * TAU)])),
    dotted(path1, { strokeWidth: 2 }),
    valves.map(([x, y], i) => [circle(x, y, 15, { fill: i === 17 ? ACCENT : PAPER_FILL, stroke: i === 17 ? ACCENT : LINE }), circle(x, y, 6, { stroke: i === 17 ? PAPER_FILL : LINE })]),
    [[300, 716, 74], [822, 716, 74]].map(([x, y, k]) => [circle(x, y, k, { fill: PAPER_FILL, strokeWidth: 2.4 }), range(10).map((i) => circle(...polar(x, y, k, (i / 10) * TAU), 14, { fill: PAPER_FILL, stroke: LINE, strokeWidth: 1.4 })), circle(x, y, 26)]),
    range(5).map((i) => circle(64 + i * 44, 784, 14)),
    range(6).map((i) => circle(900 + i * 44, 784, 14, { fill: PAPER_FILL })),
    strokes([[[30, 806], [250, 806]], [[880, 806], [1170, 806]]], { strokeWidth: 2.6 }),
    path(arrowRing(cx, cy, 150, 1), { strokeWidth: 2 }),
    centreLine(cx - 340, cy, cx + 340, cy),
    centreLine(cx, cy - 340, cx, cy + 340),
    bottle(1010, 130),
    line(...valves[17], 330, 250, { stroke: ACCENT, strokeWidth: 0 }),
    balloon(170, 200, 17, valves[17]),
  );
};

/** The bottle in elevation, with its nominal level. */
const bottle = (x, y) => [
  path(`M${x - 18} ${y}h36v14h-5v50c0 40 45 60 45 130v230a14 14 0 0 1-14 14h-88a14 14 0 0 1-14-14v-230c0-70 45-90 45-130v-50h-5z`, { fill: PAPER_FILL, strokeWidth: 2.8 }),
  fine([[[x - 52, y + 240], [x + 52, y + 240]], [[x - 52, y + 400], [x + 52, y + 400]]]),
  hot(`M${x - 38} ${y + 142}H${x + 38}`),
  hot(`M${x - 46} ${y + 164}H${x + 46}`, { strokeWidth: 1.5, strokeDasharray: "5 6" }),
  dimension({ from: [x + 58, y + 438], to: [x + 58, y + 142], words: "", off: 46, upright: true }),
  centreLine(x, y - 30, x, y + 470),
];
