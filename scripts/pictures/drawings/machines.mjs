import { TAU } from "../lib/maths.mjs";
import { box, circle, group, line, path, polar, polyline, range, softPath } from "../lib/svg.mjs";
import { ACCENT, balloon, bold, centreLine, dimension, fine, hatch, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

const blade = (x, y, angle, long) =>
  group(
    { transform: `rotate(${angle} ${x} ${y})` },
    path(
      `M${x - 9} ${y - 16}C${x - 26} ${y - long * 0.22} ${x - 15} ${y - long * 0.6} ${x} ${y - long}C${x + 6} ${y - long * 0.6} ${x + 12} ${y - long * 0.3} ${x + 9} ${y - 16}Z`,
      { fill: PAPER_FILL },
    ),
    fine([
      [
        [x - 3, y - 24],
        [x - 1, y - long * 0.9],
      ],
    ]),
    fine(
      range(6).map((i) => [
        [x - 14 + i, y - long * (0.2 + i * 0.12)],
        [x + 8 - i * 0.8, y - long * (0.2 + i * 0.12)],
      ]),
    ),
  );

/** A wind turbine with its nacelle opened. */
export const turbine = () =>
  plate(
    centreLine(360, 60, 360, 860),
    path("M346 330 330 820h60L374 330Z", { fill: PAPER_FILL }),
    fine(
      range(6).map((i) => [
        [344 - i * 2.6, 400 + i * 80],
        [376 + i * 2.6, 400 + i * 80],
      ]),
    ),
    [12, 132, 252].map((angle) => blade(360, 300, angle, 262)),
    circle(360, 300, 262, { stroke: ACCENT, strokeWidth: 1.5, strokeDasharray: "3 9" }),
    circle(360, 300, 22, { fill: PAPER_FILL, strokeWidth: 2.8 }),
    circle(360, 300, 7, { fill: LINE }),
    line(220, 820, 520, 820, { strokeWidth: 2.8 }),
    fine(
      range(16).map((i) => [
        [224 + i * 19, 822],
        [212 + i * 19, 838],
      ]),
    ),
    dimension({ from: [360, 38], to: [360, 562], words: "126 m", off: -270, upright: true }),
    line(382, 300, 700, 380, { strokeWidth: 1.2, strokeDasharray: "6 6" }),
    nacelle(),
  );

/** Inside: main bearing, gearbox, brake, generator, and where the sensors sit. */
function nacelle() {
  const [x, y] = [700, 350];
  return [
    circle(870, 420, 238, { fill: PAPER_FILL, strokeWidth: 1.5 }),
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
    fine(
      range(12).map((i) => [polar(x + 126, y + 85, 30, (i / 12) * TAU), polar(x + 126, y + 85, 35, (i / 12) * TAU)]),
    ),
    box(x + 194, y + 62, 8, 46),
    box(x + 220, y + 48, 92, 74, { strokeWidth: 2.8 }),
    fine(
      range(8).map((i) => [
        [x + 230 + i * 10.5, y + 54],
        [x + 230 + i * 10.5, y + 116],
      ]),
    ),
    [
      [53, 36],
      [126, 34],
      [266, 40],
    ].map(([dx, dy]) => [
      box(x + dx - 7, y + dy - 9, 14, 14, { fill: ACCENT, stroke: "none" }),
      hot(`M${x + dx} ${y + dy - 9}v-34`, { strokeWidth: 2 }),
    ]),
    hot(softPath(range(40).map((i) => [x + 30 + i * 7, y - 14 + Math.sin(i * 0.9) * 13 * Math.sin((i / 39) * 3.14)])), {
      strokeWidth: 2.4,
    }),
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
    [
      [170, 640, 60, 60],
      [890, 640, 60, 60],
      [170, 240, 60, 40],
      [890, 240, 60, 40],
    ].map(([x, y, w, h]) => hatch(x, y, w, h, 10)),
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
    [
      [230, 360],
      [470, 360],
      [250, 510],
      [800, 510],
      [540, 618],
      [850, 618],
    ].map(([x, y]) => bearing(x, y)),
    sensors(),
    dimension({ from: [170, 700], to: [950, 700], words: "780 mm", off: 84 }),
    dimension({ from: [950, 360], to: [950, 618], words: "258 mm", off: 84, upright: true }),
    balloon(330, 130, 1, [336, 300]),
    balloon(640, 130, 2, [646, 470]),
    balloon(84, 640, 3, [238, 556]),
  );

const shaft = (x1, y, x2, r) => [
  path(`M${x1} ${y - r}H${x2}V${y + r}H${x1}Z`, { strokeWidth: 2.4, fill: PAPER_FILL }),
  fine([
    [
      [x1 + 10, y - r],
      [x1 + 10, y + r],
    ],
    [
      [x2 - 10, y - r],
      [x2 - 10, y + r],
    ],
  ]),
];

function wheel(x, y, r, wide, teeth) {
  const helix = range(teeth).map((i) => {
    const k = y - r + ((i + 0.5) / teeth) * r * 2;
    return [
      [x - wide / 2, k - 5],
      [x + wide / 2, k + 5],
    ];
  });
  return [
    box(x - wide / 2, y - r, wide, r * 2, { fill: PAPER_FILL, strokeWidth: 2.6 }),
    fine(helix.filter(([a, b]) => a[1] > y - r && b[1] < y + r)),
  ];
}

const bearing = (x, y) => [
  [-1, 1].map((s) => [
    box(x - 17, y + s * 44 - 16, 34, 32, { fill: PAPER_FILL }),
    circle(x, y + s * 44, 11),
    path(
      polyline([
        [x - 17, y + s * 44 - 16],
        [x + 17, y + s * 44 + 16],
      ]),
      { strokeWidth: 0.9 },
    ),
    path(
      polyline([
        [x + 17, y + s * 44 - 16],
        [x - 17, y + s * 44 + 16],
      ]),
      { strokeWidth: 0.9 },
    ),
  ]),
];

const sensors = () => [
  [
    [470, 240],
    [800, 240],
  ].map(([x, y]) => [
    box(x - 13, y - 26, 26, 26, { fill: ACCENT, stroke: "none" }),
    hot(`M${x} ${y - 26}v-36h150`, { strokeWidth: 2 }),
  ]),
  hot(
    softPath(range(44).map((i) => [960 + i * 4, 178 + Math.sin(i * 1.3) * (5 + 18 * Math.exp(-((i - 24) ** 2) / 60))])),
    { strokeWidth: 2.4 },
  ),
];
