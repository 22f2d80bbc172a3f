import { TAU } from "../lib/maths.mjs";
import { box, circle, line, path, polar, range, softPath } from "../lib/svg.mjs";
import { ACCENT, dotted, fine, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

/** The workshop in Munich: a sawtooth-roofed hall in front, towers of the town behind. */
export const officeMunich = () =>
  plate(
    skyline(),
    path("M150 700V470l150-90v90l150-90v90l150-90v90l150-90v90l150-90v320z", { fill: PAPER_FILL, strokeWidth: 3 }),
    range(5).map((i) =>
      fine([
        [
          [300 + i * 150, 380],
          [300 + i * 150, 470],
        ],
        ...range(6).map((k) => [
          [300 + i * 150 - 22 - k * 22, 396 + k * 13.2],
          [300 + i * 150 - 22 - k * 22, 470],
        ]),
      ]),
    ),
    line(150, 470, 900, 470, { strokeWidth: 1.2 }),
    range(8).map((i) => windowGrid(176 + i * 80, 510, i)),
    path("M826 700V590h48v110", { strokeWidth: 2.4 }),
    hot("M826 590h48v110h-48z", { fill: ACCENT, fillOpacity: 0.9, stroke: "none" }),
    tree(950, 700, 44),
    tree(1086, 700, 82),
    tree(92, 700, 54),
    bicycle(1000, 678),
    line(40, 700, 1160, 700, { strokeWidth: 3 }),
    fine(
      range(56).map((i) => [
        [44 + i * 20, 704],
        [34 + i * 20, 720],
      ]),
    ),
    dotted(
      softPath([
        [40, 800],
        [260, 770],
        [520, 812],
        [800, 776],
        [1160, 806],
      ]),
    ),
    dotted(
      softPath([
        [40, 826],
        [260, 796],
        [520, 838],
        [800, 802],
        [1160, 832],
      ]),
    ),
  );

/** The Frauenkirche's domed towers and roofs, far off and fine. */
function skyline() {
  const tower = (x) =>
    `M${x} 470V210h52v260M${x} 210h52M${x - 4} 210h60M${x + 2} 204c-6-34 14-52 24-62 10 10 30 28 24 62M${x + 26} 142v-26M${x} 260h52M${x} 320h52M${x + 18} 236h16v18h-16zM${x + 18} 280h16v26h-16z`;
  return path(
    `${tower(560)}${tower(650)}M430 470v-90l60-40 60 40M702 400l50-26 60 30v66M820 470V330h30v140M835 330v-40M300 470v-60h80v60M900 470v-70l50-30 50 30v80M200 470v-50l40-30 40 30`,
    { stroke: "#8e918f", strokeWidth: 1.4 },
  );
}

const windowGrid = (x, y, i) => [
  box(x, y, 54, 96, { fill: i === 3 ? ACCENT : "none", fillOpacity: i === 3 ? 0.16 : 1, strokeWidth: 2 }),
  fine(
    [
      [
        [x + 18, y],
        [x + 18, y + 96],
      ],
      [
        [x + 36, y],
        [x + 36, y + 96],
      ],
      [
        [x, y + 32],
        [x + 54, y + 32],
      ],
      [
        [x, y + 64],
        [x + 54, y + 64],
      ],
    ],
    { stroke: LINE },
  ),
];

const tree = (x, y, r) => [
  line(x, y, x, y - r * 1.7, { strokeWidth: 2 }),
  range(4).map((i) => circle(x, y - r * 1.9, r * (1 - i * 0.24), { strokeWidth: 1.2 })),
  fine(range(5).map((i) => [[x, y - r * (1 + i * 0.25)], polar(x, y - r * 1.9, r * 0.8, (i / 5) * TAU + 0.5)])),
];

const bicycle = (x, y) => [
  [x, x + 58].map((k) => circle(k, y, 22)),
  path(
    `M${x} ${y}l18-34h26l14 34M${x + 18} ${y - 34}l14 34 12-34M${x + 32} ${y}H${x}M${x + 12} ${y - 40}h12M${x + 44} ${y - 34}l-3-12h10`,
    { strokeWidth: 1.8 },
  ),
];
