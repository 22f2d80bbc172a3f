import { bell, TAU } from "../lib/maths.mjs";
import { createRandom } from "../lib/random.mjs";
import { OUTER_RACE, SAMPLE_RATE, SECONDS, SHAFT, shaftSpeed } from "./machine.mjs";

const COUNT = SAMPLE_RATE * SECONDS;

/** Places where the housing rings, in Hz, how long it rings (s) and how loudly. */
const RESONANCES = [
  [1180, 0.0034, 0.5],
  [2900, 0.0016, 1],
  [4650, 0.0009, 0.6],
];

/**
 * The bearing's wear over six weeks: the size of an impact, the roughness of the rolling balls, and where the grease
 * fails. Levels are shares of full scale, the same in all three stages, so that they can be compared.
 */
export const STAGES = {
  healthy: { impact: 0, second: 0, rough: 1, burst: 0 },
  "week-2": { impact: 0.085, second: 0, rough: 1.25, burst: 1.6 },
  "week-6": { impact: 0.46, second: 0.55, rough: 3.1, burst: 0 },
};

/** When the grease film of week 2 fails, in seconds: middle and half width. */
export const BURST = { at: 6.4, width: 0.32 };

/** A two-pole ringing filter, driven by `drive` and added to `target`. */
function ring({ drive, target, hz, decay, gain }) {
  const r = Math.exp(-1 / (decay * SAMPLE_RATE));
  const a = 2 * r * Math.cos((TAU * hz) / SAMPLE_RATE);
  const k = gain * (1 - r * r) * 4;
  let [y1, y2] = [0, 0];
  for (let i = 0; i < drive.length; i++) {
    const y = drive[i] + a * y1 - r * r * y2;
    y2 = y1;
    y1 = y;
    target[i] += y * k;
  }
}

/** Shaft, mains, fan and rotor slots: the tones of a healthy motor. */
function hum(t, angle, speed) {
  const mains = 0.012 * Math.sin(TAU * 100 * t) + 0.005 * Math.sin(TAU * 200 * t);
  const shaft = 0.03 * Math.sin(angle) + 0.02 * Math.sin(2 * angle + 0.4) + 0.012 * Math.sin(3 * angle);
  const fan = (0.02 + 0.006 * Math.sin(angle)) * Math.sin(7 * angle) + 0.006 * Math.sin(14 * angle + 1);
  const slots = (0.009 + 0.003 * Math.sin(angle)) * Math.sin(28 * angle) + 0.003 * Math.sin(56 * angle);
  return mains * 0.8 + (shaft + fan * speed + slots * speed) * speed;
}

/** An impact each time a ball rolls over the pit; balls slip a little, so the rhythm is not exact. */
function impacts(stage, random) {
  const drive = new Float32Array(COUNT);
  let angle = 0;
  let next = 0.4;
  for (let i = 0; i < COUNT; i++) {
    const t = i / SAMPLE_RATE;
    const f = shaftSpeed(t);
    angle += f / SAMPLE_RATE;
    if (angle * OUTER_RACE < next) continue;
    next += 1 + 0.022 * random.gauss();
    const speed = f / SHAFT;
    const load = 1 + 0.32 * Math.cos(TAU * angle) + 0.12 * random.gauss();
    const burst = 1 + stage.burst * bell(t - BURST.at, BURST.width);
    const size = stage.impact * load * burst * speed ** 1.4 * 9;
    drive[i] += size;
    const later = Math.round(i + (0.13 * SAMPLE_RATE) / Math.max(1, f * OUTER_RACE));
    if (later < COUNT) drive[later] += size * stage.second;
  }
  return drive;
}

/** One recording as samples between -1 and 1. */
export function recordBearing(name) {
  const stage = STAGES[name];
  const random = createRandom(`bearing-${name}`);
  const sound = new Float32Array(COUNT);
  const rolling = new Float32Array(COUNT);
  let angle = 0;
  let low = 0;
  for (let i = 0; i < COUNT; i++) {
    const t = i / SAMPLE_RATE;
    const f = shaftSpeed(t);
    angle += (TAU * f) / SAMPLE_RATE;
    const speed = f / SHAFT;
    const white = random.gauss();
    low += 0.06 * (white - low);
    const burst = 1 + 0.5 * stage.burst * bell(t - BURST.at, BURST.width);
    rolling[i] = white * 0.016 * stage.rough * burst * speed ** 1.3 * (1 + 0.25 * Math.cos(angle));
    sound[i] = hum(t, angle, speed) + low * 0.02 * speed + white * (0.0009 + 0.0014 * speed * stage.rough);
  }
  const knocks = impacts(stage, random);
  for (const [hz, decay, gain] of RESONANCES) {
    ring({ drive: knocks, target: sound, hz, decay, gain: gain * 0.5 });
    ring({ drive: rolling, target: sound, hz, decay: decay * 0.5, gain });
  }
  // Soft clipping, like a microphone's amplifier.
  for (let i = 0; i < COUNT; i++) sound[i] = Math.tanh(sound[i] * 1.25) * 0.96 * Math.min(1, (COUNT - i) / 1200);
  return sound;
}
