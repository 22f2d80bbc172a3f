import { hex } from "../lib/palette.mjs";
import { circle, group, line, path, polyline, strokes, svgDocument, text } from "../lib/svg.mjs";

export const LINE = hex.ink;
const SOFT = "#8e918f";
export const ACCENT = hex.accent;
/** The stylesheet's `--sunken`, so that an uncropped drawing has no visible edge. */
const PAPER = "#e9e6dd";

/** A technical drawing: paper, a fine dotted grid, hairlines. Accent strokes mark what the text is about. */
export function plate(...children) {
  const marks = [];
  for (let y = 60; y < 900; y += 60) for (let x = 60; x < 1200; x += 60) marks.push(`M${x} ${y}h0`);
  return svgDocument(
    { width: 1200, height: 900, background: PAPER },
    path(marks.join(""), { stroke: "#c2bdb0", strokeWidth: 2.4, strokeLinecap: "round" }),
    group({ fill: "none", stroke: LINE, strokeWidth: 1.8, strokeLinecap: "round", strokeLinejoin: "round" }, children),
  );
}

export const PAPER_FILL = PAPER;
export const fine = (segments, map = {}) => strokes(segments, { stroke: SOFT, strokeWidth: 1.2, ...map });
export const bold = (d, map = {}) => path(d, { strokeWidth: 2.8, ...map });
export const hot = (d, map = {}) => path(d, { stroke: ACCENT, strokeWidth: 3, ...map });
export const centreLine = (x1, y1, x2, y2) =>
  line(x1, y1, x2, y2, { stroke: SOFT, strokeWidth: 1.2, strokeDasharray: "22 6 4 6" });
export const dotted = (d, map = {}) => path(d, { stroke: SOFT, strokeWidth: 1.5, strokeDasharray: "2 7", ...map });

/** A dimension line with slim arrows and its number. */
export function dimension({ from, to, words, off = 0, upright = false }) {
  const shift = upright ? [off, 0] : [0, off];
  const [a, b] = [from, to].map((p) => [p[0] + shift[0], p[1] + shift[1]]);
  const along = upright ? [0, 1] : [1, 0];
  const arrow = ([x, y], k) =>
    polyline([
      [x + along[0] * 12 * k - along[1] * 3.5, y + along[1] * 12 * k - along[0] * 3.5],
      [x, y],
      [x + along[0] * 12 * k + along[1] * 3.5, y + along[1] * 12 * k + along[0] * 3.5],
    ]);
  const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  // If the length is shorter than its number, the number is beyond its end.
  const tight = upright && Math.abs(to[1] - from[1]) < 40;
  return [
    fine([
      [from, [a[0] + shift[0] * 0.12, a[1] + shift[1] * 0.12]],
      [to, [b[0] + shift[0] * 0.12, b[1] + shift[1] * 0.12]],
    ]),
    line(...a, ...b, { strokeWidth: 1.2 }),
    path(arrow(a, 1) + arrow(b, -1), { strokeWidth: 1.2 }),
    tight
      ? number(middle[0], Math.min(a[1], b[1]) - 16, words)
      : group(
          { transform: upright ? `rotate(-90 ${middle.join(" ")})` : undefined },
          number(middle[0], middle[1] - 14, words),
        ),
  ];
}

const number = (x, y, words) => text(x, y, words, { textAnchor: "middle", fontSize: 34, fill: LINE, stroke: "none" });

/** A numbered balloon with a leader to the part; what it is called stands in the page, beside its number. */
export const balloon = (x, y, label, to) =>
  group(
    { class: CALLOUT },
    line(x, y, ...to, { strokeWidth: 1.6 }),
    circle(...to, 6, { fill: LINE, stroke: "none" }),
    circle(x, y, 33, { fill: PAPER }),
    text(x, y + 13, label, { textAnchor: "middle", fontSize: 38, fill: LINE, stroke: "none" }),
  );

const CALLOUT = "callout";

/** The drawing for places that have no key: without its balloons. */
export const plain = (draw) => () => draw().replace(new RegExp(`<g class="${CALLOUT}">.*?</g>`, "g"), "");

/** Hatching inside a rectangle, for cut faces. */
export function hatch(x, y, width, height, gap = 12) {
  const segments = [];
  for (let k = gap; k < width + height; k += gap) {
    const a = k < height ? [x, y + k] : [x + k - height, y + height];
    const b = k < width ? [x + k, y] : [x + width, y + k - width];
    segments.push([a, b]);
  }
  return fine(segments, { strokeWidth: 1 });
}
