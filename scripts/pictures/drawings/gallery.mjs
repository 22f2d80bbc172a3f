import { TAU } from "../lib/maths.mjs";
import { createRandom } from "../lib/random.mjs";
import { circle, dots, group, polar, range, strokes, svgDocument } from "../lib/svg.mjs";

/** Pictures for the culture gallery: prints of everyday things of this trade. */
const print = (width, height, ground, ...children) =>
  svgDocument(
    { width, height, background: ground },
    group({ fill: "none", strokeLinecap: "round", strokeLinejoin: "round" }, children),
  );

const pointCloudPrint = () => {
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

const latticePrint = () => {
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
  "gallery/point-cloud.svg": pointCloudPrint,
  "gallery/lattice.svg": latticePrint,
};
