import { createRandom } from "../lib/random.mjs";
import { box, circle, line, path, range, text } from "../lib/svg.mjs";
import { COLOURS, label, panel, screen, smallText } from "./frame.mjs";
import { steelTile } from "./surface.mjs";

const KINDS = ["scratch", "dent", "pit", "stain", "crack", "none"];
const TONES = {
  scratch: COLOURS.accent,
  dent: COLOURS.amber,
  pit: COLOURS.petrol,
  stain: "#b8a1e0",
  crack: "#f27d8b",
  none: COLOURS.good,
};

function tile(i) {
  const random = createRandom(`label-${i}`);
  const flaw = KINDS[[0, 1, 0, 2, 3, 0, 5, 4, 1, 0, 2, 5, 0, 3, 2, 0, 1, 4, 5, 0][i]];
  const x = 260 + (i % 5) * 172;
  const y = 208 + Math.floor(i / 5) * 188;
  const score = i === 7 ? "0.58" : random.between(0.54, 0.99).toFixed(2);
  const doubt = Number(score) < 0.66;
  const on = i === 7;
  return [
    steelTile({ id: `t${i}`, x, y, width: 158, height: 118, flaw, seed: i, lines: 20 }),
    on ? box(x - 4, y - 4, 166, 172, { rx: 10, fill: "none", stroke: COLOURS.accent, strokeWidth: 2 }) : "",
    flaw !== "none" ? box(x + 27, y + 22, 104, 76, { fill: "none", stroke: TONES[flaw], strokeWidth: 1.6 }) : "",
    circle(x + 6, y + 139, 4.5, { fill: TONES[flaw] }),
    text(x + 17, y + 144, flaw, { fontSize: 13, fontWeight: 600 }),
    smallText(x + 158, y + 144, score, { textAnchor: "end", fill: doubt ? COLOURS.accent : COLOURS.dim }),
    [0, 1, 2, 3].map((k) =>
      circle(x + 7 + k * 14, y + 158, 4, { fill: doubt && k > 1 ? COLOURS.accent : COLOURS.petrolDeep }),
    ),
  ];
}

function queue() {
  const filters = ["All 3 860", "To check 212", "In doubt 37", "Agreed 3 611"];
  let x = 260;
  return panel(
    { x: 240, y: 100, width: 900, height: 868, title: "Strip 1, camera 2", note: "sorted by doubt" },
    filters.map((name, i) => {
      const width = name.length * 7.4 + 26;
      const at = x;
      x += width + 10;
      return [
        box(at, 150, width, 30, { rx: 15, fill: i === 2 ? COLOURS.accent : COLOURS.raised }),
        text(at + width / 2, 170, name, {
          textAnchor: "middle",
          fontSize: 13,
          fontWeight: i === 2 ? 600 : 400,
          fill: i === 2 ? "#14181d" : COLOURS.dim,
        }),
      ];
    }),
    range(20).map(tile),
  );
}

function detail() {
  return panel(
    { x: 1164, y: 100, width: 404, height: 500, title: "Patch 20418", note: "8 of 37" },
    steelTile({ id: "big", x: 1184, y: 152, width: 364, height: 236, flaw: "crack", seed: 77, lines: 52 }),
    box(1266, 196, 204, 150, { fill: "none", stroke: TONES.crack, strokeWidth: 2 }),
    label(1265, 164, "crack 0.58", TONES.crack),
    path("M1184 404h80M1184 399v10M1264 399v10", { stroke: COLOURS.dim, strokeWidth: 1.2, fill: "none" }),
    smallText(1272, 408, "2 mm"),
    KINDS.map((kind, i) => {
      const [x, y] = [1184 + (i % 3) * 124, 428 + Math.floor(i / 3) * 54];
      const on = kind === "crack";
      return [
        box(x, y, 116, 44, {
          rx: 8,
          fill: on ? COLOURS.raised : "none",
          stroke: on ? TONES[kind] : COLOURS.edge,
          strokeWidth: on ? 2 : 1,
        }),
        circle(x + 18, y + 22, 5, { fill: TONES[kind] }),
        text(x + 32, y + 27, kind),
        smallText(x + 106, y + 26, `${i + 1}`, { textAnchor: "end" }),
      ];
    }),
    smallText(1184, 570, "Keys 1 to 6 label, space skips, Z takes back", { fontSize: 12.5 }),
  );
}

const PEOPLE = ["K. M.", "S. B.", "A. L.", "T. L."];

/** How often two inspectors chose the same label: the diagonal is an inspector against the final label. */
function agreement() {
  const shares = [
    [0.97, 0.91, 0.88, 0.74],
    [0.91, 0.96, 0.9, 0.71],
    [0.88, 0.9, 0.98, 0.76],
    [0.74, 0.71, 0.76, 0.9],
  ];
  return panel(
    { x: 1164, y: 620, width: 404, height: 348, title: "Agreement", note: "Cohen's kappa 0.79" },
    PEOPLE.map((name, i) => [
      smallText(1234, 706 + i * 62, name, { textAnchor: "end", fill: COLOURS.dim }),
      smallText(1282 + i * 74, 932, name, { textAnchor: "middle", fill: COLOURS.dim }),
    ]),
    shares.flatMap((row, r) =>
      row.map((share, c) => {
        const low = share < 0.8;
        return [
          box(1249 + c * 74, 672 + r * 62, 68, 56, {
            rx: 6,
            fill: low ? COLOURS.accent : COLOURS.petrol,
            fillOpacity: low ? 0.35 + (0.8 - share) * 4 : 0.12 + (share - 0.8) * 2.4,
          }),
          text(1283 + c * 74, 705 + r * 62, share.toFixed(2), { textAnchor: "middle", fontSize: 13 }),
        ];
      }),
    ),
    line(1164, 652.5, 1568, 652.5, { stroke: "none" }),
  );
}

export const visionLabels = () =>
  screen({
    active: "Labels",
    crumbs: ["Werk Süd", "Strip 1", "Labels"],
    range: "CW 47",
    label: "Lumen Vision: labelling of patches in doubt",
    children: [queue(), detail(), agreement()],
  });
