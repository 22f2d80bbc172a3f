/** Class of a range input that looks like a ruler (ruler-range.css). */
export const RULER_RANGE = "ruler-range";
