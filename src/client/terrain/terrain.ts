import { fetchJson } from "../page/fetch-json.ts";
import { parseTerrain, type Terrain } from "./terrain-data.ts";

export interface TerrainInput {
  host: HTMLElement;
  src: string;
  lang: string;
}

/** Milliseconds until all rows are drawn: below five seconds, so that WCAG requires no button to stop it. */
const GROWTH = 4800;
/**
 * Vertical position of the nearest row as a share of the height, if there is room, and the farthest row's share of
 * that.
 */
const NEAR = 0.5;
const FAR_SHARE = 0.43;
/** Pixels between the nearest row and the text below. */
const ROOM = 12;
/** Share of the spectrum that is drawn: above the ridge's sidebands there is nothing to see. */
const SHOWN = 0.56;

/** Draws a terrain row by row into the element, once; returns a function that removes it. */
export async function animateTerrain({ host, src, lang }: TerrainInput): Promise<() => void> {
  const stop = new AbortController();
  const [data] = await Promise.all([fetchJson(src, { signal: stop.signal }), document.fonts.ready]);
  const terrain = parseTerrain(data, lang);
  const canvas = document.createElement("canvas");
  canvas.className = "terrain";
  canvas.setAttribute("aria-hidden", "true");
  const brush = canvas.getContext("2d");
  if (!brush) return () => undefined;
  host.append(canvas);
  let frame = 0;
  let shown = 0;
  const paint = () => draw({ brush, terrain, shown, size: fitted(canvas), near: nearestRow(host) });
  const start = performance.now();
  const grow = (now: number) => {
    const share = Math.min(1, (now - start) / GROWTH);
    shown = terrain.rows * (1 - (1 - share) ** 1.6);
    paint();
    if (share < 1) frame = requestAnimationFrame(grow);
  };
  frame = requestAnimationFrame(grow);
  const observer = new ResizeObserver(paint);
  observer.observe(canvas);
  canvas.dataset.shown = "";
  return () => {
    stop.abort();
    cancelAnimationFrame(frame);
    observer.disconnect();
    canvas.remove();
  };
}

interface Size {
  width: number;
  height: number;
  scale: number;
}

interface Scene {
  brush: CanvasRenderingContext2D;
  terrain: Terrain;
  /** Number of rows drawn so far; the last may still be rising. */
  shown: number;
  size: Size;
  /** Vertical position of the nearest row as a share of the height. */
  near: number;
}

/** Just above the text at the bottom of the picture: the more text, the lower the terrain. */
function nearestRow(host: HTMLElement): number {
  const { top, height } = host.getBoundingClientRect();
  const words = host.nextElementSibling?.firstElementChild?.getBoundingClientRect();
  return words && height > 0 ? Math.max(NEAR / 2, Math.min(NEAR, (words.top - ROOM - top) / height)) : NEAR;
}

function fitted(canvas: HTMLCanvasElement): Size {
  const scale = Math.min(2, devicePixelRatio);
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  return { width, height, scale };
}

/** Draws from the farthest row to the nearest, each covering what is behind it. */
function draw(scene: Scene): void {
  const { brush, terrain, shown, size } = scene;
  const far = scene.near * FAR_SHARE;
  brush.setTransform(size.scale, 0, 0, size.scale, 0, 0);
  const sky = brush.createLinearGradient(0, 0, 0, size.height);
  sky.addColorStop(0, "#0d1014");
  sky.addColorStop(far, "#3a211a");
  sky.addColorStop(far + 0.06, "#14181d");
  sky.addColorStop(1, "#0d1014");
  brush.fillStyle = sky;
  brush.fillRect(0, 0, size.width, size.height);
  for (let row = 0; row < Math.min(terrain.rows, Math.ceil(shown)); row += 1) {
    drawRow(scene, row, Math.min(1, shown - row));
  }
  for (const { row, baseline } of labelPlaces(scene)) if (row < shown) drawLabel(scene, row, baseline);
}

/** The last bin to draw. */
function last({ bins }: Terrain): number {
  return Math.round((bins - 1) * SHOWN);
}

/** Position of a row: left and right end, floor, and the height of its highest level. */
function rowAt({ terrain, size, near: foot }: Pick<Scene, "terrain" | "size" | "near">, row: number) {
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

function drawRow(scene: Scene, row: number, rise: number): void {
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
export function labelPlaces(scene: Pick<Scene, "terrain" | "size" | "near">): { row: number; baseline: number }[] {
  const { rows, rowsPerWeek } = scene.terrain;
  const weeks = Array.from({ length: Math.ceil(rows / rowsPerWeek) }, (_, week) => week * rowsPerWeek);
  let next = Number.POSITIVE_INFINITY;
  return weeks.reverse().map((row) => {
    next = Math.min(rowAt(scene, row).floor - LIFT, next - fontSize(scene.size) * LINE);
    return { row, baseline: next };
  });
}

/** Draws the week's name at its first row's right end, with its notes if there is room. */
function drawLabel(scene: Scene, row: number, baseline: number): void {
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
