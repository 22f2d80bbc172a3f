import { bell, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { ACCENT, animation, corners, curve, DATA, ellipse, fill, fixed, INK, keyed, moving, part, rectangle, stroke, trim } from "./kit.mjs";

const FRAMES = 240;
const range = (count) => Array.from({ length: count }, (_, i) => i);

/** A trace that is redrawn like on an oscilloscope, with its spectrum under it. */
export function signal() {
  const wave = range(100).map((i) => {
    const u = i / 99;
    const burst = bell(u - 0.62, 0.09);
    return [60 + u * 680, 210 + Math.sin(i * 0.9) * (16 + 92 * burst) + 14 * noise2(i * 0.4, 3, 3)];
  });
  const run = (start, end) => trim({ start: fixed(start), end: fixed(end), offset: keyed([[0, 0], [FRAMES, 360]], { linear: true }) });
  const bars = range(30).map((i) => {
    const high = 14 + 130 * bell(i - 11, 1) + 70 * bell(i - 22, 1) + 26 * Math.abs(noise2(i * 0.7, 4, 5));
    const hot = i === 11 || i === 22;
    const beat = range(7).map((k) => [k * 40, [100, 72 + 28 * Math.cos((k / 6) * TAU + i * 0.8)]]);
    return part([rectangle(0, -high / 2, 10, high, 3), fill(hot ? ACCENT : DATA)], { position: fixed([82 + i * 22, 500]), scale: keyed(beat) });
  });
  return animation({
    name: "signal",
    frames: FRAMES,
    layers: [
      ["head", [part([curve(wave), run(88, 92), stroke(ACCENT, 9)])]],
      ["trace", [part([curve(wave), run(8, 90), stroke(INK, 4)])]],
      ["bars", bars],
      ["axes", [part([corners([[60, 500], [740, 500]]), stroke(INK, 3)]), part([corners([[60, 210], [740, 210]]), stroke(INK, 1.5, fixed(45))]), ...range(18).map((i) => part([corners([[60 + i * 40, 512], [60 + i * 40, i % 4 ? 520 : 530]]), stroke(INK, 2, fixed(70))]))]],
    ],
  });
}

/** A light line crosses a plate; where it met a flaw, cells and a frame appear. */
export function inspect() {
  const sweep = [[0, [130, 0]], [100, [670, 0]], [130, [670, 0]], [230, [130, 0]], [FRAMES, [130, 0]]];
  const found = (from) => keyed([[from, 0], [from + 14, 100], [196, 100], [218, 0], [FRAMES, 0]]);
  const scratch = [[396, 250], [430, 262], [462, 292], [498, 300], [540, 336]];
  const cells = range(35).map((i) => {
    const [column, row] = [i % 7, Math.floor(i / 7)];
    const [x, y] = [386 + column * 28, 236 + row * 28];
    const near = Math.min(...scratch.map(([sx, sy]) => Math.hypot(sx - x, sy - y)));
    return { x, y, near };
  });
  const bracket = [[[360, 238], [360, 208], [390, 208]], [[558, 208], [588, 208], [588, 238]], [[588, 350], [588, 380], [558, 380]], [[390, 380], [360, 380], [360, 350]]];
  const lines = range(17).map((i) => part([corners([[130, 144 + i * 20], [670, 144 + i * 20]]), stroke(INK, 1.5, fixed(24 + 14 * Math.abs(noise2(i, 2, 3)) * 3))]));
  return animation({
    name: "inspect",
    frames: FRAMES,
    layers: [
      ["beam", [part([corners([[0, 96], [0, 504]]), stroke(ACCENT, 5)], { position: keyed(sweep) }), part([rectangle(0, 300, 26, 408, 13), fill(ACCENT, fixed(16))], { position: keyed(sweep) })]],
      ["frame", [part(bracket.map((points) => corners(points)).concat(stroke(ACCENT, 5)), { anchor: fixed([474, 294]), position: fixed([474, 294]), opacity: found(66), scale: keyed([[66, [118, 118]], [92, [100, 100]], [FRAMES, [100, 100]]]) })]],
      ["cells", cells.filter((cell) => cell.near < 34).map(({ x, y, near }) => part([rectangle(x, y, 24, 24, 3), fill(near < 19 ? ACCENT : DATA, fixed(near < 19 ? 62 : 40))], { opacity: found(40 + Math.round((x - 386) * 0.07)) }))],
      ["flaw", [part([curve(scratch), stroke(INK, 5)])]],
      ["plate", [part([rectangle(400, 300, 580, 376, 14), stroke(INK, 4)]), ...lines]],
    ],
  });
}

/** Distributions walk over a limit, week by week, and come back after the model is trained again. */
export function drift() {
  const rows = 8;
  const form = (row, shift) => range(19).map((i) => { const x = 90 + i * 34.4; return [x, 250 + row * 42 - 128 * bell(x - 270 - shift, 62 + shift * 0.12)]; });
  const lines = range(rows).map((row) => {
    const reach = 24 * row + (row > 4 ? 26 * (row - 4) : 0);
    const late = row * 5;
    const frames = [[0, form(row, 0)], [20 + late, form(row, 0)], [110 + late, form(row, reach)], [168, form(row, reach)], [214, form(row, 0)], [FRAMES, form(row, 0)]];
    const hot = row > 5;
    const own = [part([moving(frames), stroke(hot ? DATA : INK, hot ? 4 : 3)])];
    if (hot) own.unshift(part([moving(frames), stroke(ACCENT, 5)], { opacity: keyed([[0, 0], [80 + late, 0], [112 + late, 100], [172, 100], [200, 0], [FRAMES, 0]]) }));
    return [`week ${row + 1}`, own];
  });
  const limit = range(17).map((i) => part([corners([[480, 96 + i * 28], [480, 108 + i * 28]]), stroke(ACCENT, 3, fixed(80))]));
  const ring = part([ellipse(0, 0, 60), stroke(ACCENT, 4)], { position: fixed([480, 84]), scale: keyed([[166, [20, 20]], [206, [160, 160]], [FRAMES, [160, 160]]]), opacity: keyed([[0, 0], [165, 0], [168, 100], [206, 0], [FRAMES, 0]]) });
  return animation({ name: "drift", frames: FRAMES, layers: [["retrain", [ring, part([ellipse(480, 84, 16), fill(ACCENT)])]], ["limit", limit], ...lines.reverse()] });
}

/** A model leaves the grid it was trained on and arrives at three boxes, one after the other. */
export function deploy() {
  const boxes = [[160, 470], [400, 500], [640, 470]];
  const grid = range(25).map((i) => [312 + (i % 5) * 44, 84 + Math.floor(i / 5) * 36]);
  const ways = boxes.map(([x, y]) => [[400, 246], [400 + (x - 400) * 0.06, 292], [400 + (x - 400) * 0.4, 330], [400 + (x - 400) * 0.86, 352], [x, 388], [x, y - 50]]);
  const start = [20, 60, 100];
  const packet = ways.map((way, i) =>
    part([curve(way), trim({ start: keyed([[start[i], 0], [start[i] + 62, 100], [FRAMES, 100]]), end: keyed([[start[i] - 12, 0], [start[i] + 46, 100], [FRAMES, 100]]) }), stroke(ACCENT, 8)], { opacity: keyed([[0, 0], [start[i] - 12, 0], [start[i] - 8, 100], [start[i] + 52, 100], [start[i] + 60, 0], [FRAMES, 0]]) }),
  );
  const device = boxes.map(([x, y], i) => {
    const on = keyed([[0, 0], [start[i] + 44, 0], [start[i] + 58, 100], [206, 100], [226, 0], [FRAMES, 0]]);
    const pulse = { scale: keyed([[start[i] + 46, [60, 60]], [start[i] + 86, [190, 190]], [FRAMES, [190, 190]]]), opacity: keyed([[0, 0], [start[i] + 45, 0], [start[i] + 48, 90], [start[i] + 86, 0], [FRAMES, 0]]) };
    return [
      part([ellipse(0, 0, 96), stroke(ACCENT, 3)], { position: fixed([x, y]), ...pulse }),
      part([rectangle(x, y, 44, 30, 5), fill(ACCENT)], { opacity: on }),
      part([rectangle(x, y, 44, 30, 5), stroke(INK, 3)]),
      part([rectangle(x, y, 120, 80, 10), stroke(INK, 4)]),
      ...range(5).map((k) => part([corners([[x - 40 + k * 20, y + 40], [x - 40 + k * 20, y + 56]]), stroke(INK, 3)])),
    ];
  });
  const nodes = grid.map(([x, y], i) => {
    const hot = [6, 7, 11, 12, 13, 17].includes(i);
    const beat = keyed([[0, [100, 100]], [14 + (i % 5) * 6, [150, 150]], [60 + (i % 5) * 6, [100, 100]], [FRAMES, [100, 100]]]);
    return part([ellipse(0, 0, hot ? 16 : 10), fill(hot ? ACCENT : INK)], { position: fixed([x, y]), scale: hot ? beat : fixed([100, 100]) });
  });
  return animation({
    name: "deploy",
    frames: FRAMES,
    layers: [
      ["packets", packet],
      ["nodes", nodes],
      ["devices", device.flat()],
      ["ways", ways.map((way) => part([curve(way), stroke(INK, 2, fixed(50))]))],
      ["grid", [...range(5).map((i) => part([corners([[312, 84 + i * 36], [488, 84 + i * 36]]), stroke(INK, 1.5, fixed(50))])), ...range(5).map((i) => part([corners([[312 + i * 44, 84], [312 + i * 44, 228]]), stroke(INK, 1.5, fixed(50))]))]],
    ],
  });
}
