/** Draws a pot as an SVG: half its outline turned around the middle, dipped in glaze, lit from the left. */

export interface Pot {
  form: string;
  glaze: string;
  /** The same text gives the same drips and speckles. */
  seed: string;
}

type Point = readonly [x: number, y: number];

interface Form {
  height: number;
  /** From the rim to the foot: how far down (0 to 1), and the radius. */
  outline: readonly (readonly [down: number, radius: number])[];
  handle?: readonly [from: number, to: number, reach: number];
  spout?: boolean;
  /** How far the glaze comes down (0 to 1). */
  dipped: number;
}

// biome-ignore format: one form a line
const FORMS: Readonly<Record<string, Form>> = {
  bottle: { height: 430, dipped: 0.62, outline: [[0, 38], [0.03, 36], [0.2, 28], [0.36, 40], [0.52, 82], [0.72, 102], [0.9, 84], [1, 62]] },
  moon: { height: 320, dipped: 0.5, outline: [[0, 44], [0.04, 40], [0.12, 72], [0.32, 126], [0.52, 140], [0.76, 116], [1, 66]] },
  cylinder: { height: 350, dipped: 0.7, outline: [[0, 78], [0.02, 76], [0.3, 75], [0.6, 78], [0.9, 76], [1, 66]] },
  flare: { height: 370, dipped: 0.44, outline: [[0, 84], [0.08, 66], [0.24, 48], [0.42, 62], [0.64, 92], [0.84, 84], [1, 58]] },
  bowl: { height: 176, dipped: 0.6, outline: [[0, 172], [0.28, 162], [0.6, 122], [0.86, 64], [0.88, 58], [1, 62]] },
  basin: { height: 214, dipped: 0.72, outline: [[0, 146], [0.3, 148], [0.62, 124], [0.88, 72], [0.9, 60], [1, 64]] },
  cup: { height: 216, dipped: 0.66, handle: [0.2, 0.76, 74], outline: [[0, 96], [0.3, 94], [0.7, 90], [0.92, 76], [1, 62]] },
  beaker: { height: 230, dipped: 0.5, outline: [[0, 88], [0.4, 82], [0.8, 72], [1, 64]] },
  plate: { height: 66, dipped: 0.8, outline: [[0, 200], [0.3, 182], [0.72, 104], [0.78, 92], [1, 94]] },
  jug: { height: 350, dipped: 0.58, spout: true, handle: [0.08, 0.62, 92], outline: [[0, 66], [0.1, 60], [0.24, 62], [0.5, 104], [0.74, 112], [0.92, 90], [1, 72]] },
};

const GLAZES: Readonly<Record<string, { body: string; dip: string; inside: string; ground: string }>> = {
  ash: { body: "#8a6a52", dip: "#ddd6c6", inside: "#b9b09d", ground: "#e9e3d8" },
  moss: { body: "#b9a283", dip: "#66744a", inside: "#454f31", ground: "#e3e4d6" },
  ink: { body: "#c7b59b", dip: "#27394d", inside: "#16222f", ground: "#dfe4e6" },
  salt: { body: "#d8c7ad", dip: "#f4f0e6", inside: "#d6cebe", ground: "#e4dccf" },
  rust: { body: "#5b4033", dip: "#b05c33", inside: "#6e371e", ground: "#f0e2d5" },
  celadon: { body: "#a88f74", dip: "#a9c2b0", inside: "#7c9685", ground: "#e2eae3" },
};

/** The ground that a glaze stands out against. */
export const groundOf = (glaze: string): string => GLAZES[glaze]?.ground ?? "#eee";

/** A picture of one pot, square. */
export function drawPot(pot: Pot): string {
  return svg(600, 600, groundOf(pot.glaze), standing(pot, 300, 500, 1));
}

/** Pots beside each other on a table in front of a wall. */
export function drawStillLife(pots: readonly Pot[]): string {
  const width = 2200;
  const table = `<rect y="860" width="${width}" height="340" fill="#c9b9a1"/><rect y="860" width="${width}" height="6" fill="#b3a188"/>`;
  const light = `<path d="M560 0h520l560 1200h-620z" fill="#fff" opacity="0.2"/><path d="M1220 0h150l560 1200h-170z" fill="#fff" opacity="0.14"/>`;
  const places: readonly Point[] = [
    [1010, 930],
    [1350, 905],
    [1890, 930],
    [1640, 1000],
    [1200, 1040],
  ];
  const group = pots.map((pot, index) => {
    const [x, y] = places[index % places.length] ?? [0, 0];
    return standing(pot, x, y, 1.5);
  });
  return svg(width, 1200, "#e8ddcb", table + light + group.join(""));
}

