import { box, circle, line, path, range } from "../lib/svg.mjs";
import { ACCENT, balloon, centreLine, dimension, dotted, fine, hatch, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

const BELT = 640;
const PITCH = 132;

/** A yoghurt cup with its foil; a grain of fruit in the seam lifts the foil a little. */
function cup(x, { foil, grain } = {}) {
  return [
    path(`M${x - 44} ${BELT - 118}L${x - 32} ${BELT}H${x + 32}L${x + 44} ${BELT - 118}Z`, {
      fill: PAPER_FILL,
      strokeWidth: 2.2,
    }),
    path(`M${x - 50} ${BELT - 118}H${x + 50}`, { strokeWidth: 4 }),
    fine([
      [
        [x - 41, BELT - 84],
        [x + 41, BELT - 84],
      ],
    ]),
    foil && path(`M${x - 54} ${BELT - 124}H${x + 54}l10 -10`, { strokeWidth: 2.4 }),
    grain && circle(x + 42, BELT - 126, 8, { fill: ACCENT, stroke: "none" }),
  ];
}

/** A camera that looks down, with its field of view. */
const camera = (x, tone) => [
  box(x - 42, 190, 84, 92, { fill: PAPER_FILL, strokeWidth: 2.8 }),
  box(x - 22, 282, 44, 26, { fill: PAPER_FILL, strokeWidth: 2.2 }),
  path(`M${x - 10} 190v-44h20v44`, { strokeWidth: 2 }),
  (tone === ACCENT ? hot : dotted)(`M${x - 18} 310L${x - 56} ${BELT - 134}M${x + 18} 310L${x + 56} ${BELT - 134}`, {
    strokeWidth: 1.8,
  }),
];

/** Four cups on their way: filled, sealed, seen by the thermal camera and by the colour camera, one blown out. */
export const cupLine = () =>
  plate(
    path("M60 146H1140M60 132H1140", { strokeWidth: 2.4 }),
    path(`M60 ${BELT}H1140M60 ${BELT + 26}H1140`, { strokeWidth: 2.6 }),
    range(9).map((i) => circle(100 + i * 125, BELT + 52, 24, { fill: PAPER_FILL })),
    range(9).map((i) => circle(100 + i * 125, BELT + 52, 5, { fill: LINE })),
    range(8).map((i) => cup(140 + i * PITCH, { foil: i > 1, grain: i === 4 })),
    [
      path(`M110 146v150h60v-150M126 296l14 42 14 -42`, { fill: PAPER_FILL, strokeWidth: 2.8 }),
      hatch(110, 160, 60, 60),
    ],
    [
      path(`M${140 + 2 * PITCH - 54} 146v240h108v-240`, { fill: PAPER_FILL, strokeWidth: 2.8 }),
      hatch(140 + 2 * PITCH - 54, 330, 108, 56),
      centreLine(140 + 2 * PITCH, 100, 140 + 2 * PITCH, BELT - 130),
    ],
    camera(140 + 4 * PITCH, ACCENT),
    camera(140 + 6 * PITCH),
    hot(`M${140 + 7 * PITCH + 84} ${BELT - 60}h-36m12 -9l-12 9 12 9`, { strokeWidth: 2.6 }),
    dimension({
      from: [140 + 2 * PITCH, BELT + 90],
      to: [140 + 4 * PITCH, BELT + 90],
      words: "400 ms",
      off: 40,
    }),
    line(60, 780, 1140, 780, { strokeWidth: 1.2 }),
    balloon(300, 240, 1, [350, 300]),
    balloon(560, 200, 2, [626, 230]),
    balloon(1060, 240, 3, [974, 236]),
  );
