import { clamp } from "../lib/maths.mjs";

/** A run of a motor with a 6205 deep-groove ball bearing, recorded three times in six weeks. */
export const SAMPLE_RATE = 22_050;
export const SECONDS = 10;
export const RPM = 1480;
/** Seconds until the motor, switched on at the start of the recording, is up to speed. */
export const RUN_UP = 2.5;
const BALLS = 9;
const BALL_DIAMETER = 7.94;
const PITCH_DIAMETER = 39.04;

/** How often a ball passes a given place, in multiples of the shaft's speed (contact angle 0). */
const ratio = BALL_DIAMETER / PITCH_DIAMETER;
export const OUTER_RACE = (BALLS / 2) * (1 - ratio);
export const INNER_RACE = (BALLS / 2) * (1 + ratio);
export const SHAFT = RPM / 60;

/** Speed of the shaft in Hz, `t` seconds into the recording. */
export function shaftSpeed(t) {
  const u = clamp(t / RUN_UP);
  return SHAFT * u * u * (3 - 2 * u);
}
