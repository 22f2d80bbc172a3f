/** Milliseconds; throttle and duration are those of specification §9. */
export const THROTTLE = 200;
const DURATION = 2000;
/** How long the full bar is seen, and when it is empty again, after its fade. */
export const HIDE_DELAY = 500;
export const RESET_DELAY = 400;

/** Progress from 0 to 1 after some milliseconds: half at half the duration, never 1. */
export function progressAfter(elapsed: number, duration = DURATION): number {
  return (2 / Math.PI) * Math.atan((2 * elapsed) / duration);
}
