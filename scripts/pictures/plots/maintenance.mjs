import { bell, clamp, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { range } from "../lib/svg.mjs";
import { plot } from "./frame.mjs";
import { dotField, orbit, trend, waterfall } from "./kinds.mjs";

const OUTER_RACE = 88.4;
const SHAFT = 24.7;

/** Forty days of one bearing: the tone of its outer race grows out of the floor. */
function bearingTone() {
  const x = { from: 0, to: 250, ticks: [0, 50, 100, 150, 200, 250], label: "f / Hz" };
  const y = { from: 0, to: 48, ticks: [0, 10, 20, 30, 40], label: "t / d" };
  const level = (f, day) => {
    const grown = smooth(8, 40, day) ** 1.6;
    const usual = 0.3 * bell(f - SHAFT, 1.8) + 0.16 * bell(f - 2 * SHAFT, 1.8) + 0.2 * bell(f - 172, 2);
    const side = 0.3 * (bell(f - OUTER_RACE + SHAFT, 1.8) + bell(f - OUTER_RACE - SHAFT, 1.8)) * smooth(22, 40, day);
    return usual + grown * (bell(f - OUTER_RACE, 2) + 0.5 * bell(f - 2 * OUTER_RACE, 2) + side);
  };
  const event = { at: [OUTER_RACE, 45.2], words: "88 Hz, 40 d", to: [116, 46.6] };
  return plot(
    { sheet: "ink", x, y, event, note: "6205" },
    waterfall({ x, y: { from: 0, to: 40 }, rows: 40, level, rise: 120, hot: (day) => Math.abs(day - 39.5) < 0.6 }),
  );
}

/** A shaft that is out of line: the second order bends its path into a banana. */
const misalignment = () => {
  const x = { from: -60, to: 60, ticks: [-60, -30, 0, 30, 60], label: "x / µm" };
  return plot(
    { x, y: { ...x, label: "y / µm" }, event: { at: [-31, -19], words: "2 × f", to: [-52, -48] } },
    orbit({ first: [38, 24, 0.3], second: [15, 11, 0.8] }),
  );
};

/** A run-up: the second order crosses the foundation's resonance and lights it up. */
function runUp() {
  const x = { from: 0, to: 20, ticks: [0, 5, 10, 15, 20], label: "t / s" };
  const y = { from: 0, to: 200, ticks: [0, 50, 100, 150, 200], label: "f / Hz" };
  const level = (t, f) => {
    const speed = 75 * smooth(0, 20, t);
    const lift = 1 + 2.2 * bell(f - 118, 9);
    return 0.5 * bell(f - speed, 4) + 0.34 * bell(f - 2 * speed, 4.4) * lift + 0.12 * bell(f - 118, 5);
  };
  return plot(
    { sheet: "ink", x, y, event: { at: [14.3, 118], words: "118 Hz", to: [3, 150] } },
    dotField({ x, y, columns: 40, rows: 40, level }),
  );
}

/** Turbine 31: the tone's level over 61 days with the alert and the exchange. */
function turbineTrend() {
  const x = { from: 0, to: 61, ticks: [0, 10, 20, 30, 40, 50, 60], label: "t / d" };
  const y = { from: 0, to: 800, ticks: [0, 200, 400, 600, 800], label: "a / (mm/s²)" };
  const value = (day) => {
    if (day >= 58) return 60 + 12 * noise2(day * 2, 4, 3);
    return 70 + 580 * clamp((day - 3) / 55) ** 1.55 + 50 * noise2(day * 0.9, 2, 5);
  };
  const points = range(245).map((i) => [i / 4, value(i / 4)]);
  return plot(
    { sheet: "ink", x, y, event: { at: [11, value(11)], words: "11 d", to: [13, 310] }, note: "58 d: 60 mm/s²" },
    (look, at) => [
      trend(look, at, {
        points: [
          [0, 120],
          [61, 120],
        ],
        colour: look.soft,
        width: 3,
      }),
      trend(look, at, { points, colour: look.line }),
      trend(look, at, { points: points.filter(([day]) => day >= 11 && day < 58), colour: look.accent, width: 5 }),
    ],
  );
}

/** The start on day 11: orders of the rotor, and above them the lines of the outer ring. */
function turbineStart() {
  const x = { from: 0, to: 240, ticks: [0, 60, 120, 180, 240], label: "t / s" };
  const y = { from: 0, to: 8, ticks: [0, 2, 4, 6, 8], label: "f / Hz" };
  const level = (t, f) => {
    const speed = 0.24 * smooth(10, 140, t);
    const defect = 9.2 * speed;
    const own = 0.55 * bell(f - 3 * speed, 0.14) + 0.3 * bell(f - 6 * speed, 0.14);
    return own + 0.95 * bell(f - defect, 0.12) + 0.6 * bell(f - 2 * defect, 0.14) + 0.4 * bell(f - 3 * defect, 0.16);
  };
  return plot(
    { sheet: "ink", x, y, event: { at: [190, 2.21], words: "BPFO", to: [196, 3.2] } },
    dotField({ x, y, columns: 44, rows: 44, level }),
  );
}

/** One pump, seen three ways: tones that come and go, a run-up over speed, the path of the shaft. */
function pumpSpectrogram() {
  const x = { from: 0, to: 60, ticks: [0, 15, 30, 45, 60], label: "t / s" };
  const y = { from: 0, to: 1000, ticks: [0, 250, 500, 750, 1000], label: "f / Hz" };
  const level = (t, f) => {
    const valve = smooth(24, 27, t) * smooth(45, 41, t);
    return (
      0.62 * bell(f - 150, 16) +
      0.42 * bell(f - 300, 16) +
      valve * (0.75 * bell(f - 690, 70) + 0.2 * bell(f - 560, 120))
    );
  };
  return plot(
    { x, y, event: { at: [34, 690], words: "690 Hz, 24…44 s", to: [11, 890] } },
    dotField({ x, y, columns: 40, rows: 40, level }),
  );
}

function pumpRunUp() {
  const x = { from: 0, to: 200, ticks: [0, 50, 100, 150, 200], label: "f / Hz" };
  const y = { from: 0, to: 3300, ticks: [0, 1000, 2000, 3000], label: "n / rpm" };
  const level = (f, n) => {
    const order = n / 60;
    return [1, 2, 3].reduce(
      (sum, k) => sum + (0.55 / k) * bell(f - k * order, 2.2) * (1 + 1.6 * bell(k * order - 96, 8)),
      0,
    );
  };
  return plot(
    { x, y, event: { at: [96, 3130], words: "96 Hz", to: [118, 3230] } },
    waterfall({ x, y: { from: 300, to: 3000 }, rows: 34, level, rise: 130, hot: (n) => Math.abs(n - 2880) < 42 }),
  );
}

const pumpOrbit = () => {
  const x = { from: -40, to: 40, ticks: [-40, -20, 0, 20, 40], label: "x / µm" };
  return plot(
    { x, y: { ...x, label: "y / µm" }, event: { at: [25.4, 3.4], words: "0°", to: [29, 14] } },
    orbit({ first: [22, 17, 0.15], second: [3.5, 2.5, 0.3], drift: 0.02 }),
  );
};

/** Asset path -> function that returns the SVG. */
export const maintenancePlots = {
  "plots/bearing-tone-40-days.svg": bearingTone(),
  "plots/shaft-misalignment.svg": misalignment(),
  "plots/run-up-resonance.svg": runUp(),
  "plots/turbine-31-trend.svg": turbineTrend(),
  "plots/turbine-31-start.svg": turbineStart(),
  "plots/pump-spectrogram.svg": pumpSpectrogram(),
  "plots/pump-run-up.svg": pumpRunUp(),
  "plots/pump-orbit.svg": pumpOrbit(),
};
