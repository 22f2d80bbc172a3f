import { TAU } from "../lib/maths.mjs";
import { box, circle, line, path, polar, polyline, range, softPath, strokes } from "../lib/svg.mjs";
import { ACCENT, balloon, centreLine, dimension, dotted, fine, hatch, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

/** A four-high rolling stand with strip, and the camera over the exit. */
export const rollingMill = () =>
  plate(
    [330, 690].map((x) => [
      box(x, 120, 70, 640, { strokeWidth: 2.8, fill: PAPER_FILL }),
      hatch(x, 120, 70, 60),
      hatch(x, 700, 70, 60),
    ]),
    path("M330 120h430v-36H330ZM310 760h470v40H310Z", { strokeWidth: 2.8, fill: PAPER_FILL }),
    [
      // The strip runs to the right: a roll turns against the one that it touches.
      [545, 258, 118, 1],
      [545, 404, 40, -1],
      [545, 476, 40, 1],
      [545, 622, 118, -1],
    ].map(([x, y, r, way]) => [
      circle(x, y, r, { fill: PAPER_FILL, strokeWidth: 2.8 }),
      circle(x, y, r * 0.4),
      fine([
        [
          [x - r - 14, y],
          [x + r + 14, y],
        ],
        [
          [x, y - r - 14],
          [x, y + r + 14],
        ],
      ]),
      path(arrowRing(x, y, r * 0.7, way), { strokeWidth: 1.6 }),
    ]),
    path("M60 430H512M60 450H512", { strokeWidth: 2.2 }),
    hot("M578 436H1140M578 444H1140", { strokeWidth: 2.6 }),
    dimension({ from: [150, 450], to: [150, 430], words: "12 mm", off: -50, upright: true }),
    dimension({ from: [1060, 444], to: [1060, 436], words: "3 mm", off: 44, upright: true }),
    [
      [180, 500],
      [270, 500],
      [820, 494],
      [910, 494],
      [1000, 494],
      [1090, 494],
    ].map(([x, y]) => [circle(x, y - 22, 24), circle(x, y - 22, 6, { fill: LINE })]),
    camera(900, 210),
    path("M520 84v-30h50v30M530 54v-24h30v24", { strokeWidth: 2 }),
    fine(
      range(9).map((i) => [
        [340 + i * 52, 800],
        [326 + i * 52, 820],
      ]),
    ),
    balloon(230, 240, 1, [452, 258]),
    balloon(230, 340, 2, [506, 404]),
    balloon(1080, 150, 3, [936, 190]),
  );

const arrowRing = (x, y, r, way) => {
  const points = range(16).map((i) => polar(x, y, r, -2.4 + way * (i / 15) * 1.6));
  const [tx, ty] = points.at(-1);
  return (
    softPath(points) +
    polyline([
      polar(tx, ty, 10, -2.4 + way * 1.6 - way * 2.3),
      [tx, ty],
      polar(tx, ty, 10, -2.4 + way * 1.6 - way * 0.9),
    ])
  );
};

const camera = (x, y) => [
  box(x - 44, y - 40, 88, 52, { fill: PAPER_FILL, strokeWidth: 2.6 }),
  box(x - 20, y + 12, 40, 26, { fill: PAPER_FILL }),
  hot(`M${x - 14} ${y + 40}L${x - 96} 434M${x + 14} ${y + 40}L${x + 96} 434`, {
    strokeWidth: 1.6,
    strokeDasharray: "3 7",
  }),
  hot(`M${x - 96} 430h192`, { strokeWidth: 5 }),
  dotted(`M${x} ${y + 40}V430`),
  path(`M${x} ${y - 40}v-46h-60`, { strokeWidth: 1.6 }),
];

/** A rotary filler in plan, with the bottles' path. */
export const fillingLine = () => {
  const [cx, cy, r] = [560, 440, 250];
  const valves = range(40).map((i) => polar(cx, cy, r, (i / 40) * TAU - 0.06));
  const path1 = softPath([
    [40, 760],
    [200, 760],
    [330, 740],
    ...range(9).map((i) => polar(cx, cy, r, 2.3 + i * 0.52)),
    [900, 690],
    [1000, 760],
    [1160, 760],
  ]);
  return plate(
    [r + 46, r + 24, r - 24, r - 60, 90, 60].map((k) =>
      circle(cx, cy, k, { fill: k === r + 46 ? PAPER_FILL : "none", strokeWidth: k > r ? 2.6 : 1.4 }),
    ),
    fine(range(40).map((i) => [polar(cx, cy, 90, (i / 40) * TAU), polar(cx, cy, r - 60, (i / 40) * TAU)])),
    dotted(path1, { strokeWidth: 2 }),
    valves.map(([x, y], i) => [
      circle(x, y, 15, { fill: i === 17 ? ACCENT : PAPER_FILL, stroke: i === 17 ? ACCENT : LINE }),
      circle(x, y, 6, { stroke: i === 17 ? PAPER_FILL : LINE }),
    ]),
    [
      [300, 716, 74],
      [822, 716, 74],
    ].map(([x, y, k]) => [
      circle(x, y, k, { fill: PAPER_FILL, strokeWidth: 2.4 }),
      range(10).map((i) =>
        circle(...polar(x, y, k, (i / 10) * TAU), 14, { fill: PAPER_FILL, stroke: LINE, strokeWidth: 1.4 }),
      ),
      circle(x, y, 26),
    ]),
    range(5).map((i) => circle(64 + i * 44, 784, 14)),
    range(6).map((i) => circle(900 + i * 44, 784, 14, { fill: PAPER_FILL })),
    strokes(
      [
        [
          [30, 806],
          [250, 806],
        ],
        [
          [880, 806],
          [1170, 806],
        ],
      ],
      { strokeWidth: 2.6 },
    ),
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
  path(
    `M${x - 18} ${y}h36v14h-5v50c0 40 45 60 45 130v230a14 14 0 0 1-14 14h-88a14 14 0 0 1-14-14v-230c0-70 45-90 45-130v-50h-5z`,
    { fill: PAPER_FILL, strokeWidth: 2.8 },
  ),
  fine([
    [
      [x - 52, y + 240],
      [x + 52, y + 240],
    ],
    [
      [x - 52, y + 400],
      [x + 52, y + 400],
    ],
  ]),
  hot(`M${x - 38} ${y + 142}H${x + 38}`),
  hot(`M${x - 46} ${y + 164}H${x + 46}`, { strokeWidth: 1.5, strokeDasharray: "5 6" }),
  dimension({ from: [x + 58, y + 438], to: [x + 58, y + 142], words: "280 mm", off: 46, upright: true }),
  centreLine(x, y - 30, x, y + 470),
];
