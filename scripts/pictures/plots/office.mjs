/** Measurements in the team's own office. */
import { bell, smooth } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { plot } from "./frame.mjs";
import { cells, columns, contours, dotField, orbit, waterfall } from "./kinds.mjs";

/** The workshop door: a hinge that sings while it opens, and the lock. */
const door = () => {
  const x = { from: 0, to: 4, ticks: [0, 1, 2, 3, 4], label: "t / s" };
  const y = { from: 0, to: 1200, ticks: [0, 300, 600, 900, 1200], label: "f / Hz" };
  const level = (t, f) => {
    const open = smooth(0.4, 0.7, t) * smooth(2.6, 2.2, t);
    const hinge = 410 + 320 * smooth(0.4, 2.4, t);
    return (
      open * (0.9 * bell(f - hinge, 26) + 0.4 * bell(f - 2 * hinge, 34)) +
      0.8 * bell(t - 3.2, 0.05) * smooth(1300, 100, f)
    );
  };
  return plot(
    { sheet: "ink", x, y, event: { at: [1.7, 612], words: "612 Hz", to: [2.2, 820] } },
    dotField({ x, y, columns: 40, rows: 40, level }),
  );
};

const climateChamber = () => {
  const x = { from: 0, to: 120, ticks: [0, 30, 60, 90, 120], label: "x / cm" };
  return plot(
    { x, y: { ...x, label: "y / cm" }, event: { at: [62, 64], words: "40 °C", to: [78, 108] }, note: "200 mK" },
    contours({ middle: [62, 64], radii: [53, 50], levels: 13, hot: 4, wave: 0.2, seed: 21 }),
  );
};

const roofTerrace = () => {
  const x = { from: 8, to: 20, ticks: [8, 12, 16, 20], label: "t / h" };
  const y = { from: 0, to: 12, ticks: [0, 4, 8, 12], label: "x / m" };
  const level = (t, at) =>
    0.12 +
    0.95 * bell(t - 12.6, 0.7) * bell(at - 8, 2.2) +
    0.55 * bell(t - 17.4, 0.9) * bell(at - 3, 1.8) +
    0.08 * noise2(t * 2, at, 3);
  return plot(
    { x, y, event: { at: [12.6, 8], words: "n = 31", to: [14, 10.6] } },
    cells({ x, y, columns: 36, rows: 36, level, gap: 4 }),
  );
};

/** The lift's drive on its way through five floors: the guide rail has a joint at the third. */
const lift = () => {
  const x = { from: 0, to: 60, ticks: [0, 15, 30, 45, 60], label: "f / Hz" };
  const y = { from: 0, to: 5.6, ticks: [0, 1, 2, 3, 4, 5], label: "z / 320 cm" };
  const level = (f, floor) =>
    0.42 * bell(f - 22, 1.4) + 0.2 * bell(f - 44, 1.4) + 0.95 * bell(floor - 3, 0.22) * bell(f - 33, 2.4);
  return plot(
    { sheet: "ink", x, y, event: { at: [33, 3.56], words: "33 Hz", to: [41, 4.1] } },
    waterfall({ x, y: { from: 0, to: 5 }, rows: 40, level, rise: 105, hot: (floor) => Math.abs(floor - 3) < 0.07 }),
  );
};

const lathe = () => {
  const x = { from: -30, to: 30, ticks: [-30, -15, 0, 15, 30], label: "x / µm" };
  return plot(
    { x, y: { ...x, label: "y / µm" }, event: { at: [20.1, 4.6], words: "0°", to: [23, 13] } },
    orbit({ first: [16, 13, 0.4], second: [5.5, -4, 0.7], turns: 14, drift: 0.02 }),
  );
};

const bicycles = () => {
  const x = { from: 6.5, to: 10.5, ticks: [7, 8, 9, 10], label: "t / h" };
  const y = { from: 0, to: 60, ticks: [0, 20, 40, 60], label: "n" };
  const count = (v) =>
    Math.round(52 * bell(v - 8.2, 0.42) + 26 * bell(v - 9.15, 0.22) + 2 * Math.abs(noise2(v * 3, 2, 5)));
  return plot(
    { sheet: "sand", x, y, event: { at: [9.125, 30], words: "9:08", to: [9.4, 44] } },
    columns({ x, width: 0.125, count, limit: 9 }),
  );
};

export const officePlots = {
  "plots/workshop-door.svg": door(),
  "plots/climate-chamber.svg": climateChamber(),
  "plots/roof-terrace.svg": roofTerrace(),
  "plots/lift.svg": lift(),
  "plots/old-lathe.svg": lathe(),
  "plots/bicycles.svg": bicycles(),
};
