/** Draws the plan of the town behind the map: `node blocks/shop-map/draw-town.mjs`. */
import { writeFileSync } from "node:fs";

let state = 11;
const random = () => {
  state = (state * 1664525 + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const round = (value) => Math.round(value);
const line = (d, stroke, width, more = ' stroke-linecap="round"') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"${more}/>`;

/** Rows of houses in a quarter that is turned a little, with yards left open. */
function quarter(x, y, columns, rows, angle, size = 62) {
  const houses = [];
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows; row++) {
      const [left, top] = [column * size, row * size * 0.8];
      if (random() < 0.12) continue;
      const [width, height] = [size - 12, size * 0.8 - 12];
      const cut = random();
      const yard =
        cut > 0.45 ? `M${left + 12} ${round(top + 11)}h${width - 24}v${round(height - 22)}h-${width - 24}z` : "";
      houses.push(`M${left} ${round(top)}h${width}v${round(height)}h-${width}z${yard}`);
    }
  return `<path transform="translate(${x} ${y}) rotate(${angle})" fill="#e3d6c1" fill-rule="evenodd" d="${houses.join("")}"/>`;
}

const river = "M-20 610C160 560 250 500 380 520S560 640 700 600S900 420 1010 400S1150 380 1230 330";
const parts = [
  '<rect width="1200" height="800" fill="#f7f1e6"/>',
  '<path d="M40 90c90 -60 210 -40 240 40s-40 150 -130 150S-40 160 40 90z" fill="#d5dcbf"/>',
  '<path d="M820 560c120 -50 260 10 280 100s-120 130 -240 110s-150 -160 -40 -210z" fill="#d5dcbf"/>',
  quarter(330, 60, 7, 6, -7),
  quarter(800, 40, 6, 5, 9),
  quarter(60, 330, 4, 3, 4),
  quarter(90, 650, 8, 3, 12),
  quarter(640, 650, 3, 3, -5),
  quarter(480, 400, 4, 2, -7),
  line("M-20 300C200 310 300 330 470 380S820 380 1220 210", "#fffdf8", 20),
  line(river, "#c4d4d8", 74),
  line(river, "#b4c8ce", 2, ' stroke-dasharray="60 34"'),
  // Over the river: bridges.
  line("M300 -20C330 200 420 380 470 380S600 620 640 820", "#fffdf8", 20),
  line("M780 -20C790 160 760 330 820 380S930 560 800 820", "#fffdf8", 14),
  line("M-20 480C300 430 700 250 1220 80", "#bfae96", 3),
  line("M-20 480C300 430 700 250 1220 80", "#bfae96", 9, ' stroke-dasharray="2 16"'),
];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800">${parts.join("")}</svg>\n`;
writeFileSync(new URL("town.svg", import.meta.url), svg);
