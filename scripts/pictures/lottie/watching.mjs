import { bell, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import {
  ACCENT,
  animation,
  constant,
  curve,
  DATA,
  fill,
  INK,
  keyframes,
  parsePoints,
  parseTimedValues,
  polygon,
  rectangle,
  shapeGroup,
  stroke,
  trim,
} from "./kit.mjs";

const FRAMES = 240;
const range = (count) => Array.from({ length: count }, (_, i) => i);

/** A trace that is redrawn like on an oscilloscope, with its spectrum under it. */
export function signal() {
  const wave = range(100).map((i) => {
    const u = i / 99;
    const burst = bell(u - 0.62, 0.09);
    return [60 + u * 680, 210 + Math.sin(i * 0.9) * (16 + 92 * burst) + 14 * noise2(i * 0.4, 3, 3)];
  });
  const run = (start, end) =>
    trim({
      start: constant(start),
      end: constant(end),
      offset: keyframes(
        [
          [0, 0],
          [FRAMES, 360],
        ],
        { linear: true },
      ),
    });
  const bars = range(30).map((i) => {
    const high = 14 + 130 * bell(i - 11, 1) + 70 * bell(i - 22, 1) + 26 * Math.abs(noise2(i * 0.7, 4, 5));
    const hot = i === 11 || i === 22;
    const beat = range(7).map((k) => [k * 40, [100, 72 + 28 * Math.cos((k / 6) * TAU + i * 0.8)]]);
    return shapeGroup([rectangle(0, -high / 2, 10, high, 3), fill(hot ? ACCENT : DATA)], {
      position: constant([82 + i * 22, 500]),
      scale: keyframes(beat),
    });
  });
  return animation({
    name: "signal",
    frames: FRAMES,
    layers: [
      ["head", [shapeGroup([curve(wave), run(88, 92), stroke(ACCENT, 9)])]],
      ["trace", [shapeGroup([curve(wave), run(8, 90), stroke(INK, 4)])]],
      ["bars", bars],
      [
        "axes",
        [
          shapeGroup([
            polygon([
              [60, 500],
              [740, 500],
            ]),
            stroke(INK, 3),
          ]),
          shapeGroup([
            polygon([
              [60, 210],
              [740, 210],
            ]),
            stroke(INK, 1.5, constant(45)),
          ]),
          ...range(18).map((i) =>
            shapeGroup([
              polygon([
                [60 + i * 40, 512],
                [60 + i * 40, i % 4 ? 520 : 530],
              ]),
              stroke(INK, 2, constant(70)),
            ]),
          ),
        ],
      ],
    ],
  });
}

const SCRATCH = parsePoints("396,250 430,262 462,292 498,300 540,336");
const CORNERS = [
  "360,238 360,208 390,208",
  "558,208 588,208 588,238",
  "588,350 588,380 558,380",
  "390,380 360,380 360,350",
];

const found = (from) => keyframes(parseTimedValues(`${from}:0 ${from + 14}:100 196:100 218:0 ${FRAMES}:0`));

/** The cells near the scratch, in the order the line meets them. */
function doubtCells() {
  return range(35).flatMap((i) => {
    const [x, y] = [386 + (i % 7) * 28, 236 + Math.floor(i / 7) * 28];
    const near = Math.min(...SCRATCH.map(([sx, sy]) => Math.hypot(sx - x, sy - y)));
    if (near >= 34) return [];
    const look = near < 19 ? fill(ACCENT, constant(62)) : fill(DATA, constant(40));
    return [shapeGroup([rectangle(x, y, 24, 24, 3), look], { opacity: found(40 + Math.round((x - 386) * 0.07)) })];
  });
}

function foundFrame() {
  const shapes = [...CORNERS.map((line) => polygon(parsePoints(line))), stroke(ACCENT, 5)];
  const centre = constant([474, 294]);
  const scale = keyframes(parseTimedValues(`66:118,118 92:100,100 ${FRAMES}:100,100`));
  return shapeGroup(shapes, { anchor: centre, position: centre, opacity: found(66), scale });
}

const CELLS = "cells";

/** A light line crosses a plate; where it met a flaw, cells and a frame appear. */
function inspectWhole() {
  const position = keyframes(parseTimedValues(`0:130,0 100:670,0 130:670,0 230:130,0 ${FRAMES}:130,0`));
  const beam = [
    shapeGroup([polygon(parsePoints("0,96 0,504")), stroke(ACCENT, 5)], { position }),
    shapeGroup([rectangle(0, 300, 26, 408, 13), fill(ACCENT, constant(16))], { position }),
  ];
  const grind = range(17).map((i) => {
    const y = 144 + i * 20;
    return shapeGroup([
      polygon(parsePoints(`130,${y} 670,${y}`)),
      stroke(INK, 1.5, constant(24 + 42 * Math.abs(noise2(i, 2, 3)))),
    ]);
  });
  return animation({
    name: "inspect",
    frames: FRAMES,
    layers: [
      ["beam", beam],
      ["frame", [foundFrame()]],
      [CELLS, doubtCells()],
      ["flaw", [shapeGroup([curve(SCRATCH), stroke(INK, 5)])]],
      ["plate", [shapeGroup([rectangle(400, 300, 580, 376, 14), stroke(INK, 4)]), ...grind]],
    ],
  });
}

/** The animation without its cells, which are most of the file and are loaded as a segment. */
export function inspect() {
  const whole = JSON.parse(inspectWhole());
  const layers = whole.layers.map((layer) => (layer.nm === CELLS ? { ...layer, id: CELLS, shapes: [] } : layer));
  return JSON.stringify({ ...whole, layers, segments: ["inspect-cells.json"] });
}

/** The layer that replaces the empty one. */
export function inspectCells() {
  const whole = JSON.parse(inspectWhole());
  const layers = whole.layers.filter(({ nm }) => nm === CELLS).map((layer) => ({ ...layer, id: CELLS }));
  return JSON.stringify({ layers, op: whole.op });
}
