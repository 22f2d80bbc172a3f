import { bell, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";
import { dots, line, path, range, softPath, strokes } from "../lib/svg.mjs";
import { sheet } from "./sheet.mjs";

/** Every dot is a coil that was scrapped; quarter by quarter the columns shrink, and the curve with them. */
export const lessScrap = sheet("sand", (look) => {
  const random = createRandom("less-scrap");
  const columns = range(16).map((i) => Math.round(15 * (1 - 0.74 * smooth(3, 15, i)) + 2.2 * noise2(i * 0.9, 4, 7)));
  const place = (i, row, side) => [176 + i * 84 + side * 30, 840 - row * 44];
  const scrap = columns.flatMap((count, i) =>
    range(count).flatMap((row) => [0, 1].map((side) => ({ p: place(i, row, side), last: row >= count - 1 }))),
  );
  const saved = columns.flatMap((count, i) =>
    range(Math.max(0, 16 - count)).flatMap((row) => [0, 1].map((side) => place(i, row + count, side))),
  );
  const curve = columns.map((count, i) => [191 + i * 84, 840 - count * 44 - 8 + random.between(-2, 2)]);
  return [
    dots(saved, 3, look.soft),
    dots(
      scrap.filter((s) => !s.last).map((s) => s.p),
      12,
      look.line,
    ),
    dots(
      scrap.filter((s) => s.last).map((s) => s.p),
      12,
      look.line,
    ),
    path(softPath([[60, curve[0][1]], ...curve, [1540, curve.at(-1)[1]]]), { stroke: look.accent, strokeWidth: 8 }),
    line(130, 876, 1500, 876, { stroke: look.line, strokeWidth: 2.4 }),
    strokes(
      range(16).map((i) => [
        [191 + i * 84, 876],
        [191 + i * 84, i % 4 ? 888 : 902],
      ]),
      { stroke: look.line, strokeWidth: 2.4 },
    ),
  ];
});

/** The power drawn in each press cycle, one under the other; one cycle breathes differently. */
export const energySensor = sheet("petrol", (look) => {
  const odd = 15;
  const cycle = (u, row) => {
    const plateau = smooth(0.13, 0.17, u) * (1 - smooth(0.6, 0.64, u));
    const inrush = 0.9 * bell(u - 0.165, 0.012) + 0.4 * bell(u - 0.42, 0.02);
    const drag = row === odd ? 0.45 * bell(u - 0.52, 0.045) + 0.5 * bell(u - 0.7, 0.025) : 0;
    return (
      0.55 * plateau +
      inrush * (0.9 + 0.2 * noise2(row, 3, 2)) +
      0.3 * bell(u - 0.8, 0.05) +
      drag +
      0.05 * noise2(u * 30, row, 6) +
      0.03
    );
  };
  return range(26).map((row) => {
    const base = 250 + row * 26;
    const shift = 18 * noise2(row * 0.37, 2, 5);
    const points = range(112).map((i) => [60 + i * 13.33 + shift, base - 150 * cycle(i / 111, row)]);
    const hot = row === odd;
    const d = softPath(points);
    return path(d, {
      fill: look.ground,
      stroke: hot ? look.accent : look.line,
      strokeWidth: hot ? 6 : 2,
      strokeOpacity: hot ? 1 : 0.5 + 0.02 * row,
    });
  });
});
