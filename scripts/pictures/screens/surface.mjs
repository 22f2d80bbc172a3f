import { createRandom } from "../lib/random.mjs";
import { box, circle, element, path, range, softPath } from "../lib/svg.mjs";

/** Steel as seen by a camera: a grey field, fine grinding lines, and one flaw. The id makes clip paths unique. */
export function steelTile({ id, x, y, width, height, flaw, seed, lines = 26 }) {
  const random = createRandom(`tile-${seed}`);
  const grind = range(lines).map(() => `M${x} ${(y + random.next() * height).toFixed(0)}h${width}`);
  const bright = range(Math.round(lines / 2)).map(() => `M${x} ${(y + random.next() * height).toFixed(0)}h${width}`);
  return [
    element("clipPath", { id }, box(x, y, width, height, { rx: 6 })),
    element(
      "g",
      { clipPath: `url(#${id})` },
      box(x, y, width, height, { fill: "#6d7277" }),
      path(`M${x} ${y}h${width * 0.55}l-${width * 0.3} ${height}h-${width * 0.25}z`, {
        fill: "#83888c",
        fillOpacity: 0.7,
      }),
      path(grind.join(""), { stroke: "#565b60", strokeWidth: 1 }),
      path(bright.join(""), { stroke: "#9ba0a3", strokeWidth: 0.8, strokeOpacity: 0.7 }),
      drawFlaw({ flaw, x: x + width / 2, y: y + height / 2, size: Math.min(width, height), random }),
    ),
  ];
}

function drawFlaw({ flaw, x, y, size, random }) {
  const k = size / 100;
  if (flaw === "scratch") return scratch({ x, y, k, random });
  if (flaw === "dent")
    return [
      circle(x, y, 21 * k, { fill: "#54595e" }),
      circle(x + 4 * k, y + 4 * k, 15 * k, { fill: "#7d8286" }),
      path(`M${x - 17 * k} ${y + 10 * k}a${20 * k} ${20 * k} 0 0 0 ${34 * k} 2`, {
        fill: "none",
        stroke: "#c9cccd",
        strokeWidth: 2 * k,
      }),
    ];
  if (flaw === "pit")
    return range(9).map(() =>
      circle(x + random.gauss() * 15 * k, y + random.gauss() * 13 * k, random.between(1.5, 5) * k, { fill: "#2d3237" }),
    );
  if (flaw === "stain")
    return path(
      softPath(
        range(14).map((i) => {
          const a = (i / 14) * 6.2832;
          const r = random.between(17, 33) * k;
          return [x + r * Math.cos(a) * 1.3, y + r * Math.sin(a)];
        }),
        true,
      ),
      { fill: "#4b4f4d", fillOpacity: 0.75 },
    );
  if (flaw === "crack")
    return path(softPath(range(12).map((i) => [x + (i - 6) * 7 * k, y + random.gauss() * 6 * k + (i - 6) * 2 * k])), {
      fill: "none",
      stroke: "#24282c",
      strokeWidth: 1.8 * k,
    });
  return "";
}

function scratch({ x, y, k, random }) {
  const lean = random.between(-0.7, 0.7);
  const points = range(7).map((i) => [x + (i - 3) * 12 * k, y + (i - 3) * 12 * k * lean + random.gauss() * 1.2 * k]);
  return [
    path(softPath(points), { fill: "none", stroke: "#33383d", strokeWidth: 3 * k, strokeLinecap: "round" }),
    path(softPath(points.map(([a, b]) => [a, b + 2 * k])), {
      fill: "none",
      stroke: "#d6d8d8",
      strokeWidth: 1 * k,
      strokeLinecap: "round",
    }),
  ];
}
