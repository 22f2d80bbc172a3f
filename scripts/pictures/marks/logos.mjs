import { widthOf } from "../lib/outline.mjs";
import { hex } from "../lib/palette.mjs";
import { arc, box, circle, group, path, polyline, range, strokes, svgDocument, text, ticks } from "../lib/svg.mjs";
import { lettering } from "./lettering.mjs";

/** Customers' logos have one tone with enough contrast on light and dark sections. */
const TONE = "#6e767f";

/** A mark, a word beside it, and a width that fits both. */
function logo({ label, mark, words, height = 64, right = 8 }) {
  const set = words.map((word) => ({ ...lettering(word), end: word.x }));
  const width = Math.ceil(Math.max(...set.map((word) => word.end + word.width)) + right);
  return svgDocument(
    { width, height, label },
    mark,
    set.map((word) => word.svg),
  );
}

/** Werklicht: a trace that draws a W, and a light over the bench. */
export const werklichtMark = (colour, at = [4, 12]) =>
  group(
    { transform: `translate(${at.join(" ")})` },
    path("M2 10 11.500 38 21 16 30.500 38 40 10", {
      fill: "none",
      stroke: colour,
      strokeWidth: 5,
      strokeLinejoin: "miter",
      strokeMiterlimit: 6,
    }),
    circle(21, 4.5, 4.5, { fill: hex.accent }),
  );

/** Lumen: the middle of that trace alone, one peak of a spectrum below its light. */
export const lumenMark = (colour) => [
  path("M1 38H10.500L21 15 31.500 38H41", {
    fill: "none",
    stroke: colour,
    strokeWidth: 5,
    strokeLinejoin: "miter",
    strokeMiterlimit: 6,
  }),
  circle(21, 4.5, 4.5, { fill: hex.accent }),
];

/** Lumen Vision: the same peak in the corners of a viewfinder. */
const visionMark = (colour) => [
  path("M1 13V2H12M30 2H41V13M41 31V42H30M12 42H1V31", { fill: "none", stroke: colour, strokeWidth: 3.6 }),
  path("M9 33H14.500L21 19 27.500 33H33", { fill: "none", stroke: colour, strokeWidth: 3.6, strokeMiterlimit: 6 }),
  circle(21, 11.5, 3.4, { fill: hex.accent }),
];

/** The company's logos: a mark and the name in the site's typeface, as in the page's header. */
function ownLogo({ mark, name, thin = "", colour }) {
  const look = { fontSize: 42, fontWeight: 600, letterSpacing: -1.9, fill: colour };
  const first = widthOf(name, { size: 42, weight: 600, spacing: -1.9 });
  const second = thin ? 11 + widthOf(thin, { size: 42, spacing: -1.4 }) : 0;
  return svgDocument(
    { width: Math.ceil(64 + first + second + 4), height: 64, label: thin ? `${name} ${thin}` : name },
    group({ transform: "translate(4 11)" }, mark),
    text(60, 47, name, look),
    thin && text(71 + first, 47, thin, { ...look, fontWeight: 400, letterSpacing: -1.4 }),
  );
}

const werklicht = (colour) => ownLogo({ mark: werklichtMark(colour, [0, 0]), name: "Werklicht", colour });
const lumen = (colour) => ownLogo({ mark: lumenMark(colour), name: "Lumen", colour });
const lumenVision = (colour) => ownLogo({ mark: visionMark(colour), name: "Lumen", thin: "Vision", colour });

/** Isarstahl: a rolled strip that is a river. */
const isarstahl = () =>
  logo({
    label: "Isarstahl",
    mark: [
      box(4, 10, 44, 44, { fill: TONE }),
      range(3).map((i) =>
        path(`M4 ${24 + i * 9}c11 -9 22 7 44 -3`, {
          fill: "none",
          stroke: "#fff",
          strokeOpacity: 0.92,
          strokeWidth: 2.6,
        }),
      ),
    ],
    words: [{ word: "ISARSTAHL", x: 64, y: 45.5, size: 19, weight: 3, spacing: 4.6, colour: TONE }],
  });

