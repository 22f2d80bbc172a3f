import { setFlagsFromString } from "node:v8";

/**
 * By default V8 lets each thread's heap grow to several times its live size. A limit of 30 % halves the memory of a
 * large build at no cost in time; a build of few pages would take 6 % longer (docs/performance.md).
 */
export function limitHeapGrowth(): void {
  setFlagsFromString("--heap-growing-percent=30");
}
