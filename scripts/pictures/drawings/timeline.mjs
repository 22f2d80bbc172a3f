import { TAU } from "../lib/maths.mjs";
import { box, circle, line, path, polar, polyline, range, softPath, strokes } from "../lib/svg.mjs";
import { ACCENT, bold, centreLine, dimension, dotted, fine, hatch, hot, LINE, PAPER_FILL, plate } from "./sheet.mjs";

/** Five steps of the company, each one object on a shared base line. */
const step = (index, ...children) =>
  plate(
    line(60, 740, 1140, 740, { strokeWidth: 2.4 }),
    strokes(
      range(37).map((i) => [
        [60 + i * 30, 740],
        [60 + i * 30, i % 6 === 3 ? 772 : 754],
      ]),
      { strokeWidth: 1.3 },
    ),
    circle(150 + index * 180, 740, 12, { fill: ACCENT, stroke: "none" }),
    children,
  );

export const timeline2016 = () =>
  step(
    0,
    bold("M240 640h720M280 640v90M920 640v90"),
    hatch(240, 640, 720, 18),
    path("M420 640V500h200v140zM440 520h160v84H440z", { fill: PAPER_FILL, strokeWidth: 2.6 }),
    hot(
      softPath(range(30).map((i) => [446 + i * 5.1, 562 + Math.sin(i * 0.7) * 22 * Math.exp(-((i - 15) ** 2) / 60)])),
    ),
    circle(760, 570, 70, { fill: PAPER_FILL, strokeWidth: 2.8 }),
    circle(760, 570, 26),
    range(10).map((i) => circle(...polar(760, 570, 48, (i / 10) * TAU), 13)),
    box(742, 482, 36, 22, { fill: ACCENT, stroke: "none" }),
    hot("M742 492C700 480 680 520 620 560", { strokeWidth: 2 }),
    path("M560 120v120M470 330l40-90h100l40 90z", { strokeWidth: 2.6, fill: PAPER_FILL }),
    dotted("M480 336 380 630M640 336 760 480"),
  );

export const timeline2018 = () =>
  step(
    1,
    range(3).map((i) => [
      path(`M${230 + i * 260} 700V${420 - i * 50}h150v${280 + i * 50}z`, { fill: PAPER_FILL, strokeWidth: 2.6 }),
      fine(
        range(7 + i).map((k) => [
          [230 + i * 260, 460 - i * 50 + k * 34],
          [380 + i * 260, 460 - i * 50 + k * 34],
        ]),
      ),
      circle(305 + i * 260, 440 - i * 50, 9, { fill: i === 1 ? ACCENT : "none" }),
    ]),
    hot("M305 404C330 250 540 240 560 352M572 352C610 190 800 190 822 300", { strokeWidth: 2.6 }),
    [
      [305, 404],
      [566, 354],
      [824, 304],
    ].map(([x, y]) => circle(x, y, 7, { fill: LINE })),
    dimension({ from: [230, 700], to: [900, 700], words: "3 ×", off: -480 }),
  );

export const timeline2020 = () =>
  step(
    2,
    range(6).map((i) =>
      path(
        polyline(
          [
            [330, 590 - i * 72],
            [600, 700 - i * 72],
            [870, 590 - i * 72],
            [600, 480 - i * 72],
          ],
          true,
        ),
        { fill: i === 3 ? ACCENT : PAPER_FILL, stroke: i === 3 ? ACCENT : LINE, strokeWidth: 2.2 },
      ),
    ),
    centreLine(600, 90, 600, 730),
  );

export const timeline2022 = () =>
  step(
    3,
    circle(600, 400, 250, { strokeWidth: 2.8, fill: PAPER_FILL }),
    [206, 196, 120, 44].map((r) => circle(600, 400, r)),
    range(9).map((i) =>
      path(
        `M${polar(600, 400, 120, (i / 9) * TAU)
          .map(Math.round)
          .join(" ")}Q${polar(600, 400, 186, (i / 9) * TAU + 0.2)
          .map(Math.round)
          .join(" ")} ${polar(600, 400, 196, (i / 9) * TAU + 0.9)
          .map(Math.round)
          .join(" ")}`,
        { strokeWidth: 1.8 },
      ),
    ),
    circle(600, 400, 44, { fill: ACCENT, stroke: "none" }),
    fine(
      range(72).map((i) => [polar(600, 400, 226, (i / 72) * TAU), polar(600, 400, i % 6 ? 236 : 246, (i / 72) * TAU)]),
    ),
    dimension({ from: [350, 400], to: [850, 400], words: "Ø 52 mm", off: 290 }),
  );

export const timeline2024 = () =>
  step(
    4,
    range(4).map((row) =>
      range(9).map((i) => {
        const [x, y] = [200 + i * 100 + (row % 2) * 50, 220 + row * 120];
        return [
          circle(x, y, 26, {
            fill: (row * 9 + i) % 11 === 4 ? ACCENT : PAPER_FILL,
            stroke: (row * 9 + i) % 11 === 4 ? ACCENT : LINE,
          }),
          circle(x, y, 8),
        ];
      }),
    ),
    fine(
      range(3).flatMap((row) =>
        range(9).flatMap((i) => {
          const shift = row % 2 ? 50 : 0;
          const [x, y] = [200 + i * 100 + shift, 246 + row * 120];
          return [
            ...(i < 8 || row % 2 === 0
              ? [
                  [
                    [x, y],
                    [x + 50, y + 68],
                  ],
                ]
              : []),
            ...(i > 0 || row % 2
              ? [
                  [
                    [x, y],
                    [x - 50, y + 68],
                  ],
                ]
              : []),
          ];
        }),
      ),
    ),
  );
