import { group, path } from "../lib/svg.mjs";

/**
 * A single-stroke alphabet, so that a word mark needs no font: baseline at 0, x-height 10, capitals 14. Each letter is
 * [advance width, path].
 */
const BOWL = "M10 -5A5 5 0 1 1 0 -5A5 5 0 1 1 10 -5";
const LETTERS = {
  a: [10, `${BOWL}M10 -10V0`],
  b: [10, `${BOWL}M0 -15V0`],
  c: [9, "M9 -8A5 5 0 1 0 9 -2"],
  d: [10, `${BOWL}M10 -15V0`],
  e: [10, "M0 -5H10A5 5 0 1 0 8.700 -1.600"],
  g: [10, `${BOWL}M10 -10V0A5 5 0 0 1 1 2.800`],
  h: [10, "M0 -15V0M0 -5A5 5 0 0 1 10 -5V0"],
  i: [0, "M0 -10V0M0 -15V-12.600"],
  k: [8.5, "M0 -15V0M8 -10 0 -4M3 -6.200 8.500 0"],
  l: [0, "M0 -15V0"],
  m: [17, "M0 -10V0M0 -5.750A4.250 4.250 0 0 1 8.500 -5.750V0M8.500 -5.750A4.250 4.250 0 0 1 17 -5.750V0"],
  n: [10, "M0 -10V0M0 -5A5 5 0 0 1 10 -5V0"],
  o: [10, BOWL],
  p: [10, `${BOWL}M0 -10V5`],
  r: [4.6, "M0 -10V0M0 -5A5 5 0 0 1 5.500 -9.900"],
  s: [
    7.5,
    "M7 -8.300C6.500 -9.500 5.300 -10 3.900 -10 2 -10 .600 -9 .600 -7.500 .600 -4.100 7.400 -6 7.400 -2.600 7.400 -1 5.900 0 3.900 0 2.100 0 .800 -.700.200 -2",
  ],
  t: [6, "M2 -14V-3.500A3.400 3.400 0 0 0 6 -.100M-1.200 -10H5.800"],
  u: [10, "M0 -10V-5A5 5 0 0 0 10 -5M10 -10V0"],
  v: [9, "M0 -10 4.500 0 9 -10"],
  w: [15, "M0 -10 3.750 0 7.500 -10 11.250 0 15 -10"],
  A: [11, "M0 0 5.500 -14 11 0M2 -4.700H9"],
  B: [9, "M0 0V-14H4.800A3.400 3.400 0 0 1 4.800 -7.200H0M4.800 -7.200H5.300A3.600 3.600 0 0 1 5.300 0H0"],
  C: [11, "M11.200 -11.600A7 7 0 1 0 11.200 -2.400"],
  D: [11, "M0 0V-14H4A7 7 0 0 1 4 0Z"],
  E: [8, "M8 -14H0V0H8M0 -7.200H7"],
  F: [7.5, "M8 -14H0V0M0 -7.200H7"],
  G: [12.5, "M11.600 -11.400A7 7 0 1 0 12.800 -6.500H8"],
  H: [10, "M0 -14V0M10 -14V0M0 -7.200H10"],
  I: [0, "M0 -14V0"],
  L: [7.5, "M0 -14V0H7.500"],
  N: [10, "M0 0V-14L10 0V-14"],
  O: [14, "M14 -7A7 7 0 1 1 0 -7A7 7 0 1 1 14 -7"],
  R: [9, "M0 0V-14H5A3.800 3.800 0 0 1 5 -6.400H0M5 -6.400 9 0"],
  S: [
    8.5,
    "M8.300 -11.600C7.700 -13.200 6.300 -14 4.500 -14 2.300 -14 .700 -12.700 .700 -10.700 .700 -6 8.700 -8.300 8.700 -3.600 8.700 -1.400 6.900 0 4.500 0 2.300 0 .600 -1 0 -2.900",
  ],
  T: [10, "M0 -14H10M5 -14V0"],
  0: [9, "M4.500 -14C1.500 -14 0 -11 0 -7S1.500 0 4.500 0 9 -3 9 -7 7.500 -14 4.500 -14Z"],
  1: [4, "M0 -11 4 -14V0"],
  2: [8.5, "M.300 -10.300A4.100 4.100 0 1 1 7.500 -7.200L.200 0H8.700"],
  7: [8.5, "M0 -14H8.700L3 0"],
  " ": [6, ""],
};

/** Pairs that stand too far apart at the common spacing. */
const KERN = {
  TA: -2.6,
  AR: -0.8,
  SA: -0.8,
  ra: -0.6,
  rd: -1.2,
  rk: 0.4,
  lu: 0.4,
  we: -0.8,
  dw: -0.6,
  wi: -0.4,
  vi: -0.8,
  AH: -0.4,
  HL: 0.6,
};

/** Sets a word from the left; returns its SVG and width. `slant` is in degrees. */
export function lettering({ word, x, y, size, weight, spacing = 4.2, colour, slant = 0 }) {
  let pen = 0;
  const letters = [...word].map((letter, i) => {
    const [width, d] = LETTERS[letter];
    const shift = pen;
    pen += width + spacing + (KERN[letter + (word[i + 1] ?? "")] ?? 0);
    return d && path(d, { transform: `translate(${shift.toFixed(2)} 0)` });
  });
  const k = size / 10;
  return {
    width: (pen - spacing) * k,
    svg: group(
      {
        transform: `translate(${x} ${y}) scale(${k})${slant ? ` skewX(${-slant})` : ""}`,
        fill: "none",
        stroke: colour,
        strokeWidth: weight,
        strokeLinecap: "butt",
        strokeLinejoin: "miter",
        strokeMiterlimit: 2,
      },
      letters,
    ),
  };
}