/** Nordwind: three blades in a half turn. */
function nordwind() {
  const blade = (turn) =>
    path("M30 29C26 20 27 12 30 3c3 9 3.500 18 0 26Z", { fill: TONE, transform: `rotate(${turn} 30 32)` });
  return logo({
    label: "Nordwind Energie",
    mark: [
      [18, 138, 258].map(blade),
      circle(30, 32, 3, { fill: TONE }),
      path(arc({ cx: 30, cy: 32, r: 27, from: 0.3, to: 1.8 }), { fill: "none", stroke: TONE, strokeWidth: 2 }),
    ],
    words: [
      { word: "nordwind", x: 74, y: 34, size: 17, weight: 2.3, spacing: 4.2, slant: 9, colour: TONE },
      { word: "energie", x: 72, y: 55, size: 8.5, weight: 1.9, spacing: 6.5, slant: 9, colour: TONE },
    ],
  });
}

/** Brenner: a helical gear seen from the side. */
function brenner() {
  const teeth = range(9).map((i) => [
    [10 + i * 4.6, 12],
    [4 + i * 4.6, 52],
  ]);
  return logo({
    label: "Brenner Getriebe",
    mark: [
      strokes(teeth, { stroke: TONE, strokeWidth: 2.6 }),
      strokes(
        [
          [
            [2, 12],
            [50, 12],
          ],
          [
            [2, 52],
            [50, 52],
          ],
        ],
        { stroke: TONE, strokeWidth: 3 },
      ),
    ],
    words: [
      { word: "BRENNER", x: 66, y: 36, size: 17.5, weight: 2.5, spacing: 5.2, colour: TONE },
      { word: "GETRIEBE", x: 66, y: 53.5, size: 7.6, weight: 2, spacing: 9.4, colour: TONE },
    ],
  });
}

/** Alpenmilch: a ridge whose valley is a drop. */
const alpenmilch = () =>
  logo({
    label: "Alpenmilch",
    mark: [
      path("M4 46 18 18 26 31 35 12 54 46", {
        fill: "none",
        stroke: TONE,
        strokeWidth: 4,
        strokeLinejoin: "round",
        strokeLinecap: "round",
      }),
      path("M28 38c4 6 6 8.500 6 11.500a6 6 0 0 1-12 0C22 46.500 24 44 28 38Z", { fill: TONE }),
    ],
    words: [{ word: "alpenmilch", x: 72, y: 45, size: 20, weight: 3, spacing: 4.4, colour: TONE }],
  });

/** A neutral certification seal: rings, ticks and a check. */
function badge() {
  const certified = lettering({ word: "CERTIFIED", x: 0, y: 0, size: 5.2, weight: 2, spacing: 5, colour: TONE });
  const norm = lettering({ word: "ISO 27001", x: 0, y: 0, size: 8.2, weight: 2.1, spacing: 4.6, colour: TONE });
  return svgDocument(
    { width: 160, height: 160, label: "Certified" },
    circle(80, 80, 74, { fill: "none", stroke: TONE, strokeWidth: 2 }),
    strokes(ticks({ cx: 80, cy: 80, r: 64, size: 3, count: 96, major: 8 }), { stroke: TONE, strokeWidth: 1.3 }),
    circle(80, 80, 60, { fill: "none", stroke: TONE, strokeWidth: 1 }),
    path(
      polyline([
        [66, 50],
        [76, 60],
        [96, 38],
      ]),
      { fill: "none", stroke: hex.accent, strokeWidth: 5 },
    ),
    group({ transform: `translate(${80 - norm.width / 2} 91)` }, norm.svg),
    group({ transform: `translate(${80 - certified.width / 2} 110)` }, certified.svg),
  );
}

/** The mark on a dark tile, for browser tabs. */
export const favicon = ({ radius = 12 } = {}) =>
  svgDocument(
    { width: 64, height: 64 },
    box(0, 0, 64, 64, { fill: hex.ink, rx: radius }),
    group({ transform: "translate(11 13)" }, werklichtMark(hex.paper, [0, 0])),
  );

export const logos = {
  "logos/werklicht.svg": () => werklicht(hex.ink),
  "logos/werklicht-inverted.svg": () => werklicht(hex.paper),
  "logos/lumen.svg": () => lumen(hex.ink),
  "logos/lumen-inverted.svg": () => lumen(hex.paper),
  "logos/lumen-vision.svg": () => lumenVision(hex.ink),
  "logos/lumen-vision-inverted.svg": () => lumenVision(hex.paper),
  "logos/isarstahl.svg": isarstahl,
  "logos/nordwind-energie.svg": nordwind,
  "logos/brenner-getriebe.svg": brenner,
  "logos/alpenmilch.svg": alpenmilch,
  "logos/badge-iso27001.svg": badge,
};
