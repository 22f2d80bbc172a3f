import { hex } from "../lib/palette.mjs";
import { group, svgDocument } from "../lib/svg.mjs";

/** Backgrounds of the articles' pictures: one per category, so that the listing has a rhythm. */
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
  /** The paper of drawings, as in the stylesheet, so that an uncropped plot has no visible edge. */
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

/** An article picture: 16:10, with the important part in the middle for square crops. */
export function sheet(name, draw) {
  const look = SHEETS[name];
  return () =>
    svgDocument(
      { width: 1600, height: 1000, background: look.ground },
      group({ fill: "none", strokeLinecap: "round", strokeLinejoin: "round" }, draw(look)),
    );
}
