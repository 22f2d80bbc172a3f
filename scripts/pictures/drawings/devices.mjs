import { box, path, polyline, range, softPath } from "../lib/svg.mjs";
import { ACCENT, balloon, centreLine, dimension, dotted, fine, hatch, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

/** An accelerometer in section: housing, seismic mass, crystal, stud. */
export const sensor = () => {
  const x = 600;
  return plate(
    centreLine(x, 60, x, 850),
    path(`M${x - 150} 700V300l40-60h220l40 60v400z`, { fill: PAPER_FILL, strokeWidth: 3 }),
    path(`M${x - 122} 676V312l30-46h184l30 46v364z`),
    [
      [x - 150, 320, 28, 356],
      [x + 122, 320, 28, 356],
      [x - 150, 676, 300, 24],
    ].map((part) => hatch(...part, 10)),
    box(x - 96, 320, 192, 128, { fill: PAPER_FILL, strokeWidth: 2.8 }),
    fine(
      range(11).map((i) => [
        [x - 90 + i * 18, 326],
        [x - 90 + i * 18, 442],
      ]),
    ),
    box(x - 72, 448, 144, 44, { fill: ACCENT, stroke: "none" }),
    box(x - 72, 500, 144, 44, { fill: ACCENT, stroke: "none", fillOpacity: 0.6 }),
    box(x - 110, 552, 220, 70, { fill: PAPER_FILL, strokeWidth: 2.4 }),
    hatch(x - 110, 552, 220, 70, 16),
    path(`M${x - 150} 700h300v40h-300z`, { strokeWidth: 2.8, fill: PAPER_FILL }),
    path(`M${x - 30} 740v80h60v-80`, { strokeWidth: 2.4 }),
    fine(
      range(8).map((i) => [
        [x - 30, 748 + i * 9],
        [x + 30, 754 + i * 9],
      ]),
    ),
    path(`M${x - 44} 240v-50h88v50M${x - 28} 190v-40h56v40`, { strokeWidth: 2.6, fill: PAPER_FILL }),
    hot(`M${x} 150C${x} 60 ${x + 120} 120 ${x + 190} 110S${x + 330} 60 ${x + 470} 100`, { strokeWidth: 2.6 }),
    hot(
      softPath(
        range(60).map((i) => [820 + i * 5, 300 + Math.sin(i * 0.8) * (6 + 34 * Math.exp(-((i - 30) ** 2) / 130))]),
      ),
      { strokeWidth: 2.6 },
    ),
    fine([
      [
        [820, 300],
        [1120, 300],
      ],
    ]),
    dimension({ from: [x - 150, 740], to: [x + 150, 740], words: "22 mm", off: 136 }),
    dimension({ from: [x - 150, 240], to: [x - 150, 740], words: "48 mm", off: -110, upright: true }),
    balloon(880, 380, 1, [696, 384]),
    balloon(880, 470, 2, [672, 470]),
    balloon(880, 590, 3, [710, 588]),
  );
};

const iso = (x, y, z) => [600 + (x - y) * 0.866, 520 + (x + y) * 0.5 - z];
const face = (points, map = {}) =>
  path(
    polyline(
      points.map((p) => iso(...p)),
      true,
    ),
    { fill: PAPER_FILL, strokeWidth: 2.6, ...map },
  );

/** A box from the upper right with three visible faces. `at` is the lower corner, `size` is along x, y, z. */
function block([x, y, z], [w, d, k], map) {
  const corner = (i, j, l) => [x + w * i, y + d * j, z + k * l];
  return [
    face([corner(0, 1, 0), corner(1, 1, 0), corner(1, 1, 1), corner(0, 1, 1)], map),
    face([corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1), corner(1, 0, 1)], map),
    face([corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1)], map),
  ];
}

const THIN = { strokeWidth: 1.3 };

/** Board, module, small parts, and the conductors that leave the module. */
function board() {
  const parts = ["-150,-90,50,30", "-150,-40,50,30", "90,-90,60,24", "90,-50,60,24", "90,30,60,50", "-150,40,44,44"];
  const conductor = (i) => [
    iso(50, -42 + i * 14, 16),
    iso(70 + i * 4, -42 + i * 14, 14),
    iso(90 + i * 2, -80 + i * 26, 14),
  ];
  return [
    block([-170, -110, 6], [340, 220, 8], { strokeWidth: 1.6 }),
    block([-60, -56, 14], [110, 110, 18], { fill: ACCENT, stroke: LINE }),
    parts.map((line) => {
      const [x, y, w, d] = line.split(",").map(Number);
      return block([x, y, 14], [w, d, 10], THIN);
    }),
    hot(
      range(7)
        .map((i) => polyline(conductor(i)))
        .join(""),
      { strokeWidth: 1.4 },
    ),
  ];
}

/** A terminal on the front with its cable. */
function terminal(i, front) {
  const x = -156 + i * 74;
  const cable = softPath([iso(x, front + 14, -46), iso(x, front + 60, -56), iso(x - 14, front + 110, -110)]);
  return [block([x - 24, front, -62], [48, 14, 34], { strokeWidth: 1.5 }), hot(cable, { strokeWidth: 2 })];
}

/** The edge box, lid lifted: fins, board, module, terminals. */
export const edgeDevice = () => {
  const [a, b, h] = [220, 160, 90];
  const rim = [
    [-a + 16, -b + 16, 0],
    [a - 16, -b + 16, 0],
    [a - 16, b - 16, 0],
    [-a + 16, b - 16, 0],
  ];
  const lifted = [
    [-a, b],
    [a, b],
    [a, -b],
  ].map(([x, y]) => polyline([iso(x, y, 0), iso(x, y, 262)]));
  return plate(
    dotted(lifted.join("")),
    block([-a, -b, -h], [a * 2, b * 2, h]),
    face(rim, THIN),
    board(),
    range(5).map((i) => terminal(i, b)),
    block([-a, -b, 240], [a * 2, b * 2, 22]),
    range(17).map((i) => block([-a + 10 + i * 25.8, -b, 262], [9, b * 2, 34], THIN)),
    balloon(180, 330, 1, iso(-a, b * 0.4, 286)),
    balloon(1040, 470, 2, iso(50, 10, 30)),
    balloon(980, 720, 3, iso(140, b + 14, -48)),
  );
};
