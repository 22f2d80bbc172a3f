/** The features of the Lottie format that the animations use: shape layers, trims, keyframes. */
const rgb = (hex) =>
  [1, 3, 5].map((i) => Number((Number.parseInt(hex.slice(i, i + 2), 16) / 255).toFixed(3))).concat(1);

export const INK = "#7a828b";
export const ACCENT = "#ff5a1f";
export const DATA = "#3f9299";

export const constant = (k) => ({ a: 0, k });
const list = (value) => (Array.isArray(value) ? value : [value]);

/** Points written as one line: "396,250 430,262". */
export const parsePoints = (line) => line.split(" ").map((spot) => spot.split(",").map(Number));

/** Times and values written as one line: "0:0 20:100", "0:130,0 100:670,0". */
export const parseTimedValues = (line) =>
  line.split(" ").map((cue) => {
    const [time, value] = cue.split(":");
    const numbers = value.split(",").map(Number);
    return [Number(time), numbers.length > 1 ? numbers : numbers[0]];
  });

/** Keyframes `[time, value]` with the site's easing; `linear` for continuous motion. */
export function keyframes(frames, { linear = false } = {}) {
  const bend = linear
    ? { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } }
    : { i: { x: [0.35], y: [1] }, o: { x: [0.5], y: [0] } };
  return {
    a: 1,
    k: frames.map(([t, value], index) => ({ t, s: list(value), ...(index < frames.length - 1 ? bend : {}) })),
  };
}

/** A path that changes its shape: each keyframe's value is a list of points. */
function morph(frames, { closed = false } = {}) {
  const bend = { i: { x: 0.35, y: 1 }, o: { x: 0.5, y: 0 } };
  return {
    a: 1,
    k: frames.map(([t, points], index) => ({
      t,
      s: [outline(points, closed)],
      ...(index < frames.length - 1 ? bend : {}),
    })),
  };
}

/** Points as a curve: handles are a sixth of the way between neighbours (Catmull-Rom). */
function outline(points, closed = false, tension = 1 / 6) {
  const at = (i) =>
    closed ? points[(i + points.length) % points.length] : points[Math.min(points.length - 1, Math.max(0, i))];
  const hand = (i, k) => [0, 1].map((axis) => Number(((at(i + 1)[axis] - at(i - 1)[axis]) * tension * k).toFixed(1)));
  return {
    c: closed,
    v: points.map((p) => p.map((n) => Number(n.toFixed(1)))),
    i: points.map((_, i) => hand(i, -1)),
    o: points.map((_, i) => hand(i, 1)),
  };
}

export const curve = (points, closed = false) => ({ ty: "sh", ks: constant(outline(points, closed)) });
export const polygon = (points, closed = false) => ({ ty: "sh", ks: constant(outline(points, closed, 0)) });
export const morphingPath = (frames) => ({ ty: "sh", ks: morph(frames) });
export const ellipse = (x, y, size) => ({ ty: "el", p: constant([x, y]), s: constant([size, size]), d: 1 });
export const rectangle = (x, y, width, height, r = 0) => ({
  ty: "rc",
  p: constant([x, y]),
  s: constant([width, height]),
  r: constant(r),
  d: 1,
});
export const stroke = (colour, width, opacity = constant(100)) => ({
  ty: "st",
  c: constant(rgb(colour)),
  o: opacity,
  w: constant(width),
  lc: 2,
  lj: 2,
});
export const fill = (colour, opacity = constant(100)) => ({ ty: "fl", c: constant(rgb(colour)), o: opacity, r: 1 });
export const trim = ({ start = constant(0), end = constant(100), offset = constant(0) }) => ({
  ty: "tm",
  s: start,
  e: end,
  o: offset,
  m: 1,
});

/** A group of shapes with a transform of its own. */
export function shapeGroup(
  shapes,
  {
    position = constant([0, 0]),
    anchor = constant([0, 0]),
    scale = constant([100, 100]),
    rotation = constant(0),
    opacity = constant(100),
  } = {},
) {
  return { ty: "gr", it: [...shapes, { ty: "tr", p: position, a: anchor, s: scale, r: rotation, o: opacity }] };
}

/** The whole animation; later layers are below earlier ones, as in Lottie. */
export function animation({ name, frames, layers }) {
  return JSON.stringify({
    v: "5.9.0",
    fr: 60,
    ip: 0,
    op: frames,
    w: 800,
    h: 600,
    nm: name,
    ddd: 0,
    assets: [],
    layers: layers.map(([title, shapes], index) => ({
      ddd: 0,
      ind: index + 1,
      ty: 4,
      nm: title,
      sr: 1,
      ks: {
        o: constant(100),
        r: constant(0),
        p: constant([0, 0, 0]),
        a: constant([0, 0, 0]),
        s: constant([100, 100, 100]),
      },
      ao: 0,
      shapes,
      ip: 0,
      op: frames,
      st: 0,
      bm: 0,
    })),
  });
}
