/**
 * Makes V8 optimize functions later than by default, since a build runs most of its code for seconds only. Without it one
 * story takes a quarter more processor time, cold (0.83 to 0.93 s instead of 0.65 to 0.70 at 5,000 × 2).
 */
import { setFlagsFromString } from "node:v8";

/**
 * Four times V8's default, in bytes of bytecode. A page's code is optimized after some hundred pages either way, and
 * code optimized for a publish of a few pages is seldom used again (docs/performance-tried.md has the figures).
 */
const BUDGET = 4 * 132 * 1024;

/**
 * Takes effect in all threads. Called once the network is in use: with other flags than Node was built with, V8 does not
 * use Node's cache of its own compiled modules, and loading `fetch` takes 60 ms instead of 26. Only for V8 11, that of
 * Node 20: later versions have another compiler in between, with which nothing was measured.
 */
export function optimizeLater(version: string = process.versions.v8, set: (flag: string) => void = setFlagsFromString) {
  if (version.startsWith("11.")) set(`--interrupt-budget=${BUDGET}`);
}
