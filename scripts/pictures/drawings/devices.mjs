import { TAU } from "../lib/maths.mjs";
import { box, circle, line, path, polar, polyline, range, softPath, strokes } from "../lib/svg.mjs";
import { ACCENT, balloon, bold, centreLine, dimension, dotted, fine, hatch, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

/** An accelerometer in section: housing, seismic mass, crystal, stud. */
export const sensor = () => {
  const x = 600;
  return plate(
    centreLine(x, 60, x, 850),
    path(`M${x - 150} 700V300l40-60h220l40 60v400z`, { fill: PAPER_FILL, strokeWidth: 3 }),
    path(`M${x - 122} 676V312l30-46h184l30 46v364z`),
    [[x - 150, 320, 28, 356], [x + 122, 320, 28, 356], [x - 150, 676, 300, 24]].map((part) => hatch(...part, 10)),
    box(x - 96, 320, 192, 128, { fill: PAPER_FILL, strokeWidth: 2.8 }),
    fine(range(11).map((i) => [[x - 90 + i * 18, 326], [x - 90 + i * 18, 442]])),
    box(x - 72, 448, 144, 44, { fill: ACCENT, stroke: "none" }),
    box(x - 72, 500, 144, 44, { fill: ACCENT, stroke: "none", fillOpacity: 0.6 }),
    box(x - 110, 552, 220, 70, { fill: PAPER_FILL, strokeWidth: 2.4 }),
    hatch(x - 110, 552, 220, 70, 16),
    path(`M${x - 150} 700h300v40h-300z`, { strokeWidth: 2.8, fill: PAPER_FILL }),
    path(`M${x - 30} 740v80h60v-80`, { strokeWidth: 2.4 }),
    fine(range(8).map((i) => [[x - 30, 748 + i * 9], [x + 30, 754 + i * 9]])),
    path(`M${x - 44} 240v-50h88v50M${x - 28} 190v-40h56v40`, { strokeWidth: 2.6, fill: PAPER_FILL }),
    hot(`M${x} 150C${x} 60 ${x + 120} 120 ${x + 190} 110S${x + 330} 60 ${x + 470} 100`, { strokeWidth: 2.6 }),
    hot(softPath(range(60).map((i) => [820 + i * 5, 300 + Math.sin(i * 0.8) * (6 + 34 * Math.exp(-((i - 30) ** 2) / 130))])), { strokeWidth: 2.6 }),
    fine([[[820, 300], [1120, 300]]]),
    dimension({ from: [x - 150, 740], to: [x + 150, 740], words: "22.0", off: 118 }),
    dimension({ from: [x - 150, 240], to: [x - 150, 740], words: "48.5", off: -110, upright: true }),
    balloon(880, 380, 1, [696, 384]),
    balloon(880, 470, 2, [672, 470]),
    balloon(880, 590, 3, [710, 588]),
  );
};

const iso = (x, y, z) => [600 + (x - y) * 0.866, 520 + (x + y) * 0.5 - z];
const face = (points, map = {}) => path(polyline(points.map((p) => iso(...p)), true), { fill: PAPER_FILL, strokeWidth: 2.6, ...map });

/** The edge box, lid lifted: fins, board, module, terminals. */
export const edgeDevice = () => {
  const [a, b, h] = [220, 160, 90];
  const box3 = ({ x, y, z, w, d, k, map }) => [
    face([[x, y + d, z], [x + w, y + d, z], [x + w, y + d, z + k], [x, y + d, z + k]], map),
    face([[x + w, y, z], [x + w, y + d, z], [x + w, y + d, z + k], [x + w, y, z + k]], map),
    face([[x, y, z + k], [x + w, y, z + k], [x + w, y + d, z + k], [x, y + d, z + k]], map),
  ];
  const fins = range(17).map((i) => box3({ x: -a + 10 + i * 25.8, y: -b, z: 262, w: 9, d: b * 2, k: 34, map: { strokeWidth: 1.3 } }));
  return plate(
    dotted([[-a, b], [a, b], [a, -b]].map(([x, y]) => polyline([iso(x, y, 0), iso(x, y, 262)])).join("")),
    box3({ x: -a, y: -b, z: -h, w: a * 2, d: b * 2, k: h }),
    face([[-a + 16, -b + 16, 0], [a - 16, -b + 16, 0], [a - 16, b - 16, 0], [-a + 16, b - 16, 0]], { strokeWidth: 1.3 }),
    box3({ x: -170, y: -110, z: 6, w: 340, d: 220, k: 8, map: { strokeWidth: 1.6 } }),
    box3({ x: -60, y: -56, z: 14, w: 110, d: 110, k: 18, map: { fill: ACCENT, stroke: LINE } }),
    [[-150, -90, 50, 30], [-150, -40, 50, 30], [90, -90, 60, 24], [90, -50, 60, 24], [90, 30, 60, 50], [-150, 40, 44, 44]].map(([x, y, w, d]) => box3({ x, y, z: 14, w, d, k: 10, map: { strokeWidth: 1.3 } })),
    hot(range(7).map((i) => polyline([iso(50, -42 + i * 14, 16), iso(70 + i * 4, -42 + i * 14, 14), iso(90 + i * 2, -80 + i * 26, 14)])).join(""), { strokeWidth: 1.4 }),
    range(5).map((i) => box3({ x: -180 + i * 74, y: b, z: -62, w: 48, d: 14, k: 34, map: { strokeWidth: 1.5 } })),
    range(5).map((i) => hot(softPath([iso(-156 + i * 74, b + 14, -46), iso(-156 + i * 74, b + 60, -56), iso(-170 + i * 74, b + 110, -110)]), { strokeWidth: 2 })),
    box3({ x: -a, y: -b, z: 240, w: a * 2, d: b * 2, k: 22 }),
    fins,
    balloon(180, 330, 1, iso(-a, b * 0.4, 286)),
    balloon(1040, 470, 2, iso(50, 10, 30)),
    balloon(980, 720, 3, iso(140, b + 14, -48)),
  );
};

/** The workshop in Munich: a sawtooth-roofed hall in front, towers of the town behind. */
export const officeMunich = () =>
  plate(
    skyline(),
    path("M150 700V470l150-90v90l150-90v90l150-90v90l150-90v90l150-90v320z", { fill: PAPER_FILL, strokeWidth: 3 }),
    range(5).map((i) => fine([[[300 + i * 150, 380], [300 + i * 150, 470]], ...range(6).map((k) => [[300 + i * 150 - 22 - k * 22, 396 + k * 13.2], [300 + i * 150 - 22 - k * 22, 470]])])),
    line(150, 470, 900, 470, { strokeWidth: 1.2 }),
    range(8).map((i) => windowGrid(176 + i * 80, 510, i)),
    path("M826 700V590h48v110", { strokeWidth: 2.4 }),
    hot("M826 590h48v110h-48z", { fill: ACCENT, fillOpacity: 0.9, stroke: "none" }),
    tree(950, 700, 44),
    tree(1086, 700, 82),
    tree(92, 700, 54),
    bicycle(1000, 678),
    line(40, 700, 1160, 700, { strokeWidth: 3 }),
    fine(range(56).map((i) => [[44 + i * 20, 704], [34 + i * 20, 720]])),
    dotted(softPath([[40, 800], [260, 770], [520, 812], [800, 776], [1160, 806]])),
    dotted(softPath([[40, 826], [260, 796], [520, 838], [800, 802], [1160, 832]])),
  );

/** The Frauenkirche's domed towers and roofs, far off and fine. */
function skyline() {
  const tower = (x) => `M${x} 470V210h52v260M${x} 210h52M${x - 4} 210h60M${x + 2} 204c-6-34 14-52 24-62 10 10 30 28 24 62M${x + 26} 142v-26M${x} 260h52M${x} 320h52M${x + 18} 236h16v18h-16zM${x + 18} 280h16v26h-16z`;
  return path(`${tower(560)}${tower(650)}M430 470v-90l60-40 60 40M702 400l50-26 60 30v66M820 470V330h30v140M835 330v-40M300 470v-60h80v60M900 470v-70l50-30 50 30v80M200 470v-50l40-30 40 30`, { stroke: "#8e918f", strokeWidth: 1.400 });
}

const windowGrid = (x, y, i) => [
  box(x, y, 54, 96, { fill: i === 3 ? ACCENT : "none", fillOpacity: i === 3 ? 0.16 : 1, strokeWidth: 2 }),
  fine([[[x + 18, y], [x + 18, y + 96]], [[x + 36, y], [x + 36, y + 96]], [[x, y + 32], [x + 54, y + 32]], [[x, y + 64], [x + 54, y + 64]]], { stroke: LINE }),
];

const tree = (x, y, r) => [line(x, y, x, y - r * 1.7, { strokeWidth: 2 }), range(4).map((i) => circle(x, y - r * 1.9, r * (1 - i * 0.24), { strokeWidth: 1.2 })), fine(range(5).map((i) => [[x, y - r * (1 + i * 0.25)], polar(x, y - r * 1.9, r * 0.8, (i / 5) * TAU + 0.5)]))];

const bicycle = (x, y) => [
  [x, x + 58].map((k) => circle(k, y, 22)),
  path(`M${x} ${y}l18-34h26l14 34M${x + 18} ${y - 34}l14 34 12-34M${x + 32} ${y}H${x}M${x + 12} ${y - 40}h12M${x + 44} ${y - 34}l-3-12h10`, { strokeWidth: 1.8 }),
];

/** Five steps of the company, each one object on a shared base line. */
const step = (index, ...children) =>
  plate(
    line(60, 740, 1140, 740, { strokeWidth: 2.4 }),
    strokes(range(37).map((i) => [[60 + i * 30, 740], [60 + i * 30, i % 6 === 3 ? 772 : 754]]), { strokeWidth: 1.3 }),
    circle(150 + index * 180, 740, 12, { fill: ACCENT, stroke: "none" }),
    children,
  );

export const timeline2016 = () =>
  step(
    0,
    bold("M240 640h720M280 640v90M920 640v90"),
    hatch(240, 640, 720, 18),
    path("M420 640V500h200v140zM440 520h160v84H440z", { fill: PAPER_FILL, strokeWidth: 2.6 }),
    hot(softPath(range(30).map((i) => [446 + i * 5.100, 562 + Math.sin(i * 0.7) * 22 * Math.exp(-((i - 15) ** 2) / 60)]))),
    circle(760, 570, 70, { fill: PAPER_FILL, strokeWidth: 2.8 }),
    circle(760, 570, 26),
    range(10).map((i) => circle(...polar(760, 570, 48, (i / 10) * TAU), 13)),
    box(742, 482, 36, 22, { fill: ACCENT, stroke: "none" }),
    hot("M742 492C700 480 680 520 620 560", { strokeWidth: 2 }),
    path("M560 120v120M470 330l40-90h100l40 90z", { strokeWidth: 2.6, fill: PAPER_FILL }),
    dotted("M480 336 380 630M640 336 760 480"),
  );

export const timeline2018 = () =>
  step(
    1,
    range(3).map((i) => [path(`M${230 + i * 260} 700V${420 - i * 50}h150v${280 + i * 50}z`, { fill: PAPER_FILL, strokeWidth: 2.6 }), fine(range(7 + i).map((k) => [[230 + i * 260, 460 - i * 50 + k * 34], [380 + i * 260, 460 - i * 50 + k * 34]])), circle(305 + i * 260, 440 - i * 50, 9, { fill: i === 1 ? ACCENT : "none" })]),
    hot("M305 404C330 250 540 240 560 352M572 352C610 190 800 190 822 300", { strokeWidth: 2.6 }),
    [[305, 404], [566, 354], [824, 304]].map(([x, y]) => circle(x, y, 7, { fill: LINE })),
    dimension({ from: [230, 700], to: [900, 700], words: "3 lines", off: -480 }),
  );

export const timeline2020 = () =>
  step(
    2,
    range(6).map((i) => path(polyline([[330, 590 - i * 72], [600, 700 - i * 72], [870, 590 - i * 72], [600, 480 - i * 72]], true), { fill: i === 3 ? ACCENT : PAPER_FILL, stroke: i === 3 ? ACCENT : LINE, strokeWidth: 2.2 })),
    centreLine(600, 90, 600, 730),
    balloon(1010, 420, 4, [824, 374]),
    balloon(1010, 260, 6, [812, 230]),
  );

export const timeline2022 = () =>
  step(
    3,
    circle(600, 400, 250, { strokeWidth: 2.8, fill: PAPER_FILL }),
    [206, 196, 120, 44].map((r) => circle(600, 400, r)),
    range(9).map((i) => path(`M${polar(600, 400, 120, (i / 9) * TAU).map(Math.round).join(" ")}Q${polar(600, 400, 186, (i / 9) * TAU + 0.2).map(Math.round).join(" ")} ${polar(600, 400, 196, (i / 9) * TAU + 0.9).map(Math.round).join(" ")}`, { strokeWidth: 1.8 })),
    circle(600, 400, 44, { fill: ACCENT, stroke: "none" }),
    fine(range(72).map((i) => [polar(600, 400, 226, (i / 72) * TAU), polar(600, 400, i % 6 ? 236 : 246, (i / 72) * TAU)])),
    dimension({ from: [350, 400], to: [850, 400], words: "Ø 52", off: 290 }),
  );

export const timeline2024 = () =>
  step(
    4,
    range(4).map((row) => range(9).map((i) => { const [x, y] = [200 + i * 100 + (row % 2) * 50, 220 + row * 120]; return [circle(x, y, 26, { fill: (row * 9 + i) % 11 === 4 ? ACCENT : PAPER_FILL, stroke: (row * 9 + i) % 11 === 4 ? ACCENT : LINE }), circle(x, y, 8)]; })),
    fine(range(3).flatMap((row) => range(9).flatMap((i) => { const shift = row % 2 ? 50 : 0; const [x, y] = [200 + i * 100 + shift, 246 + row * 120]; return [...(i < 8 || row % 2 === 0 ? [[[x, y], [x + 50, y + 68]]] : []), ...(i > 0 || row % 2 ? [[[x, y], [x - 50, y + 68]]] : [])]; }))),
  );
