const CAMEL = new Set([
  "viewBox",
  "gradientUnits",
  "gradientTransform",
  "patternUnits",
  "patternTransform",
  "clipPathUnits",
]);
const attributeName = (key) => (CAMEL.has(key) ? key : key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`));
const escapeText = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** One decimal is a tenth of a pixel: enough for drawings, in half the size. */
export const round = (value) => String(Math.round(value * 10) / 10);

function attributes(map) {
  return Object.entries(map)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([key, value]) =>
        ` ${attributeName(key)}="${escapeText(typeof value === "number" ? Number(value.toFixed(3)) : value)}"`,
    )
    .join("");
}

export function element(name, map = {}, ...children) {
  const inner = children.flat(Number.POSITIVE_INFINITY).filter(Boolean).join("");
  return inner ? `<${name}${attributes(map)}>${inner}</${name}>` : `<${name}${attributes(map)}/>`;
}

export const group = (map, ...children) => element("g", map, ...children);
export const circle = (cx, cy, r, map = {}) => element("circle", { cx: round(cx), cy: round(cy), r: round(r), ...map });
export const line = (x1, y1, x2, y2, map = {}) =>
  element("path", { d: `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, ...map });
export const box = (x, y, width, height, map = {}) =>
  element("rect", { x: round(x), y: round(y), width: round(width), height: round(height), ...map });
export const text = (x, y, words, map = {}) => element("text", { x: round(x), y: round(y), ...map }, escapeText(words));

/** A whole drawing; without `background` it is transparent (icons, logos). */
export function svgDocument({ width, height, background, label }, ...children) {
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    label ? element("title", {}, escapeText(label)) : "",
    background ? box(0, 0, width, height, { fill: background }) : "",
    children,
  );
}

const at = (p) => `${round(p[0])} ${round(p[1])}`;
const tenth = (value) => Math.round(value * 10);

/** A pen that writes relative commands in tenths of a pixel, without losing position to rounding. */
function createPen(start) {
  let [x, y] = [tenth(start[0]), tenth(start[1])];
  const short = (n) => String(n / 10).replace(/^(-?)0\./, "$1.");
  const join = (numbers) => numbers.reduce((text, n, i) => text + (i === 0 || n.startsWith("-") ? n : ` ${n}`), "");
  const delta = (p) => [short(tenth(p[0]) - x), short(tenth(p[1]) - y)];
  const move = (p) => {
    x = tenth(p[0]);
    y = tenth(p[1]);
  };
  return {
    start: `M${short(x)} ${short(y)}`,
    line: (p) => {
      const part = `l${join(delta(p))}`;
      move(p);
      return part;
    },
    bend: (c, p) => {
      const part = `q${join([...delta(c), ...delta(p)])}`;
      move(p);
      return part;
    },
  };
}

export function polyline(points, closed = false) {
  const pen = createPen(points[0]);
  return pen.start + points.slice(1).map(pen.line).join("") + (closed ? "Z" : "");
}

/** A soft path through the middles of the given points: fewer points draw the same curve. */
export function softPath(points, closed = false) {
  if (points.length < 3) return polyline(points, closed);
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (closed) {
    const pen = createPen(middle(points.at(-1), points[0]));
    return `${pen.start}${points.map((p, i) => pen.bend(p, middle(p, points[(i + 1) % points.length]))).join("")}Z`;
  }
  const pen = createPen(points[0]);
  const last = points.length - 1;
  return (
    pen.start +
    points
      .slice(1, -1)
      .map((p, i) => pen.bend(p, i + 2 === last ? points[last] : middle(p, points[i + 2])))
      .join("")
  );
}

export const path = (d, map = {}) => element("path", { d, ...map });

/** Many strokes of one look as one element. */
export const strokes = (segments, map = {}) =>
  path(segments.map(([a, b]) => polyline([a, b])).join(""), { fill: "none", ...map });

export const polar = (cx, cy, r, angle) => [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];

/** An arc as a path; angles in radians, clockwise from three o'clock. */
export function arc({ cx, cy, r, from, to }) {
  const large = Math.abs(to - from) > Math.PI ? 1 : 0;
  return `M${at(polar(cx, cy, r, from))}A${round(r)} ${round(r)} 0 ${large} ${to > from ? 1 : 0} ${at(polar(cx, cy, r, to))}`;
}

/** Radial tick marks, every `major`-th one longer. */
export function ticks({ cx, cy, r, size, count, major = 5, from = 0, to = Math.PI * 2 }) {
  const segments = [];
  for (let i = 0; i < count; i++) {
    const angle = from + ((to - from) * i) / (Math.abs(to - from) > 6.28 ? count : count - 1);
    const long = i % major === 0 ? size * 1.9 : size;
    segments.push([polar(cx, cy, r, angle), polar(cx, cy, r + long, angle)]);
  }
  return segments;
}

export const range = (count) => Array.from({ length: count }, (_, i) => i);

/** Many dots of one size as one element: zero-length strokes with round ends. */
export const dots = (points, r, colour, map = {}) =>
  path(points.map((p) => `M${at(p)}h0`).join(""), {
    fill: "none",
    stroke: colour,
    strokeWidth: r * 2,
    strokeLinecap: "round",
    ...map,
  });
