import { boundary, density, gyroscope, iris, plates, rings } from "./motifs.mjs";
import { doors, leaks } from "./motifs-guests.mjs";
import { facets, gauge, gear, orbits, spectrogram, spiral, streams, twoWaves, venn } from "./motifs-work.mjs";
import { drawPerson } from "./person.mjs";

/** People whose portrait stands in a menu too, in landscape. Posts show a detail of their story. */
const WIDE = ["elif-demir"];

/** The team: a motif from each one's work, a tone of the series, and the rhythm of the signal below. */
const PEOPLE = {
  "katrin-vogel": {
    tone: "paper",
    angle: 0.86,
    motif: rings({ lobes: 3, bend: 0.3, seed: 4, hot: 11 }),
    rhythm: { pitch: 14, turn: 0.35, size: 16, at: 0.1, row: 7 },
  },
  "jonas-reiter": {
    tone: "ink",
    angle: 0.62,
    motif: gyroscope,
    rhythm: { pitch: 26, turn: 0.2, size: 11, at: -0.15, row: 9 },
  },
  "mira-okafor": {
    tone: "stone",
    angle: 0.93,
    motif: density,
    rhythm: { pitch: 9, turn: 0.6, size: 22, at: 0.2, row: 6 },
  },
  "tobias-lang": { tone: "paper", angle: 0.7, motif: iris, rhythm: { pitch: 34, turn: 0.1, size: 9, at: 0, row: 12 } },
  "elif-demir": {
    tone: "ink",
    angle: 0.05,
    motif: boundary,
    rhythm: { pitch: 18, turn: 0.5, size: 15, at: -0.25, row: 5 },
  },
  "sven-hartmann": {
    tone: "stone",
    angle: 0.78,
    motif: plates,
    rhythm: { pitch: 7, turn: 0.15, size: 26, at: 0.05, row: 10 },
  },
  "paula-brandt": {
    tone: "paper",
    angle: 0.55,
    motif: orbits,
    rhythm: { pitch: 12, turn: 0.8, size: 18, at: 0.25, row: 8 },
  },
  "ravi-menon": {
    tone: "ink",
    angle: 0.9,
    motif: streams,
    rhythm: { pitch: 42, turn: 0.3, size: 8, at: 0.1, row: 11 },
  },
  "anna-lindqvist": {
    tone: "paper",
    angle: 0.66,
    motif: twoWaves,
    rhythm: { pitch: 20, turn: -0.4, size: 15, at: -0.05, row: 6 },
  },
  "felix-moser": { tone: "stone", angle: 0.02, motif: gear, rhythm: { pitch: 56, turn: 0, size: 7, at: 0, row: 9 } },
  "clara-weiss": {
    tone: "ink",
    angle: 0.81,
    motif: venn,
    rhythm: { pitch: 10, turn: 0.45, size: 21, at: 0.15, row: 7 },
  },
  "daniel-kovac": {
    tone: "paper",
    angle: 0.97,
    motif: gauge,
    rhythm: { pitch: 16, turn: -0.25, size: 17, at: -0.2, row: 10 },
  },
  "lena-fischer": {
    tone: "stone",
    angle: 0.6,
    motif: spectrogram,
    rhythm: { pitch: 30, turn: 0.55, size: 10, at: 0.3, row: 8 },
  },
  "marco-rossi": {
    tone: "ink",
    angle: 0.74,
    motif: spiral,
    rhythm: { pitch: 22, turn: 0.9, size: 13, at: -0.3, row: 5 },
  },
  "hannah-schulz": {
    tone: "paper",
    angle: 0.08,
    motif: facets,
    rhythm: { pitch: 11, turn: -0.6, size: 19, at: 0, row: 11 },
  },
  "yusuf-aydin": {
    tone: "stone",
    angle: 0.88,
    motif: doors,
    rhythm: { pitch: 38, turn: 0.25, size: 9, at: 0.18, row: 6 },
  },
  "sophie-keller": {
    tone: "ink",
    angle: 0.68,
    motif: leaks,
    rhythm: { pitch: 13, turn: 0.7, size: 18, at: -0.12, row: 9 },
  },
};

export const portraits = Object.fromEntries(
  Object.entries(PEOPLE).flatMap(([name, person]) => [
    [`portraits/${name}.svg`, () => drawPerson({ name, ...person })],
    ...(WIDE.includes(name)
      ? [[`portraits/wide/${name}.svg`, () => drawPerson({ name, ...person, format: "wide" })]]
      : []),
  ]),
);
