import { widthOf } from "../lib/outline.mjs";
import { box, circle, group, line, path, svgDocument, text } from "../lib/svg.mjs";
import { lumenMark } from "../marks/logos.mjs";

/** The Lumen platform's dark interface: greys of the ink, one accent, petrol and sand for data. */
export const COLOURS = {
  ground: "#11151a",
  panel: "#181d23",
  raised: "#20262d",
  edge: "#2b323a",
  ink: "#eceae3",
  dim: "#98a0a8",
  faint: "#5d666f",
  accent: "#ff5a1f",
  amber: "#f2b25c",
  petrol: "#5fb3b8",
  petrolDeep: "#256d75",
  good: "#7cc29a",
};

const WIDTH = 1600;
const HEIGHT = 1000;
const NAV = ["Overview", "Signals", "Models", "Alerts", "Vision", "Labels", "Sites"];
const GLYPHS = {
  Overview: "M3 3h6v6H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 11h6v6H3z",
  Signals: "M2 11h3l2-6 4 12 3-9 1.500 3H18",
  Models: "M10 2l7 4v8l-7 4-7-4V6zM3 6l7 4 7-4M10 10v8",
  Alerts: "M10 3l7.500 13.500h-15zM10 8v4M10 14.200v.1",
  Vision: "M2 6V3h3M15 3h3v3M18 14v3h-3M5 17H2v-3M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
  Labels: "M3 3h7l7 7-7 7-7-7zM6.500 6.500h.1",
  Sites: "M3 17V9l5 3V9l5 3V5h4v12z",
};

/** A screen with side rail, top bar and the view's content. Text becomes outlines when the file is written. */
export function screen({ active, crumbs, range, children, label }) {
  return svgDocument(
    { width: WIDTH, height: HEIGHT, background: COLOURS.ground, label },
    group({ fontSize: 14, fill: COLOURS.ink }, rail(active), topBar(crumbs, range), children),
  );
}

function rail(active) {
  return [
    box(0, 0, 208, HEIGHT, { fill: "#0d1115" }),
    line(208.5, 0, 208.5, HEIGHT, { stroke: COLOURS.edge }),
    group({ transform: "translate(24 27) scale(.5)" }, lumenMark(COLOURS.ink)),
    text(58, 47, "Lumen", { fontSize: 19, fontWeight: 600 }),
    NAV.map((name, i) => {
      const y = 92 + i * 46;
      const on = name === active;
      return [
        on && box(12, y - 8, 184, 38, { rx: 8, fill: COLOURS.raised }),
        on && box(12, y, 3, 22, { rx: 1.5, fill: COLOURS.accent }),
        path(GLYPHS[name], {
          transform: `translate(28 ${y + 1})`,
          fill: "none",
          stroke: on ? COLOURS.ink : COLOURS.faint,
          strokeWidth: 1.6,
          strokeLinejoin: "round",
        }),
        text(60, y + 16, name, { fill: on ? COLOURS.ink : COLOURS.dim, fontWeight: on ? 600 : 400 }),
        name === "Alerts" && [
          box(160, y + 3, 24, 17, { rx: 8.5, fill: COLOURS.accent }),
          text(172, y + 15.5, "3", { textAnchor: "middle", fontSize: 11, fontWeight: 700, fill: "#14181d" }),
        ],
      ];
    }),
    line(24, 914, 184, 914, { stroke: COLOURS.edge }),
    circle(40, 950, 16, { fill: COLOURS.petrolDeep }),
    text(40, 954.5, "AL", { textAnchor: "middle", fontSize: 11.5, fontWeight: 600 }),
    text(66, 947, "A. Lindqvist", { fontSize: 13 }),
    text(66, 964, "Customer Engineer", { fontSize: 11, fill: COLOURS.faint }),
  ];
}

function topBar(crumbs, range) {
  const trail = crumbs.map((crumb, i) => ({ crumb, last: i === crumbs.length - 1 }));
  let x = 240;
  const words = trail.map(({ crumb, last }) => {
    const word = text(x, 43, crumb, {
      fill: last ? COLOURS.ink : COLOURS.dim,
      fontWeight: last ? 600 : 400,
      fontSize: 15,
    });
    x += widthOf(crumb, { size: 15, weight: last ? 600 : 400 }) + 28;
    const slash = last ? "" : text(x - 18, 43, "/", { fill: COLOURS.faint });
    return [word, slash];
  });
  return [
    words,
    box(1216, 22, 176, 32, { rx: 8, fill: COLOURS.panel, stroke: COLOURS.edge }),
    text(1232, 43, range, { fill: COLOURS.dim, fontSize: 13 }),
    path("M1370 36l5 5 5-5", { fill: "none", stroke: COLOURS.dim, strokeWidth: 1.6 }),
    box(1404, 22, 164, 32, { rx: 8, fill: COLOURS.panel, stroke: COLOURS.edge }),
    circle(1422, 38, 4, { fill: COLOURS.good }),
    text(1434, 43, "Edge 4/4 online", { fontSize: 13, fill: COLOURS.dim }),
    line(209, 76.5, WIDTH, 76.5, { stroke: COLOURS.edge }),
  ];
}

/** A titled panel; `note` is at its right. */
export function panel({ x, y, width, height, title, note }, ...children) {
  return [
    box(x + 0.5, y + 0.5, width, height, { rx: 10, fill: COLOURS.panel, stroke: COLOURS.edge }),
    title && text(x + 20, y + 32, title, { fontWeight: 600, fontSize: 15 }),
    note && text(x + width - 20, y + 32, note, { textAnchor: "end", fill: COLOURS.faint, fontSize: 12.5 }),
    children,
  ];
}

export const smallText = (x, y, words, map = {}) => text(x, y, words, { fontSize: 12, fill: COLOURS.faint, ...map });

/** A rounded tag in its own tone. */
export function tag(x, y, words, tone, width = widthOf(words, { size: 12, weight: 600 }) + 22) {
  return [
    box(x, y, width, 22, { rx: 11, fill: tone, fillOpacity: 0.16 }),
    text(x + width / 2, y + 15.5, words, { textAnchor: "middle", fontSize: 12, fontWeight: 600, fill: tone }),
  ];
}

/** A tag over a picture: dark text on a solid tone. */
export function label(x, y, words, tone) {
  const width = widthOf(words, { size: 17, weight: 600 }) + 26;
  return [
    box(x, y, width, 32, { rx: 6, fill: tone }),
    text(x + width / 2, y + 22, words, { textAnchor: "middle", fontSize: 17, fontWeight: 600, fill: "#14181d" }),
  ];
}

/** Horizontal guide lines with their values at the left. */
export function yAxis({ x, y, width, height, values }) {
  return values.map((value, i) => {
    const at = y + height - (height * i) / (values.length - 1);
    return [
      line(x, at, x + width, at, { stroke: COLOURS.edge }),
      smallText(x - 10, at + 4, value, { textAnchor: "end", fontSize: 11 }),
    ];
  });
}

export const xAxis = ({ x, y, width, values }) =>
  values.map((value, i) =>
    smallText(x + (width * i) / (values.length - 1), y, value, {
      textAnchor: i === 0 ? "start" : i === values.length - 1 ? "end" : "middle",
      fontSize: 11,
    }),
  );
