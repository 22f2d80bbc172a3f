import { bell, mix, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { circle, dots, line, path, polyline, range, softPath, strokes } from "../lib/svg.mjs";
import { sheet } from "./sheet.mjs";

/** Many projects leave the bench; at each gate some run out; one reaches the line. */
export const pilotsStall = sheet("paper", (look) => {
  const gates = [470, 830, 1190];
  const random = createRandom("pilots-stall");
  const runs = range(34).map((i) => {
    const fate =
      i === 13
        ? 1700
        : (random.chance(0.22) ? gates[0] : random.chance(0.66) ? gates[1] : gates[2]) - random.between(8, 46);
    const start = 130 + i * 22.4;
    const points = [];
    for (let x = -20; x <= fate; x += 34) {
      const pull = smooth(150, 1300, x);
      points.push([
        x,
        mix(start, 500 + (i - 16.5) * 13, pull) + 46 * noise2(x * 0.0045, i * 0.31, 4) * smooth(0, 300, x),
      ]);
    }
    return { points, done: i === 13, end: points.at(-1) };
  });
  const poor = runs.filter((run) => !run.done);
  return [
    gates.map((x, i) => [
      line(x, 120 + i * 62, x, 880 - i * 62, { stroke: look.line, strokeWidth: 2 }),
      strokes(
        range(13 - i * 2).map((k) => [
          [x, 150 + i * 62 + k * 58],
          [x + 12, 150 + i * 62 + k * 58],
        ]),
        { stroke: look.line, strokeWidth: 2 },
      ),
    ]),
    path(poor.map((run) => softPath(run.points)).join(""), {
      stroke: look.line,
      strokeWidth: 2.2,
      strokeOpacity: 0.72,
    }),
    dots(
      poor.map((run) => run.end),
      6,
      look.line,
    ),
    path(softPath(runs.find((run) => run.done).points), { stroke: look.accent, strokeWidth: 8 }),
  ];
});

/** A spectrum with one carrier, its harmonics, and side bands at an even distance. */
export const vibrationSpectrum = sheet("ink", (look) => {
  const base = 800;
  const carrier = 820;
  const spacing = 74;
  const bands = range(9).map((i) => ({
    x: carrier + (i - 4) * spacing,
    size: [70, 120, 190, 300, 560, 330, 210, 130, 76][i],
  }));
  const others = [
    { x: 210, size: 250 },
    { x: 330, size: 120 },
    { x: 1340, size: 170 },
    { x: 1460, size: 90 },
  ];
  const height = (x) =>
    [...bands, ...others].reduce((sum, p) => sum + p.size * bell(x - p.x, 6.5), 0) +
    16 +
    26 * Math.abs(noise2(x * 0.05, 2, 3)) +
    12 * Math.abs(noise2(x * 0.21, 5, 4));
  const floor = range(396).map((i) => [20 + i * 4, base - height(20 + i * 4)]);
  const ghosts = range(11).map((row) =>
    softPath(
      range(132).map((i) => [
        20 + i * 12 + row * 5,
        base - 70 - row * 42 - height(20 + i * 12) * 0.26 * noise2(i * 0.1, row, 6) * 2,
      ]),
    ),
  );
  return [
    path(ghosts.join(""), { stroke: look.soft, strokeWidth: 1.4, strokeOpacity: 0.45 }),
    strokes(
      range(40).map((i) => [
        [20 + i * 40, base + 22],
        [20 + i * 40, base + (i % 5 ? 34 : 48)],
      ]),
      { stroke: look.soft, strokeWidth: 2 },
    ),
    path(polyline([...floor, [1604, base], [20, base]], true), { fill: look.ground, fillOpacity: 0.86 }),
    path(polyline(floor), { stroke: look.line, strokeWidth: 3 }),
    strokes(
      bands.map((p) => [
        [p.x, base],
        [p.x, base - p.size - 22],
      ]),
      { stroke: look.accent, strokeWidth: 6 },
    ),
    strokes(
      bands.slice(0, 8).flatMap((p) => [
        [
          [p.x + 8, 890],
          [p.x + spacing - 8, 890],
        ],
      ]),
      { stroke: look.accent, strokeWidth: 3 },
    ),
    strokes(
      bands.map((p) => [
        [p.x, 878],
        [p.x, 902],
      ]),
      { stroke: look.accent, strokeWidth: 3 },
    ),
    path(softPath(range(61).map((i) => [carrier - 380 + i * 12.667, base - 40 - 560 * bell(i * 12.667 - 380, 135)])), {
      stroke: look.soft,
      strokeWidth: 2.5,
      strokeDasharray: "3 11",
    }),
  ];
});

/** Six inspectors, fourteen parts: a disc split by how they voted. */
export const labelsDisagree = sheet("sand", (look) => {
  const random = createRandom("labels-nobody");
  const columns = 12;
  const cells = range(84).map((i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    const doubt = bell(column - 7.4, 1.5) * bell(row - 2.8, 1.9);
    const share = doubt > 0.3 ? random.between(0.3, 0.7) : random.chance(0.26 + 0.3 * (column / columns)) ? 1 : 0;
    return { x: 240 + column * 102, y: 194 + row * 102, share, doubt: doubt > 0.3 };
  });
  const wedge = ({ x, y, share }) => {
    const a = share * Math.PI * 2 - Math.PI / 2;
    return `M${x} ${y}V${y - 38}A38 38 0 ${share > 0.5 ? 1 : 0} 1 ${(x + 38 * Math.cos(a)).toFixed(1)} ${(y + 38 * Math.sin(a)).toFixed(1)}Z`;
  };
  return [
    strokes(
      range(12).map((i) => [
        [240 + i * 102, 100],
        [240 + i * 102, i % 3 ? 118 : 128],
      ]),
      { stroke: look.line, strokeWidth: 2 },
    ),
    strokes(
      range(7).map((i) => [
        [150, 194 + i * 102],
        [i % 2 ? 168 : 178, 194 + i * 102],
      ]),
      { stroke: look.line, strokeWidth: 2 },
    ),
    cells.map((c) =>
      circle(c.x, c.y, 38, {
        fill: c.share === 1 ? look.line : look.fill,
        stroke: c.doubt ? look.accent : look.line,
        strokeWidth: c.doubt ? 4 : 1.8,
      }),
    ),
    path(
      cells
        .filter((c) => c.doubt)
        .map(wedge)
        .join(""),
      { fill: look.accent },
    ),
  ];
});

/** A curve known at a few points; the band says how little is known between them. */
export const smallData = sheet("paper", (look) => {
  const known = [
    [210, 640],
    [370, 560],
    [520, 590],
    [905, 380],
    [1010, 400],
    [1390, 300],
  ];
  const middle = (x) => 620 - 0.25 * x + 74 * Math.sin(x * 0.0072) + 26 * Math.sin(x * 0.017 + 1);
  const lift = known.map(([x, y]) => y - middle(x));
  const weight = (x, i) => bell(x - known[i][0], 120) + 1e-6;
  const curve = (x) => {
    const total = known.reduce((sum, _, i) => sum + weight(x, i), 0);
    return middle(x) + known.reduce((sum, _, i) => sum + lift[i] * weight(x, i), 0) / total;
  };
  const doubt = (x) => 12 + 250 * (1 - Math.max(...known.map(([kx]) => bell(x - kx, 95))));
  const band = (k) => softPath(range(82).map((i) => [i * 20 - 10, curve(i * 20 - 10) + k * doubt(i * 20 - 10)]));
  const steps = range(21).map((i) => (i - 10) / 10);
  return [
    path(steps.map(band).join(""), { stroke: look.line, strokeWidth: 1.6, strokeOpacity: 0.5 }),
    path(band(0), { stroke: look.line, strokeWidth: 5 }),
    known.map(([x, y]) => [
      circle(x, curve(x) + 0 * y, 30, { fill: look.ground, stroke: look.line, strokeWidth: 2 }),
      circle(x, curve(x), 14, { fill: look.accent }),
    ]),
  ];
});
