/** Class of a slider that looks like a ruler: its look is beside this file. */
export const RULER_RANGE = "ruler-range";
