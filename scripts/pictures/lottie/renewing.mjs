import { bell } from "../lib/maths.mjs";
import {
  ACCENT,
  animation,
  constant,
  curve,
  DATA,
  ellipse,
  fill,
  INK,
  keyframes,
  morphingPath,
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

/** Distributions walk over a limit, week by week, and come back after the model is trained again. */
export function drift() {
  const rows = 8;
  const form = (row, shift) =>
    range(19).map((i) => {
      const x = 90 + i * 34.4;
      return [x, 250 + row * 42 - 128 * bell(x - 270 - shift, 62 + shift * 0.12)];
    });
  const lines = range(rows).map((row) => {
    const reach = 24 * row + (row > 4 ? 26 * (row - 4) : 0);
    const late = row * 5;
    const frames = [
      [0, form(row, 0)],
      [20 + late, form(row, 0)],
      [110 + late, form(row, reach)],
      [168, form(row, reach)],
      [214, form(row, 0)],
      [FRAMES, form(row, 0)],
    ];
    const hot = row > 5;
    const own = [shapeGroup([morphingPath(frames), stroke(hot ? DATA : INK, hot ? 4 : 3)])];
    if (hot)
      own.unshift(
        shapeGroup([morphingPath(frames), stroke(ACCENT, 5)], {
          opacity: keyframes([
            [0, 0],
            [80 + late, 0],
            [112 + late, 100],
            [172, 100],
            [200, 0],
            [FRAMES, 0],
          ]),
        }),
      );
    return [`week ${row + 1}`, own];
  });
  const limit = range(17).map((i) =>
    shapeGroup([
      polygon([
        [480, 96 + i * 28],
        [480, 108 + i * 28],
      ]),
      stroke(ACCENT, 3, constant(80)),
    ]),
  );
  const ring = shapeGroup([ellipse(0, 0, 60), stroke(ACCENT, 4)], {
    position: constant([480, 84]),
    scale: keyframes([
      [166, [20, 20]],
      [206, [160, 160]],
      [FRAMES, [160, 160]],
    ]),
    opacity: keyframes([
      [0, 0],
      [165, 0],
      [168, 100],
      [206, 0],
      [FRAMES, 0],
    ]),
  });
  return animation({
    name: "drift",
    frames: FRAMES,
    layers: [
      ["retrain", [ring, shapeGroup([ellipse(480, 84, 16), fill(ACCENT)])]],
      ["limit", limit],
      ...lines.reverse(),
    ],
  });
}

const BOXES = parsePoints("160,470 400,500 640,470");
const START = [20, 60, 100];
const WAYS = BOXES.map(([x, y]) => {
  const towards = (k) => 400 + (x - 400) * k;
  return parsePoints(`400,246 ${towards(0.06)},292 ${towards(0.4)},330 ${towards(0.86)},352 ${x},388 ${x},${y - 50}`);
});

/** A bright run along the way to one box. */
function packet(way, i) {
  const at = START[i];
  const run = trim({
    start: keyframes(parseTimedValues(`${at}:0 ${at + 62}:100 ${FRAMES}:100`)),
    end: keyframes(parseTimedValues(`${at - 12}:0 ${at + 46}:100 ${FRAMES}:100`)),
  });
  const opacity = keyframes(parseTimedValues(`0:0 ${at - 12}:0 ${at - 8}:100 ${at + 52}:100 ${at + 60}:0 ${FRAMES}:0`));
  return shapeGroup([curve(way), run, stroke(ACCENT, 8)], { opacity });
}

/** A box with its terminals; it lights up, with one ring, when the model has arrived. */
function device([x, y], i) {
  const at = START[i];
  const opacity = keyframes(parseTimedValues(`0:0 ${at + 44}:0 ${at + 58}:100 206:100 226:0 ${FRAMES}:0`));
  const pulse = {
    position: constant([x, y]),
    scale: keyframes(parseTimedValues(`${at + 46}:60,60 ${at + 86}:190,190 ${FRAMES}:190,190`)),
    opacity: keyframes(parseTimedValues(`0:0 ${at + 45}:0 ${at + 48}:90 ${at + 86}:0 ${FRAMES}:0`)),
  };
  const terminals = range(5).map((k) =>
    polygon(parsePoints(`${x - 40 + k * 20},${y + 40} ${x - 40 + k * 20},${y + 56}`)),
  );
  return [
    shapeGroup([ellipse(0, 0, 96), stroke(ACCENT, 3)], pulse),
    shapeGroup([rectangle(x, y, 44, 30, 5), fill(ACCENT)], { opacity }),
    shapeGroup([rectangle(x, y, 44, 30, 5), stroke(INK, 3)]),
    shapeGroup([rectangle(x, y, 120, 80, 10), stroke(INK, 4)]),
    shapeGroup([...terminals, stroke(INK, 3)]),
  ];
}

/** The grid the model was trained on; the nodes it uses light up once a loop. */
function trainingNode(i) {
  const [x, y] = [312 + (i % 5) * 44, 84 + Math.floor(i / 5) * 36];
  const hot = [6, 7, 11, 12, 13, 17].includes(i);
  const late = (i % 5) * 6;
  const beat = keyframes(parseTimedValues(`0:100,100 ${14 + late}:150,150 ${60 + late}:100,100 ${FRAMES}:100,100`));
  const scale = hot ? beat : constant([100, 100]);
  return shapeGroup([ellipse(0, 0, hot ? 16 : 10), fill(hot ? ACCENT : INK)], { position: constant([x, y]), scale });
}

/** A model leaves the grid it was trained on and arrives at three boxes, one after the other. */
export function deploy() {
  const thin = (width) => stroke(INK, width, constant(50));
  const grid = range(5).flatMap((i) => [
    polygon(parsePoints(`312,${84 + i * 36} 488,${84 + i * 36}`)),
    polygon(parsePoints(`${312 + i * 44},84 ${312 + i * 44},228`)),
  ]);
  return animation({
    name: "deploy",
    frames: FRAMES,
    layers: [
      ["packets", WAYS.map(packet)],
      ["nodes", range(25).map(trainingNode)],
      ["devices", BOXES.flatMap(device)],
      ["ways", WAYS.map((way) => shapeGroup([curve(way), thin(2)]))],
      ["grid", [shapeGroup([...grid, thin(1.5)])]],
    ],
  });
}
