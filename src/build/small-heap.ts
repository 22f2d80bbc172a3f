import { setFlagsFromString } from "node:v8";

/**
 * Left alone, V8 lets each thread's heap grow to several times what is in use. A third halves the memory of a large
 * build and costs it no time; a build of few pages would take 6 % longer (docs/performance.md).
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=30");
}
