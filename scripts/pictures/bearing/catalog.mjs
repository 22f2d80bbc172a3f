import { toMp3 } from "./encode.mjs";
import { INNER_RACE, OUTER_RACE, RPM, RUN_UP, SAMPLE_RATE, SECONDS, SHAFT } from "./machine.mjs";
import { BURST, recordBearing, STAGES } from "./sound.mjs";
import { COLOURS, drawSpectrogram, FREQUENCY, LEVEL, UPRIGHT, WIDE } from "./spectrogram.mjs";

const WORDS = {
  healthy: { label: { en: "Healthy", de: "Gesund" }, event: null },
  "week-2": {
    label: { en: "Week 2", de: "Woche 2" },
    event: {
      at: BURST.at,
      hz: 2900,
      text: {
        en: "The grease film gives way for half a second: the pit can be heard",
        de: "Der Schmierfilm reißt für eine halbe Sekunde: Die Schadstelle wird hörbar",
      },
    },
  },
  "week-6": {
    label: { en: "Week 6", de: "Woche 6" },
    event: {
      at: RUN_UP,
      hz: 2900,
      text: { en: "At full speed: 88 impacts a second", de: "Bei voller Drehzahl: 88 Stöße pro Sekunde" },
    },
  },
};

const hz = (value) => Number(value.toFixed(1));

/** Peak over effective value: the figure that a pit raises first. Taken after the run-up. */
function loudness(samples) {
  const steady = samples.subarray(Math.round(RUN_UP * SAMPLE_RATE));
  const rms = Math.sqrt(steady.reduce((sum, value) => sum + value * value, 0) / steady.length);
  const peak = steady.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  return { crest: hz(peak / rms), rms: Number(rms.toFixed(3)) };
}

/** What a page needs to draw axes and words around the recordings. */
const describe = () =>
  `${JSON.stringify(
    {
      seconds: SECONDS,
      sampleRate: SAMPLE_RATE,
      frequency: FREQUENCY,
      level: LEVEL,
      colours: COLOURS,
      speed: { rpm: RPM, reachedAt: RUN_UP },
      bearing: "6205",
      tones: [
        { name: { en: "Shaft", de: "Welle" }, hz: hz(SHAFT) },
        { name: { en: "Outer race", de: "Außenring" }, hz: hz(OUTER_RACE * SHAFT) },
        { name: { en: "Inner race", de: "Innenring" }, hz: hz(INNER_RACE * SHAFT) },
      ],
      recordings: Object.keys(STAGES).map((id) => ({ id, ...WORDS[id], ...loudness(recordBearing(id)) })),
    },
    null,
    2,
  )}\n`;

/** Sounds, their pictures and data: asset path -> function that returns the content. */
export const bearing = {
  ...Object.fromEntries(
    Object.keys(STAGES).flatMap((id) => [
      [`bearing/${id}.mp3`, () => toMp3(recordBearing(id))],
      [`bearing/${id}.webp`, () => drawSpectrogram(recordBearing(id), WIDE)],
      [`bearing/${id}-portrait.webp`, () => drawSpectrogram(recordBearing(id), UPRIGHT)],
    ]),
  ),
  "bearing/recordings.json": describe,
};
