/** When V8 compiles a function for speed: later than by default, since a build runs most of its code for seconds only. */
import { setFlagsFromString } from "node:v8";

/**
 * Four times V8's default, in bytes of code that are run. A page's code is warm after some hundred pages either way, and
 * what is compiled for a publish of a few pages is seldom used again (docs/performance-tried.md has the figures).
 */
const BUDGET = 4 * 132 * 1024;

/**
 * Takes effect in all threads. Only in V8 11, that of Node 20: later ones have a compiler between the two, for which
 * nothing was measured.
 */
export function optimizeLater(version: string = process.versions.v8, set: (flag: string) => void = setFlagsFromString) {
  if (version.startsWith("11.")) set(`--interrupt-budget=${BUDGET}`);
}
