import { portraits } from "./portraits/people.mjs";

/** Drawings: asset path -> function that answers the SVG text. */
export const vectors = { ...portraits };
