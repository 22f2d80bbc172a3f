import { SHEETS } from "../insights/sheet.mjs";
import { box, circle, group, line, strokes, svgDocument, text } from "../lib/svg.mjs";

/**
 * The frame of a measured plot: axes with ticks and units in the form f / Hz, which needs no translation, and one event
 * with a leader. `draw(look, at)` gets the colours and a function from values to positions.
 */
export function plot({ width = 1200, height = 1200, sheet = "paper", x, y, event, note }, draw) {
  const look = SHEETS[sheet];
  const area = { left: 168, right: width - 66, top: 112, bottom: height - 150 };
  const px = (v) => area.left + ((v - x.from) / (x.to - x.from)) * (area.right - area.left);
  const py = (v) => area.bottom - ((v - y.from) / (y.to - y.from)) * (area.bottom - area.top);
  const at = (a, b) => [px(a), py(b)];
  return () =>
    svgDocument(
      { width, height, background: look.ground },
      group({ fill: "none", strokeLinecap: "round", strokeLinejoin: "round" }, draw(look, at, area)),
      axes({ x, y, px, py, area, look }),
      note && text(area.right, area.top - 38, note, { textAnchor: "end", fontSize: 34, fill: look.soft }),
      event && mark(event, at, look),
    );
}

function axes({ x, y, px, py, area, look }) {
  const tick = (words, at, map) => text(...at, words, { fontSize: 34, fill: look.line, ...map });
  return [
    strokes(
      [
        [
          [area.left, area.top],
          [area.left, area.bottom],
        ],
        [
          [area.left, area.bottom],
          [area.right, area.bottom],
        ],
        ...x.ticks.map((v) => [
          [px(v), area.bottom],
          [px(v), area.bottom + 14],
        ]),
        ...y.ticks.map((v) => [
          [area.left, py(v)],
          [area.left - 14, py(v)],
        ]),
      ],
      { stroke: look.line, strokeWidth: 2.4 },
    ),
    x.ticks.map((v) => tick(x.words?.(v) ?? number(v), [px(v), area.bottom + 56], { textAnchor: "middle" })),
    y.ticks.map((v) => tick(y.words?.(v) ?? number(v), [area.left - 28, py(v) + 12], { textAnchor: "end" })),
    tick(x.label, [area.right, area.bottom + 112], { textAnchor: "end", fontWeight: 600 }),
    tick(y.label, [area.left - 100, area.top - 38], { fontWeight: 600 }),
  ];
}

const number = (value) => String(value).replace("-", "−");

/** One event: a ring at the position, a leader, and its figures. */
function mark({ at: place, words, to, anchor = "start" }, at, look) {
  const [x, y] = at(...place);
  const [tx, ty] = at(...to);
  const end = anchor === "end" ? tx + 14 : tx - 14;
  return [
    circle(x, y, 17, { fill: "none", stroke: look.accent, strokeWidth: 4 }),
    line(...outside([x, y], [end, ty - 12], 17), end, ty - 12, { stroke: look.accent, strokeWidth: 3 }),
    halo(tx, ty, words, { textAnchor: anchor, look }),
  ];
}

/** Text on a background of its own over the drawing. */
function halo(x, y, words, { textAnchor, look }) {
  const width = words.length * 21 + 24;
  const left = textAnchor === "end" ? x - width + 12 : x - 12;
  return [
    box(left, y - 40, width, 56, { fill: look.ground, fillOpacity: 0.86 }),
    text(x, y, words, { fontSize: 38, fontWeight: 600, textAnchor, fill: look.line }),
  ];
}

function outside(from, to, r) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return [from[0] + ((to[0] - from[0]) * r) / length, from[1] + ((to[1] - from[1]) * r) / length];
}
