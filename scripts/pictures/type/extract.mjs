/**
 * Extracts the outlines of the site's typeface that pictures need, into the file beside this one. Only needed when the
 * font or the set of letters changes: `npm install --no-save fontkit@2.0.4 wawoff2@2.0.1 && node
 * scripts/pictures/type/extract.mjs`.
 */
import { readFile, writeFile } from "node:fs/promises";
import * as fontkit from "fontkit";
import { decompress } from "wawoff2";

const FONT = new URL("../../../templates/fonts/instrument-sans-latin.woff2", import.meta.url);
const WEIGHTS = [400, 600];
const LETTERS = [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  ..." .,:;!?'\"()[]/%+-=<>&@#*_|~°²³µ×·–—…“”„‘’€±ÄÖÜäöüßØøéσ−→≈",
];

/** Coordinates are integer font units; the drawing scales them. */
function compact(path) {
  return path.commands
    .map(({ command, args }) => {
      const letter = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" }[command];
      return letter + args.map((value, i) => Math.round(i % 2 ? -value : value)).join(" ");
    })
    .join("");
}

const file = Buffer.from(await decompress(await readFile(FONT)));

function readWeight(weight) {
  const font = fontkit.create(file).getVariation({ wght: weight, wdth: 100 });
  const glyphs = {};
  for (const letter of LETTERS) {
    const run = font.layout(letter, ["tnum"]);
    if (run.glyphs.length !== 1 || run.glyphs[0].id === 0) continue;
    glyphs[letter] = [Math.round(run.positions[0].xAdvance), compact(run.glyphs[0].path)];
  }
  const pairs = {};
  for (const a of Object.keys(glyphs)) {
    for (const b of Object.keys(glyphs)) {
      const run = font.layout(a + b, ["tnum"]);
      const kern = Math.round(run.positions[0].xAdvance) - glyphs[a][0];
      if (run.glyphs.length === 2 && Math.abs(kern) >= 12) pairs[a + b] = kern;
    }
  }
  return { unitsPerEm: font.unitsPerEm, glyphs, pairs };
}

const weights = Object.fromEntries(WEIGHTS.map((weight) => [weight, readWeight(weight)]));
await writeFile(new URL("instrument-sans.json", import.meta.url), `${JSON.stringify(weights)}\n`);
