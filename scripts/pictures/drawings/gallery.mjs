import { bell, clamp, smooth, TAU } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { hex } from "../lib/palette.mjs";
import { createRandom } from "../lib/random.mjs";
import { box, circle, dots, drawing, group, line, path, polar, range, softPath, strokes } from "../lib/svg.mjs";

/** Pieces for the culture gallery: prints of things one sees all day in this trade. */
const print = (width, height, ground, ...children) =>
  drawing(
    { width, height, background: ground },
    group({ fill: "none", strokeLinecap: "round", strokeLinejoin: "round" }, children),
  );

export const spectrogramPrint = () => {
  const cells = range(7).map(() => []);
  for (let row = 0; row < 40; row++) {
    for (let column = 0; column < 40; column++) {
      const f = row / 40;
      const u = column / 40;
      const sweep =
        bell(f - 0.12 - 0.7 * u * u, 0.05) + 0.55 * bell(f - 0.06 - 0.35 * u * u, 0.035) + 0.5 * bell(f - 0.62, 0.02);
      const v = clamp(sweep + 0.2 * Math.abs(noise2(u * 18, f * 22, 3)));
      cells[Math.min(6, Math.floor(v * 7))].push([60 + column * 27.7, 1140 - row * 27.7]);
    }
  }
  return print(
    1200,
    1200,
    hex.ink,
    cells.map(
      (points, i) =>
        points.length > 0 && dots(points, 1.2 + i * 1.9, i > 4 ? hex.accent : i > 2 ? "#ece8de" : "#6d777f"),
    ),
  );
};

export const contourPrint = () =>
  print(
    1200,
    800,
    "#eeeae0",
    range(30).map((i) => {
      const t = (i + 1) / 30;
      const points = range(90).map((k) => {
        const a = (k / 90) * TAU;
        const wave = 1 + 0.55 * fbm(Math.cos(a) * 1.1 + 4 + t, Math.sin(a) * 1.1 - t * 0.6, 3, 8);
        return [690 + Math.cos(a) * 760 * t * wave, 380 + Math.sin(a) * 560 * t * wave];
      });
      return path(softPath(points, true), {
        stroke: i === 9 ? hex.accent : hex.ink,
        strokeWidth: i === 9 ? 6 : i % 5 === 4 ? 2.8 : 1.3,
      });
    }),
  );

export const pointCloudPrint = () => {
  const random = createRandom("gallery-cloud");
  const layers = range(6).map(() => []);
  const hot = [];
  for (let i = 0; i < 5200; i++) {
    const a = random.next() * TAU;
    const b = random.next() * TAU;
    const r = 330 + 128 * Math.cos(b);
    const x = r * Math.cos(a);
    const y = 128 * Math.sin(b);
    const z = r * Math.sin(a);
    const [px, py, pz] = [x, y * 0.62 - z * 0.78, y * 0.78 + z * 0.62];
    const k = 1 + pz / 1700;
    const at = [600 + px * k * 1.05, 600 + py * k * 1.05];
    if (Math.abs(a - 1.1) < 0.1 && Math.sin(b) > 0.1) hot.push(at);
    else layers[Math.min(5, Math.floor(((pz + 480) / 960) * 6))]?.push(at);
  }
  return print(
    1200,
    1200,
    "#0f3036",
    layers.map(
      (points, i) =>
        points.length > 0 &&
        dots(
          points.map(([x, y]) => [Math.round(x), Math.round(y)]),
          1 + i * 0.42,
          i > 3 ? "#eae7de" : "#7fc0c2",
          { strokeOpacity: 0.4 + i * 0.12 },
        ),
    ),
    dots(hot, 4.2, "#ff6a33"),
  );
};

export const heatmapPrint = () => {
  const tones = ["#d9d4c8", "#c9c6bc", "#9fb5b0", "#5b8f92", "#1f6f78", "#f2b25c", "#ff8a45", hex.accent];
  return print(
    1200,
    800,
    "#e4e0d6",
    range(24 * 16).map((i) => {
      const [c, r] = [i % 24, Math.floor(i / 24)];
      const v =
        bell(c - 16.5, 3) * bell(r - 6, 2.4) * 1.1 +
        0.6 * bell(c - 6, 2.6) * bell(r - 11, 2) +
        0.3 * (0.5 + noise2(c * 0.3, r * 0.3, 4));
      return box(48 + c * 46, 36 + r * 46, 38, 38, {
        rx: 4,
        fill: tones[Math.min(7, Math.max(0, Math.floor(v * 8.5)))],
      });
    }),
  );
};

