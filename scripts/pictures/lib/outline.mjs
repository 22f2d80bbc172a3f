import { readFileSync } from "node:fs";

/**
 * An SVG in an <img> cannot use web fonts. This replaces every <text> by outlines of the site's typeface: each letter
 * once in <defs>, then referenced.
 */
const type = JSON.parse(readFileSync(new URL("../type/instrument-sans.json", import.meta.url), "utf8"));

/** Characters missing in the typeface, composed of others: [letter, x, y, scale] in font units. */
const MADE = {
  "²": { advance: 380, parts: [["2", 10, -330, 0.58]] },
  "−": { advance: 600, parts: [["–", 25, -20, 1]] },
  "±": {
    advance: 620,
    parts: [
      ["+", 0, -70, 1],
      ["–", 30, 230, 1],
    ],
  },
  σ: {
    advance: 600,
    parts: [
      ["o", 0, 0, 1],
      ["–", 190, -262, 0.72],
    ],
  },
};

/** Greek letters for units and differences, the same at both weights: [advance, path]. */
const DRAWN = {
  Δ: [680, "M30 0L302 -700L378 -700L650 0ZM134 -66L546 -66L340 -596Z"],
  µ: [
    600,
    "M72 -500L152 -500L152 -190Q152 -62 268 -62Q430 -62 430 -260L430 -500L510 -500L510 0L438 0L438 -92Q384 10 262 10Q190 10 152 -30L152 190L72 190Z",
  ],
};

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&quot;": '"' };
const INHERITED = ["font-size", "font-weight", "text-anchor", "letter-spacing"];
const OWN = ["x", "y", "font-family", ...INHERITED];
const START = { "font-size": "16", "font-weight": "400", "text-anchor": "start", "letter-spacing": "0" };

const decode = (words) => words.replace(/&(?:amp|lt|quot);/g, (entity) => ENTITIES[entity]);
const readAttributes = (text) => [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
const weightOf = (value) => (Number(value) >= 550 ? "600" : "400");
const short = (value) => String(Number(value.toFixed(3)));

/** Places a line's letters and returns its length, in font units. */
function setLine(words, weight, tracking = 0) {
  const { glyphs, pairs } = type[weight];
  const placed = [];
  let pen = 0;
  const letters = [...words.replace(/\s/g, " ")];
  for (const [i, letter] of letters.entries()) {
    const made = MADE[letter];
    if (!made && !glyphs[letter] && !DRAWN[letter])
      throw new Error(`The typeface has no ${letter}, needed for: ${words}`);
    for (const [part, x, y, scale] of made?.parts ?? [[letter, 0, 0, 1]]) placed.push({ part, x: pen + x, y, scale });
    pen +=
      (made?.advance ?? (glyphs[letter] ?? DRAWN[letter])[0]) +
      (pairs[letter + (letters[i + 1] ?? "")] ?? 0) +
      tracking;
  }
  return { placed, width: pen };
}

/** How wide a line of words will be, in the drawing's units. */
export function widthOf(words, { size, weight = 400, spacing = 0 }) {
  const scale = size / type[weightOf(weight)].unitsPerEm;
  return setLine(words, weightOf(weight), spacing / scale).width * scale - spacing;
}

function drawLine({ words, look, attributes, used }) {
  const weight = weightOf(look["font-weight"]);
  const scale = Number(look["font-size"]) / type[weight].unitsPerEm;
  const { placed, width } = setLine(words, weight, Number(look["letter-spacing"]) / scale);
  const shift = { start: 0, middle: 0.5, end: 1 }[look["text-anchor"]] * width;
  const own = Object.fromEntries(attributes);
  const at = `translate(${short(Number(own.x ?? 0) - shift * scale)} ${short(Number(own.y ?? 0))}) scale(${short(scale)})`;
  const rest = attributes.filter(([name]) => !OWN.includes(name) && name !== "transform");
  const letters = placed
    .filter(({ part }) => part !== " ")
    .map(({ part, x, y, scale: size }) => {
      const id = `${weight === "600" ? "b" : "r"}${part.codePointAt(0).toString(36)}`;
      used.set(id, (type[weight].glyphs[part] ?? DRAWN[part])[1]);
      const moved = size === 1 ? `x="${x}"${y ? ` y="${y}"` : ""}` : `transform="translate(${x} ${y}) scale(${size})"`;
      return `<use href="#${id}" ${moved}/>`;
    });
  const kept = rest.map(([name, value]) => ` ${name}="${value}"`).join("");
  return `<g transform="${own.transform ? `${own.transform} ` : ""}${at}"${kept}>${letters.join("")}</g>`;
}

/** The SVG with its <text> elements as outlines; unchanged without any. */
export function outlined(svg) {
  if (!svg.includes("<text")) return svg;
  const used = new Map();
  const looks = [START];
  const out = svg.replace(
    /<text([^>]*)>([^<]*)<\/text>|<(\/?)(g|svg)\b([^>]*?)(\/?)>/g,
    (whole, own, words, end, _name, group, empty) => {
      if (words !== undefined) {
        const attributes = readAttributes(own);
        const look = {
          ...looks.at(-1),
          ...Object.fromEntries(attributes.filter(([name]) => INHERITED.includes(name))),
        };
        return drawLine({ words: decode(words), look, attributes, used });
      }
      if (end) looks.pop();
      else if (!empty) {
        const set = readAttributes(group).filter(([name]) => INHERITED.includes(name));
        looks.push({ ...looks.at(-1), ...Object.fromEntries(set) });
      }
      return whole.replace(/ (?:font-(?:family|size|weight)|letter-spacing)="[^"]*"/g, "");
    },
  );
  const defs = [...used].map(([id, d]) => `<path id="${id}" d="${d}"/>`).join("");
  return out.replace(/^<svg[^>]*>(?:<title>[^<]*<\/title>)?/, (head) => `${head}<defs>${defs}</defs>`);
}
