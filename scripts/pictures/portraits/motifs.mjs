import { TAU } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { circle, dots, path, polar, polyline, range, softPath, strokes } from "../lib/svg.mjs";

/** Rings bent by one person's own harmonics, like the contour of a hill or the rings of a tree. */
export const rings =
  ({ lobes, bend, count = 17, seed, hot }) =>
  (look, { cx, cy, r }) =>
    range(count).map((i) => {
      const t = (i + 1) / count;
      const points = range(48).map((k) => {
        const a = (k / 48) * TAU;
        const wave =
          Math.cos(a * lobes + t * 2.4) * bend * t * (1 - t * 0.85) +
          fbm(Math.cos(a) * 1.4 + seed, Math.sin(a) * 1.4 + t * 1.5, 3, seed) * 0.5 * t * (1.12 - t);
        return polar(cx, cy, r * t * (1 + wave), a);
      });
      const isHot = i === hot;
      return path(softPath(points, true), {
        stroke: isHot ? look.accent : look.line,
        strokeWidth: isHot ? 4 : 1.4,
        strokeOpacity: isHot ? 1 : Math.round(90 - 45 * t) / 100,
      });
    });

/** A gimbal: great circles of a turning sphere. */
export const gyroscope = (look, { cx, cy, r }) => {
  const circleOf = (tilt, turn, size) =>
    range(40).map((k) => {
      const a = (k / 40) * TAU;
      const x = Math.cos(a) * size;
      const y = Math.sin(a) * Math.cos(tilt) * size;
      return [cx + x * Math.cos(turn) - y * Math.sin(turn), cy + x * Math.sin(turn) + y * Math.cos(turn)];
    });
  const sphere = range(12).map((i) =>
    path(softPath(circleOf((i / 12) * Math.PI, -0.5, r * 0.94), true), {
      stroke: look.line,
      strokeWidth: 1.2,
      strokeOpacity: 0.55,
    }),
  );
  const meridians = range(7).map((i) =>
    path(softPath(circleOf((i / 7) * Math.PI + 0.2, 1.07, r * 0.94), true), {
      stroke: look.line,
      strokeWidth: 1.2,
      strokeOpacity: 0.4,
    }),
  );
  return [
    sphere,
    meridians,
    path(softPath(circleOf(1.25, 0.35, r * 0.94), true), { stroke: look.accent, strokeWidth: 4 }),
    circle(cx, cy, 9, { fill: look.accent }),
  ];
};

/** A scatter that a density has been fitted to. */
export const density = (look, { cx, cy, r }) => {
  const random = createRandom("density");
  const cloud = range(420).map(() => {
    const lobe = random.chance(0.62) ? [-46, 26, 62, 40, 0.5] : [74, -62, 40, 56, -0.4];
    const [x, y] = [random.gauss() * lobe[2], random.gauss() * lobe[3]];
    return [
      cx + lobe[0] + x * Math.cos(lobe[4]) - y * Math.sin(lobe[4]),
      cy + lobe[1] + x * Math.sin(lobe[4]) + y * Math.cos(lobe[4]),
    ];
  });
  const inside = cloud.filter(([x, y]) => Math.hypot(x - cx, y - cy) < r - 4);
  const shell = (ox, oy, sx, sy, turn, k) =>
    path(
      softPath(
        range(40).map((i) => {
          const a = (i / 40) * TAU;
          const x = Math.cos(a) * sx * k;
          const y = Math.sin(a) * sy * k;
          return [cx + ox + x * Math.cos(turn) - y * Math.sin(turn), cy + oy + x * Math.sin(turn) + y * Math.cos(turn)];
        }),
        true,
      ),
      { stroke: k === 1 ? look.accent : look.line, strokeWidth: k === 1 ? 3.5 : 1.2, strokeOpacity: k === 1 ? 1 : 0.6 },
    );
  return [
    dots(inside, 2.3, look.line, { strokeOpacity: 0.75 }),
    [0.5, 1, 1.55, 2.1].map((k) => shell(-46, 26, 62, 40, 0.5, k)),
    [0.5, 1.05, 1.5].map((k) => shell(74, -62, 40, 56, -0.4, k)),
  ];
};

