import { icons } from "./marks/icons.mjs";
import { insights } from "./insights/catalog.mjs";
import { logos } from "./marks/logos.mjs";
import { portraits } from "./portraits/people.mjs";

/** Drawings: asset path -> function that answers the SVG text. */
export const vectors = { ...icons, ...insights, ...logos, ...portraits };
