import { createRandom } from "../lib/random.mjs";
import { arc, circle, dots, path, polar, range, strokes } from "../lib/svg.mjs";

/** Doors in plan, each opened as far as it was when somebody went through; one stands wide open. */
export const doors = (look, { cx, cy, r }) => {
  const random = createRandom("doors");
  const step = r * 0.37;
  const size = step * 0.72;
  const fits = ([x, y]) => Math.hypot(x - cx, y - cy) < r * 0.95;
  return range(35).map((i) => {
    const column = (i % 5) - 2;
    const row = Math.floor(i / 5) - 2;
    const [x, y] = [cx + column * step - size / 2, cy + row * step + size / 2];
    const ends = [
      [x, y],
      [x + size, y],
    ];
    const open = random.between(0.15, 1.05);
    if (!ends.every(fits)) return false;
    const hot = column === 1 && row === -1;
    const colour = hot ? look.accent : look.line;
    return [
      strokes([[[x, y], polar(x, y, size, hot ? -1.5 : -open)]], { stroke: colour, strokeWidth: hot ? 6 : 3 }),
      path(arc({ cx: x, cy: y, r: size, from: hot ? -1.5 : -open, to: 0 }), {
        stroke: colour,
        strokeWidth: hot ? 2.4 : 1.3,
        strokeOpacity: hot ? 1 : 0.65,
      }),
      dots(ends, hot ? 5 : 3.2, colour),
    ];
  });
};

/** Air that leaves a pipe where it should not: three leaks, one of them loud. */
export const leaks = (look, { cx, cy, r }) => {
  const random = createRandom("leaks");
  const pipe = [-0.09, 0.09].map((side) => [
    [cx - r * 0.97, cy + side * r],
    [cx + r * 0.97, cy + side * r],
  ]);
  const flanges = [-0.62, 0.14, 0.7].map((at) => [
    [cx + at * r, cy - r * 0.15],
    [cx + at * r, cy + r * 0.15],
  ]);
  const jets = [
    { at: -0.36, up: true, reach: 0.74, count: 90, colour: look.line },
    { at: 0.42, up: true, reach: 0.86, count: 260, colour: look.accent },
    { at: -0.06, up: false, reach: 0.5, count: 70, colour: look.line },
  ];
  const jet = ({ at, up, reach, count, colour }) => {
    const [x, y] = [cx + at * r, cy + (up ? -0.1 : 0.1) * r];
    const drops = range(count).map(() => {
      const far = random.between(0.04, 1) ** 0.8 * reach * r;
      return polar(x, y, far, (up ? -1.57 : 1.57) + random.gauss() * 0.24);
    });
    const inside = drops.filter(([px, py]) => Math.hypot(px - cx, py - cy) < r - 6);
    return [dots(inside, colour === look.accent ? 3.6 : 2.4, colour), circle(x, y, 5, { fill: colour })];
  };
  return [
    strokes(pipe, { stroke: look.line, strokeWidth: 2.2 }),
    strokes(flanges, { stroke: look.line, strokeWidth: 7, strokeLinecap: "butt" }),
    range(13).map((i) =>
      path(`M${Math.round(cx - r * 0.9 + i * r * 0.15)} ${Math.round(cy)}h14`, {
        stroke: look.line,
        strokeWidth: 1.6,
        strokeOpacity: 0.6,
      }),
    ),
    jets.map(jet),
  ];
};
