import { createPainter, type Size } from "./draw-terrain.ts";
import { parseTerrain } from "./terrain-data.ts";

export interface TerrainInput {
  host: HTMLElement;
  src: string;
  lang: string;
}

/** Milliseconds until all rows are drawn: below five seconds, so that WCAG requires no button to stop it. */
const GROWTH = 4800;
/** Vertical position of the nearest row as a share of the height, if there is room. */
const NEAR = 0.5;
/** Pixels between the nearest row and the text below. */
const ROOM = 12;

/** Draws a terrain row by row into the element, once; returns a function that removes it. */
export async function animateTerrain({ host, src, lang }: TerrainInput): Promise<() => void> {
  const [data] = await Promise.all([readJson(src), document.fonts.ready]);
  const terrain = parseTerrain(data, lang);
  const canvas = document.createElement("canvas");
  canvas.className = "terrain";
  canvas.setAttribute("aria-hidden", "true");
  const draw = createPainter(canvas);
  if (!draw) return () => undefined;
  host.append(canvas);
  let frame = 0;
  let shown = 0;
  const paint = () => draw({ terrain, size: fitted(canvas), near: nearestRow(host) }, shown);
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
    cancelAnimationFrame(frame);
    observer.disconnect();
    canvas.remove();
  };
}

async function readJson(src: string): Promise<unknown> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`GET ${src} answered ${response.status}.`);
  return response.json();
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