/** The blades of an iris. */
export const iris = (look, { cx, cy, r }) => {
  const blades = 9;
  const open = r * 0.34;
  const edges = range(blades).map((i) => {
    const a = (i / blades) * TAU;
    const from = polar(cx, cy, open, a);
    const to = polar(cx, cy, r * 0.96, a + 0.98);
    const bend = polar(cx, cy, r * 0.72, a + 0.3);
    return `M${from.map(Math.round).join(" ")}Q${bend.map(Math.round).join(" ")} ${to.map(Math.round).join(" ")}`;
  });
  const hatch = range(blades * 9).map((i) => {
    const a = (i / (blades * 9)) * TAU;
    return [polar(cx, cy, r * 0.6 + (i % 9) * 7, a), polar(cx, cy, r * 0.92, a + 0.22)];
  });
  const hole = range(blades).map((i) => polar(cx, cy, open, (i / blades) * TAU));
  return [
    strokes(hatch, { stroke: look.line, strokeWidth: 1.1, strokeOpacity: 0.45 }),
    path(edges.join(""), { stroke: look.line, strokeWidth: 2 }),
    path(polyline(hole, true), { fill: look.accent }),
    circle(cx, cy, r * 0.96, { stroke: look.line, strokeWidth: 1.5 }),
  ];
};

/** Two classes and the boundary between them. */
export const boundary = (look, { cx, cy, r }) => {
  const field = (x, y) =>
    noise2(x * 0.0105 + 3, 0.4, 12) * 0.7 + (y - cy) * 0.0042 + 0.16 * noise2(x * 0.02, y * 0.02, 5);
  const step = 17;
  const plus = [];
  const sized = range(5).map(() => []);
  for (let y = cy - r + 12; y < cy + r; y += step) {
    for (let x = cx - r + 12; x < cx + r; x += step) {
      const v = field(x, y);
      if (Math.hypot(x - cx, y - cy) > r - 8 || Math.abs(v) < 0.06) continue;
      if (v > 0) sized[Math.min(4, Math.floor(v * 7))].push([x, y]);
      else
        plus.push(
          [
            [x - 3.5, y],
            [x + 3.5, y],
          ],
          [
            [x, y - 3.5],
            [x, y + 3.5],
          ],
        );
    }
  }
  return [
    sized.map((points, i) => points.length > 0 && dots(points, 1.6 + i * 0.9, look.line)),
    strokes(plus, { stroke: look.soft, strokeWidth: 1.4 }),
    path(zeroLine(field, { cx, cy, r }), { stroke: look.accent, strokeWidth: 4 }),
  ];
};

/** Follows the zero of a field from left to right by bisecting each column. */
function zeroLine(field, { cx, cy, r }) {
  const points = [];
  for (let x = cx - r; x <= cx + r; x += 8) {
    let low = cy - r;
    let high = cy + r;
    for (let i = 0; i < 24; i++) {
      const middle = (low + high) / 2;
      if (field(x, middle) > 0) high = middle;
      else low = middle;
    }
    if (Math.hypot(x - cx, low - cy) < r) points.push([x, low]);
  }
  return softPath(points);
}

/** Stacked plates seen from the side. */
export const plates = (look, { cx, cy, r }) =>
  range(9).map((i) => {
    const y = cy + r * 0.62 - i * r * 0.155;
    const w = r * (0.86 - 0.05 * Math.abs(i - 4));
    const d = w * 0.36;
    const shape = polyline(
      [
        [cx - w, y],
        [cx, y + d],
        [cx + w, y],
        [cx, y - d],
      ],
      true,
    );
    const hot = i === 5;
    return path(shape, {
      fill: hot ? look.accent : look.fill,
      stroke: hot ? look.accent : look.line,
      strokeWidth: 1.6,
      fillOpacity: hot ? 1 : 0.86,
    });
  });