export const waterfallPrint = () =>
  print(
    1200,
    1200,
    hex.ink,
    range(46).map((row) => {
      const base = 270 + row * 19;
      const points = range(75).map((i) => {
        const x = 90 + i * 13.8;
        const u = i / 74;
        const h =
          150 *
            bell(u - 0.5 - 0.12 * Math.sin(row * 0.12), 0.05) *
            (0.5 + 0.5 * Math.abs(noise2(row * 0.24, 2, 5)) * 2) +
          90 * bell(u - 0.68, 0.04) * smooth(10, 40, row) +
          60 * bell(u - 0.34, 0.04) +
          9 * noise2(u * 40, row, 3) * bell(u - 0.5, 0.25);
        return [x, base - Math.max(0, h)];
      });
      return path(softPath(points), {
        fill: hex.ink,
        stroke: row === 31 ? hex.accent : "#ece8de",
        strokeWidth: row === 31 ? 5 : 1.8,
      });
    }),
  );

export const orbitPrint = () =>
  print(
    1200,
    800,
    "#eeeae0",
    strokes(
      [
        [
          [600, 60],
          [600, 740],
        ],
        [
          [140, 400],
          [1060, 400],
        ],
      ],
      { stroke: "#a9a79f", strokeWidth: 1.5, strokeDasharray: "20 6 3 6" },
    ),
    range(22).map((turn) => {
      const points = range(64).map((k) => {
        const a = (k / 64) * TAU;
        const grow = 1 + turn * 0.022;
        return [
          600 + (250 * Math.cos(a) + 74 * Math.cos(2 * a + 0.8 + turn * 0.03) + 18 * Math.cos(7 * a)) * grow,
          400 + (170 * Math.sin(a + 0.3) + 52 * Math.sin(2 * a + turn * 0.04)) * grow,
        ];
      });
      return path(softPath(points, true), {
        stroke: turn === 21 ? hex.accent : hex.ink,
        strokeWidth: turn === 21 ? 5 : 1.3,
        strokeOpacity: turn === 21 ? 1 : 0.25 + turn * 0.03,
      });
    }),
    circle(600, 400, 8, { fill: hex.ink }),
  );

export const histogramPrint = () => {
  const bars = range(34).map(
    (i) => 14 + 640 * bell(i - 13, 5) + 130 * bell(i - 26, 2.2) + 16 * Math.abs(noise2(i, 3, 4)),
  );
  return print(
    1200,
    1200,
    "#d9d4c8",
    bars.map((h, i) =>
      strokes(
        range(Math.floor(h / 15)).map((k) => [
          [96 + i * 30.5, 1000 - k * 15],
          [116 + i * 30.5, 1000 - k * 15],
        ]),
        { stroke: i > 22 ? "#f04a10" : hex.ink, strokeWidth: 8, strokeLinecap: "butt" },
      ),
    ),
    line(70, 1024, 1130, 1024, { stroke: hex.ink, strokeWidth: 3 }),
    line(782, 200, 782, 1060, { stroke: hex.ink, strokeWidth: 2.5, strokeDasharray: "3 12" }),
    strokes(
      range(36).map((i) => [
        [76 + i * 30.5, 1024],
        [76 + i * 30.5, i % 5 ? 1040 : 1058],
      ]),
      { stroke: hex.ink, strokeWidth: 2 },
    ),
  );
};

export const latticePrint = () => {
  const at = (x, y, z) => [600 + (x - y) * 78, 384 + (x + y) * 40 - z * 72];
  const edges = [];
  const nodes = [];
  for (let x = 0; x < 5; x++)
    for (let y = 0; y < 5; y++)
      for (let z = 0; z < 5; z++) {
        nodes.push(at(x, y, z));
        if (x < 4) edges.push([at(x, y, z), at(x + 1, y, z)]);
        if (y < 4) edges.push([at(x, y, z), at(x, y + 1, z)]);
        if (z < 4) edges.push([at(x, y, z), at(x, y, z + 1)]);
      }
  const flaw = at(2, 3, 3);
  return print(
    1200,
    800,
    "#0f3036",
    strokes(edges, { stroke: "#6f9296", strokeWidth: 1.3 }),
    dots(
      nodes.filter((n) => n !== flaw),
      6.5,
      "#eae7de",
    ),
    circle(...flaw, 24, { stroke: "#ff6a33", strokeWidth: 3 }),
    dots([flaw], 11, "#ff6a33"),
    [48, 76].map((r) => circle(...flaw, r, { stroke: "#ff6a33", strokeWidth: 1.5, strokeDasharray: "3 9" })),
    strokes(
      range(12).map((i) => [polar(...flaw, 84, (i / 12) * TAU), polar(...flaw, 92, (i / 12) * TAU)]),
      { stroke: "#ff6a33", strokeWidth: 2 },
    ),
  );
};

export const gallery = {
  "gallery/spectrogram.svg": spectrogramPrint,
  "gallery/contour.svg": contourPrint,
  "gallery/point-cloud.svg": pointCloudPrint,
  "gallery/heatmap.svg": heatmapPrint,
  "gallery/waterfall.svg": waterfallPrint,
  "gallery/orbit.svg": orbitPrint,
  "gallery/histogram.svg": histogramPrint,
  "gallery/lattice.svg": latticePrint,
};
