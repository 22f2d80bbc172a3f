import { bell, clamp, smooth } from "../lib/maths.mjs";
import { createRandom } from "../lib/random.mjs";
import { OUTER_RACE, SHAFT } from "./machine.mjs";

const WEEKS = 7;
const ROWS_PER_WEEK = 8;
const ROWS = WEEKS * ROWS_PER_WEEK;
const BINS = 128;
const FREQUENCY = { from: 0, to: 400, unit: "Hz" };
const LEVEL = { from: 0, to: 1.6, unit: "m/s²" };
const TONE = OUTER_RACE * SHAFT;
const STEP = FREQUENCY.to / BINS;

/** Lines in a healthy motor's envelope spectrum: frequency and level. */
const USUAL = [
  [SHAFT, 0.34],
  [2 * SHAFT, 0.2],
  [3 * SHAFT, 0.09],
  [100, 0.24],
  [7 * SHAFT, 0.22],
  [200, 0.12],
  [300, 0.09],
  [14 * SHAFT, 0.1],
];

const NOTES = {
  3: { en: "First line at 88 Hz", de: "Erste Linie bei 88 Hz" },
  5: {
    en: "Sidebands: the pit runs through the load zone",
    de: "Seitenbänder: Die Schadstelle läuft durch die Lastzone",
  },
  7: { en: "Bearing replaced at the planned stop", de: "Lager im geplanten Stillstand getauscht" },
};

/** The pit's own lines: harmonics of the tone with sidebands a shaft speed away, `age` from 0 to 1. */
function defectLines(age) {
  const size = 1.46 * smooth(0.22, 1, age) ** 1.7;
  return [1, 2, 3, 4].flatMap((order) => {
    const level = size * 0.56 ** (order - 1);
    const side = level * 0.42 * smooth(0.5, 0.95, age);
    return [
      [order * TONE, level],
      [order * TONE - SHAFT, side],
      [order * TONE + SHAFT, side],
    ];
  });
}

function spectrumOf(row, random) {
  const age = row / (ROWS - 1);
  const lines = [
    ...USUAL.map(([hz, level]) => [hz, level * (1 + 0.16 * random.gauss())]),
    ...defectLines(age).map(([hz, level]) => [hz * (1 + 0.0015 * random.gauss()), level * (1 + 0.09 * random.gauss())]),
  ];
  const floor = 0.035 + 0.05 * smooth(0.55, 1, age);
  return Array.from({ length: BINS }, (_, bin) => {
    const hz = (bin + 0.5) * STEP;
    const noise = floor * (0.45 + 0.4 * Math.abs(random.gauss())) * (1 + 0.7 * bell(hz - 140, 90));
    return lines.reduce((sum, [at, level]) => sum + level * bell(hz - at, STEP * 0.62), noise);
  });
}

const binOf = (hz) => Math.floor(hz / STEP);

/** Seven weeks of envelope spectra of one bearing, eight a week, for a terrain that is drawn in the browser. */
export function drawTerrain() {
  const random = createRandom("bearing-terrain");
  const bytes = Buffer.alloc(ROWS * BINS);
  for (let row = 0; row < ROWS; row++) {
    for (const [bin, level] of spectrumOf(row, random).entries())
      bytes[row * BINS + bin] = Math.round(clamp(level / LEVEL.to) * 255);
  }
  const weeks = Array.from({ length: WEEKS }, (_, i) => i + 1);
  return `${JSON.stringify({
    weeks: WEEKS,
    rowsPerWeek: ROWS_PER_WEEK,
    rows: ROWS,
    bins: BINS,
    frequency: FREQUENCY,
    level: LEVEL,
    labels: weeks.map((week) => ({ en: `Week ${week}`, de: `Woche ${week}` })),
    notes: weeks.map((week) => NOTES[week] ?? null),
    defect: { hz: Number(TONE.toFixed(1)), bins: [binOf(TONE) - 1, binOf(TONE) + 1] },
    data: bytes.toString("base64"),
  })}\n`;
}