function svg(width: number, height: number, ground: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${content}</svg>\n`;
}

function standing({ form, glaze, seed }: Pot, x: number, foot: number, scale: number): string {
  const shape = FORMS[form] ?? FORMS.cylinder;
  const colours = GLAZES[glaze] ?? GLAZES.ash;
  if (!shape || !colours) return "";
  const id = `${seed}-${form}`.replace(/\W+/g, "");
  const { height, outline, dipped } = shape;
  const [, rim = 0] = outline[0] ?? [];
  const [, base = 0] = outline.at(-1) ?? [];
  const widest = Math.max(...outline.map(([, radius]) => radius));
  const right = outline.map(([down, radius]): Point => [radius, down * height]);
  const left = right.map(([px, py]): Point => [-px, py]).reverse();
  const body = `M${at(-rim, 0)}${arc(rim, 0.13)}${at(rim, 0)}${smooth(right)}${arc(base, 0.14)}${at(-base, height)}${smooth(left)}z`;
  const random = randomOf(seed);
  const drips = dripLine(widest + 40, height * dipped, random);
  const speckles = Array.from({ length: 46 }, () => {
    const [px, py, r] = [(random() * 2 - 1) * widest, random() * height, 0.8 + random() * 1.7];
    return `<circle cx="${n(px)}" cy="${n(py)}" r="${n(r)}"/>`;
  });
  const spout = shape.spout
    ? `<path d="M${at(-rim + 14, -3)}C${at(-rim - 14, -14)} ${at(-rim - 42, -16)} ${at(-rim - 50, -2)}C${at(-rim - 30, 8)} ${at(-rim - 18, 34)} ${at(-rim + 20, 66)}z" fill="${colours.dip}"/>`
    : "";
  return `<g transform="translate(${x} ${n(foot - height * scale)}) scale(${scale})"><defs><clipPath id="${id}c"><path d="${body}"/></clipPath><linearGradient id="${id}l"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset="0.22" stop-color="#fff" stop-opacity="0.3"/><stop offset="0.46" stop-color="#fff" stop-opacity="0"/><stop offset="0.62" stop-color="#1b120a" stop-opacity="0.06"/><stop offset="1" stop-color="#1b120a" stop-opacity="0.52"/></linearGradient><radialGradient id="${id}s"><stop offset="0" stop-color="#1b120a" stop-opacity="0.42"/><stop offset="1" stop-color="#1b120a" stop-opacity="0"/></radialGradient></defs><ellipse cx="${n(base * 0.55)}" cy="${n(height + 4)}" rx="${n(Math.max(base, widest * 0.62) * 1.75)}" ry="${n(base * 0.3 + 6)}" fill="url(#${id}s)"/>${handle(shape, colours.dip)}${spout}<g clip-path="url(#${id}c)"><rect x="${n(-widest)}" y="-30" width="${n(widest * 2)}" height="${n(height + 80)}" fill="${colours.body}"/><path d="${drips}" fill="${colours.dip}"/><g fill="#1b120a" opacity="0.24">${speckles.join("")}</g><rect x="${n(-widest)}" y="-30" width="${n(widest * 2)}" height="${n(height + 80)}" fill="url(#${id}l)"/></g><ellipse rx="${rim}" ry="${n(rim * 0.13)}" fill="${colours.dip}"/><ellipse cy="1.5" rx="${n(rim - 5)}" ry="${n((rim - 5) * 0.12)}" fill="${colours.inside}"/></g>`;
}

function handle({ handle: given, outline, height }: Form, colour: string): string {
  if (!given) return "";
  const [from, to, reach] = given;
  const radius = (down: number) => outline.findLast(([d]) => d <= down)?.[1] ?? 0;
  const [top, bottom] = [radius(from) - 8, radius(to) - 8];
  const [y1, y2] = [from * height, to * height];
  const way = `M${at(top, y1)}C${at(top + reach, y1 - 12)} ${at(bottom + reach, y2 - 6)} ${at(bottom, y2)}`;
  return `<path d="${way}" fill="none" stroke="${colour}" stroke-width="21" stroke-linecap="round"/><path d="${way}" fill="none" stroke="#1b120a" stroke-opacity="0.32" stroke-width="8" stroke-linecap="round" transform="translate(5 6)"/>`;
}

/** Where the glaze ends: a line that hangs down here and there. */
function dripLine(half: number, level: number, random: () => number): string {
  const steps = 9;
  const points = Array.from(
    { length: steps + 1 },
    (_, index): Point => [-half + (index / steps) * half * 2, level + (random() - 0.35) * 34],
  );
  return `M${at(-half, -40)}L${at(...(points[0] ?? [0, 0]))}${smooth(points)}L${at(half, -40)}z`;
}

/** A curve through all points, from the first, where the pen is. */
function smooth(points: readonly Point[]): string {
  const point = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  return points
    .slice(1)
    .map((end, index) => {
      const [before, start, after] = [point(index - 1), point(index), point(index + 2)];
      const first: Point = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6];
      const second: Point = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6];
      return `C${at(...first)} ${at(...second)} ${at(...end)}`;
    })
    .join("");
}

const n = (value: number) => Math.round(value * 10) / 10;
const at = (x: number, y: number) => `${n(x)} ${n(y)}`;
const arc = (radius: number, flat: number) => `A${n(radius)} ${n(radius * flat)} 0 0 1 `;

function randomOf(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
