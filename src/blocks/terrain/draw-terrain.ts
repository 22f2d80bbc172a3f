import type { Terrain } from "./terrain-data.ts";

/** The farthest row's share of the nearest row's vertical position. */
const FAR_SHARE = 0.43;
/** Share of the spectrum that is drawn: above the ridge's sidebands there is nothing to see. */
const SHOWN = 0.56;

export interface Size {
  width: number;
  height: number;
  /** Pixels of the canvas for one CSS pixel. */
  scale: number;
}

export interface Scene {
  terrain: Terrain;
  size: Size;
  /** Vertical position of the nearest row as a share of the height. */
  near: number;
}

interface Drawing extends Scene {
  brush: CanvasRenderingContext2D;
}

/**
 * Returns a function that draws the first `shown` rows, the last of which may still be rising. Each row covers what is
 * behind it; finished rows stay on a canvas of their own, so that a frame draws only the rows that are new.
 */
export function createPainter(canvas: HTMLCanvasElement): ((scene: Scene, shown: number) => void) | null {
  const brush = canvas.getContext("2d");
  const ground = document.createElement("canvas").getContext("2d");
  if (!brush || !ground) return null;
  let finished = 0;
  let key = "";
  return (scene, shown) => {
    if (canvas.width === 0 || canvas.height === 0) return;
    const { size, near, terrain } = scene;
    const next = JSON.stringify([canvas.width, canvas.height, size, near]);
    if (next !== key) {
      key = next;
      finished = 0;
      Object.assign(ground.canvas, { width: canvas.width, height: canvas.height });
      drawSky({ ...scene, brush: ground });
    }
    for (; finished < Math.min(terrain.rows, Math.floor(shown)); finished += 1) {
      drawRow({ ...scene, brush: ground }, finished, 1);
    }
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.drawImage(ground.canvas, 0, 0);
    brush.setTransform(size.scale, 0, 0, size.scale, 0, 0);
    const drawing = { ...scene, brush };
    if (finished < Math.min(terrain.rows, shown)) drawRow(drawing, finished, shown - finished);
    for (const { row, baseline } of labelPlaces(scene)) if (row < shown) drawLabel(drawing, row, baseline);
    if (finished < terrain.rows) return;
    key = "";
    ground.canvas.width = 0; // frees its memory
  };
}

function drawSky({ brush, size, near }: Drawing): void {
  const far = near * FAR_SHARE;
  brush.setTransform(size.scale, 0, 0, size.scale, 0, 0);
  const sky = brush.createLinearGradient(0, 0, 0, size.height);
  sky.addColorStop(0, "#0d1014");
  sky.addColorStop(far, "#3a211a");
  sky.addColorStop(far + 0.06, "#14181d");
  sky.addColorStop(1, "#0d1014");
  brush.fillStyle = sky;
  brush.fillRect(0, 0, size.width, size.height);
}

function last({ bins }: Terrain): number {
  return Math.round((bins - 1) * SHOWN);
}

/** Position of a row: left and right end, floor, and the height of its highest level. */
function rowAt({ terrain, size, near: foot }: Scene, row: number) {
  const depth = row / (terrain.rows - 1);
  const near = depth ** 1.35;
  const half = (size.width / 2) * (0.6 + 0.75 * near);
  return {
    left: size.width * (size.width < 900 ? 0.54 : 0.66) - half,
    width: half * 2,
    floor: size.height * foot * (FAR_SHARE + (1 - FAR_SHARE) * near),
    reach: size.height * foot * (0.2 + 0.36 * near),
    depth,
  };
}

function drawRow(scene: Drawing, row: number, rise: number): void {
  const { brush, terrain, size } = scene;
  const { left, width, floor, reach, depth } = rowAt(scene, row);
  const x = (bin: number) => left + (bin / last(terrain)) * width;
  const y = (bin: number) => floor - terrain.level(row, bin) * reach * rise;
  const trace = (from: number, to: number) => {
    brush.beginPath();
    brush.moveTo(x(from), y(from));
    for (let bin = from + 1; bin <= to; bin += 1) brush.lineTo(x(bin), y(bin));
  };
  trace(0, last(terrain));
  brush.lineTo(x(last(terrain)), size.height);
  brush.lineTo(x(0), size.height);
  brush.fillStyle = "#0d1014";
  brush.fill();
  trace(0, last(terrain));
  brush.strokeStyle = `rgb(214 218 220 / ${0.3 + 0.6 * depth * rise})`;
  brush.lineWidth = 0.75 + depth * 0.5;
  brush.lineJoin = "round";
  brush.stroke();
  const [first, end] = terrain.ridge;
  const height = Math.max(...Array.from({ length: end - first + 1 }, (_, index) => terrain.level(row, first + index)));
  if (height < 0.12) return;
  trace(Math.max(0, first - 3), Math.min(last(terrain), end + 3));
  brush.save();
  brush.strokeStyle = `rgb(255 104 46 / ${Math.min(1, 0.45 + height)})`;
  brush.shadowColor = "#ff5a1f";
  brush.shadowBlur = 18 * height;
  brush.lineWidth = 1.5 + depth * 1.5;
  brush.stroke();
  brush.restore();
}

/** Pixels between a row and its week's name. */
const LIFT = 8;
/** Distance between two weeks' names, relative to the font size. */
const LINE = 1.35;

const fontSize = ({ width }: Size) => (width < 640 ? 11 : 13);

/** Position of each week's name: above its first row, and higher if the next week's name is too close. */
export function labelPlaces(scene: Scene): { row: number; baseline: number }[] {
  const { rows, rowsPerWeek } = scene.terrain;
  const weeks = Array.from({ length: Math.ceil(rows / rowsPerWeek) }, (_, week) => week * rowsPerWeek);
  let next = Number.POSITIVE_INFINITY;
  return weeks.reverse().map((row) => {
    next = Math.min(rowAt(scene, row).floor - LIFT, next - fontSize(scene.size) * LINE);
    return { row, baseline: next };
  });
}

/** Draws the week's name at its first row's right end, with its notes if there is room. */
function drawLabel(scene: Drawing, row: number, baseline: number): void {
  const { brush, terrain, size } = scene;
  const week = row / terrain.rowsPerWeek;
  const { left, width, depth } = rowAt(scene, row);
  const text = terrain.labels[week] ?? "";
  const note = size.width >= 900 ? (terrain.notes[week] ?? "") : "";
  brush.font = `500 ${fontSize(size)}px ${getComputedStyle(document.body).fontFamily}`;
  brush.textAlign = "right";
  brush.fillStyle = `rgb(246 244 238 / ${0.8 + 0.2 * depth})`;
  const edge = Math.min(left + width, size.width) - Math.max(16, size.width * 0.04);
  const words = note ? `${text}: ${note}` : text;
  // An outline in the background colour separates the letters from the rows.
  brush.strokeStyle = "#0d1014";
  brush.lineWidth = 6;
  brush.lineJoin = "round";
  brush.strokeText(words, edge, baseline);
  brush.fillText(words, edge, baseline);
}
