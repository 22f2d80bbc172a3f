import { hex } from "../lib/palette.mjs";
import { drawing, group } from "../lib/svg.mjs";

/** Grounds of the articles' pictures: a category keeps to one, so that the listing has a rhythm. */
export const SHEETS = {
  paper: {
    ground: "#eeeae0",
    line: hex.ink,
    soft: "#8b8d8b",
    faint: "#cfcbc0",
    fill: "#f8f6f1",
    accent: hex.accent,
    data: hex.petrol,
  },
  ink: {
    ground: hex.ink,
    line: "#ece8de",
    soft: "#727b84",
    faint: "#2d353d",
    fill: "#1d232a",
    accent: hex.accent,
    data: hex.petrolLight,
  },
  /** The drawings' paper, which is the stylesheet's: a plot shown whole has no edge on it. */
  plate: {
    ground: "#e9e6dd",
    line: hex.ink,
    soft: "#8b8d8b",
    faint: "#cfcbc0",
    fill: "#f8f6f1",
    accent: hex.accent,
    data: hex.petrol,
  },
  sand: {
    ground: "#d9d4c8",
    line: hex.ink,
    soft: "#7d7d78",
    faint: "#bfb9ac",
    fill: "#e9e5db",
    accent: "#f04a10",
    data: hex.petrolDeep,
  },
  petrol: {
    ground: "#0f3036",
    line: "#eae7de",
    soft: "#6f9296",
    faint: "#1e474d",
    fill: "#143b42",
    accent: "#ff6a33",
    data: "#7fc0c2",
  },
};

/** One article picture: 16:10, what matters in the middle so that square crops keep it. */
export function sheet(name, draw) {
  const look = SHEETS[name];
  return () =>
    drawing(
      { width: 1600, height: 1000, background: look.ground },
      group({ fill: "none", strokeLinecap: "round", strokeLinejoin: "round" }, draw(look)),
    );
}
