import { bell, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { box, group, line, path, polyline, range, svgDocument, text } from "../lib/svg.mjs";
import { COLOURS, panel } from "./frame.mjs";

/** A run-up on a gearbox bench: lasts this long, from the one speed to the other. */
const [SECONDS, SLOW, FAST] = [46, 600, 3000];
/** Frequencies are multiples of the speed: shaft, first and second gear mesh, and twice the second. */
const ORDERS = [
  [2, 0.34],
  [19, 0.42],
  [31, 0.3],
];
const SUSPECT = 26;
const KHZ = 2;
const LADDER = ["#141f25", "#18323a", "#1d4a52", "#28676e", "#4b9195", "#9fbf9f", "#f2b25c", "#ff7a35", "#ff5a1f"];

const speed = (t) => SLOW + (FAST - SLOW) * (t / SECONDS);
const frequency = (order, t) => (order * speed(t)) / 60 / 1000;
/** From which second on the suspect gear mesh is louder than the model can rebuild. */
const rise = (t) => smooth(32, 40, t);

function level(t, f) {
  const lines = ORDERS.map(([order, loud]) => loud * bell(f - frequency(order, t), 0.022));
  const suspect = (0.26 + 0.74 * rise(t)) * bell(f - frequency(SUSPECT, t), 0.02 + 0.012 * rise(t));
  const floor = 0.04 + 0.12 * Math.abs(noise2(t * 2.1, f * 22, 4));
  return Math.max(suspect, ...lines) + floor;
}

/** The signal above, its spectrogram below, between two moments. Words are 14 units: as large in the page as its text. */
const runUp =
  ({ width, height, from, steps, note }) =>
  () => {
    const [gap, left, right] = [16, 74, 28];
    const [upper, lower] = [height * 0.4 - gap, height * 0.6 - gap];
    const at = (t) => left + ((t - from) / (SECONDS - from)) * (width - left - right);
    const small = (x, y, words, map) => text(x, y, words, { fontSize: 14, fill: COLOURS.dim, ...map });
    const seconds = (y) =>
      steps.map((t, i) =>
        small(at(t), y, i === 0 ? `${t} s` : t, { textAnchor: i === steps.length - 1 ? "end" : "middle" }),
      );
    return svgDocument(
      { width, height, background: COLOURS.ground },
      group(
        { fill: COLOURS.ink },
        panel(
          { x: gap, y: gap, width: width - 2 * gap, height: upper, title: "Gearbox 118 204, output side", note },
          waveform({ at, from, top: gap + 52, height: upper - 92, small, left, right: width - right }),
          seconds(gap + upper - 14),
        ),
        panel(
          { x: gap, y: upper + 2 * gap, width: width - 2 * gap, height: lower - gap, title: "Spectrogram, kHz" },
          spectrogram({
            at,
            from,
            top: upper + 2 * gap + 50,
            height: lower - gap - 92,
            small,
            left,
            right: width - right,
          }),
          seconds(height - gap - 14),
        ),
      ),
    );
  };

function waveform({ at, from, top, height, small, left, right }) {
  const middle = top + height / 2;
  const count = Math.round((right - left) * 0.6);
  const points = range(count).map((i) => {
    const t = from + ((SECONDS - from) * i) / (count - 1);
    const size = 0.12 + 0.16 * (t / SECONDS) + 0.62 * rise(t) * (1 + 0.3 * Math.sin(t * 3));
    return [at(t), middle - (height / 2) * size * (0.85 * Math.sin(i * 2.3) + 0.5 * noise2(i * 0.7, 3, 3))];
  });
  const first = points.findIndex(([x]) => x > at(35));
  const draw = (some, stroke) => path(polyline(some), { fill: "none", stroke, strokeWidth: 1.4 });
  return [
    ["2 g", "0", "−2 g"].map((word, i) => [
      line(left, top + (height * i) / 2, right, top + (height * i) / 2, { stroke: COLOURS.edge }),
      small(left - 10, top + (height * i) / 2 + 5, word, { textAnchor: "end" }),
    ]),
    box(at(35), top, at(SECONDS) - at(35), height, { fill: COLOURS.accent, fillOpacity: 0.08 }),
    draw(points.slice(0, first + 1), COLOURS.petrol),
    draw(points.slice(first), COLOURS.accent),
  ];
}

/** Cells of one colour are one path. */
function spectrogram({ at, from, top, height, small, left, right }) {
  const [w, h] = [7, 6];
  const cells = LADDER.map(() => "");
  for (let y = top; y < top + height - h / 2; y += h) {
    for (let x = left; x < right - w / 2; x += w) {
      const t = from + ((SECONDS - from) * (x - left)) / (right - left);
      const tone = Math.max(0, Math.min(8, Math.floor(level(t, KHZ * (1 - (y - top) / height)) * 8.6)));
      if (tone > 0) cells[tone] += `M${x.toFixed(0)} ${y.toFixed(0)}h${w}v${h}h-${w}z`;
    }
  }
  return [
    box(left, top, right - left, height, { fill: LADDER[0] }),
    cells.map((d, tone) => d !== "" && path(d, { fill: LADDER[tone] })),
    ["2", "1", "0"].map((word, i) => small(left - 10, top + 5 + (height * i) / 2, word, { textAnchor: "end" })),
    small(at(41.5), top + height * (1 - frequency(SUSPECT, 41.5) / KHZ) - 30, "2nd mesh, +2.4 dB", {
      textAnchor: "end",
      fontWeight: 600,
      fill: COLOURS.ink,
    }),
  ];
}

export const runUpPanel = runUp({
  width: 1040,
  height: 650,
  from: 0,
  steps: [0, 10, 20, 30, 40, SECONDS],
  note: "600 to 3 000 rpm, 46 s",
});
/** Its end, for phones: 4:5. */
export const runUpPortrait = runUp({ width: 400, height: 500, from: 26, steps: [26, 32, 38, SECONDS], note: "" });
