/** Draws the museum's posters and objects: `node pictures/draw.mjs`. The same numbers always give the same pictures. */
import { writeFileSync } from "node:fs";

const SIDE = 1200;
const INK = "#0e1f2b";
const PAPER = "#f1ece1";
const SIGNAL = "#f0512a";
const SEA = "#15384f";

const round = (value) => Math.round(value * 10) / 10;
const path = (points) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}`;
const rect = (x, y, width, height, fill) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
const circle = (x, y, r, fill) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const range = (count) => Array.from({ length: count }, (_, index) => index);

/** A full moon whose lower half the tide has cut into bands, each pulled a little further aside. */
function moon() {
  const [x, y, r] = [600, 500, 390];
  const bands = range(19).map((n) => {
    const top = y + 40 + n * 31 + n * n * 0.35;
    const height = 25 - n * 0.75;
    const inside = Math.min(1, Math.abs(top - y) / (r * 1.72));
    const half = Math.sqrt(1 - inside * inside) * r * (1 + n * 0.02);
    const aside = Math.sin(n * 1.9) * (6 + n * 4.2);
    return rect(x - half + aside, top, half * 2, Math.max(3, height), n % 6 === 4 ? SIGNAL : PAPER);
  });
  const whole = `<path d="M${x - r} ${y}a${r} ${r} 0 0 1 ${r * 2} 0v24h-${r * 2}z" fill="${PAPER}"/>`;
  const craters = [
    [-150, -170, 46],
    [60, -240, 30],
    [170, -90, 70],
    [-60, -60, 26],
    [-250, -60, 34],
  ].map(([dx, dy, size]) => circle(x + dx, y + dy, size, "#e2d9c6"));
  return [rect(0, 0, SIDE, SIDE, SEA), whole, ...craters, ...bands];
}

/** A hundred blues and the one that is none. */
function blues() {
  const cell = SIDE / 10;
  return range(100).map((n) => {
    const [column, row] = [n % 10, Math.floor(n / 10)];
    const wave = Math.sin(column * 1.3 + row * 0.7) * 9 + Math.cos(row * 2.1 - column * 0.4) * 7;
    const fill =
      n === 67
        ? SIGNAL
        : `hsl(${round(204 + wave)} ${round(64 - column * 3.2 + wave)}% ${round(16 + row * 7.2 + column * 0.8)}%)`;
    return rect(column * cell, row * cell, cell + 0.5, cell + 0.5, fill);
  });
}

/** The body plan of a hull: bow sections on the right, stern sections on the left. */
function hull() {
  const lines = range(11).flatMap((n) => {
    const full = (n + 1) / 11;
    return [1, -1].map((side) => {
      const points = range(41).map((step) => {
        const t = step / 40;
        const beam = 430 * full ** (side > 0 ? 1.25 : 0.8);
        const curve = t ** (0.32 + (1 - full) * (side > 0 ? 1.5 : 0.9));
        return [600 + side * (8 + beam * curve), 960 - t * (560 + (1 - full) * 130 * side)];
      });
      return `<path d="${path(points)}" fill="none" stroke="${PAPER}" stroke-width="${n === 10 ? 9 : 4}"/>`;
    });
  });
  const levels = range(6).map((n) => rect(110, 955 - n * 96, 980, n === 3 ? 6 : 1.5, n === 3 ? INK : PAPER));
  return [rect(0, 0, SIDE, SIDE, SIGNAL), ...levels, rect(598, 130, 4, 860, PAPER), ...lines];
}

/** The sectors of a light as a chart shows them. */
function light() {
  const [x, y] = [230, 980];
  const sectors = [
    [-88, -62, "#2f9e6b"],
    [-60, -34, PAPER],
    [-32, -2, SIGNAL],
    [0, 30, PAPER],
  ];
  const point = (r, angle) => [x + r * Math.cos((angle * Math.PI) / 180), y + r * Math.sin((angle * Math.PI) / 180)];
  const arcs = sectors.flatMap(([from, to, fill]) =>
    range(9).map((n) => {
      const [inner, outer] = [150 + n * 108, 150 + n * 108 + 76 - n * 6];
      const [a, b, c, d] = [point(inner, from), point(outer, from), point(outer, to), point(inner, to)];
      const text = ([px, py]) => `${round(px)} ${round(py)}`;
      return `<path d="M${text(a)}L${text(b)}A${outer} ${outer} 0 0 1 ${text(c)}L${text(d)}A${inner} ${inner} 0 0 0 ${text(a)}z" fill="${fill}" opacity="${round(1 - n * 0.085)}"/>`;
    }),
  );
  return [rect(0, 0, SIDE, SIDE, INK), ...arcs, circle(x, y, 66, "#ffd35c"), circle(x, y, 26, INK)];
}

/** Ripples that the ebb leaves, and the place where somebody stood. */
function sand() {
  const lines = range(64).map((n) => {
    const base = -40 + n * 20.5;
    const points = range(61).map((step) => {
      const x = step * 20;
      const far = Math.hypot(x - 760, (base - 560) * 1.15);
      const lift = 105 * Math.exp(-((far / 190) ** 2)) * Math.sign(base - 560 || 1);
      const wave =
        Math.sin(x / 97 + n * 0.34) * 9 + Math.sin(x / 41 - n * 0.21) * 4 + Math.sin(x / 230 + n * 0.05) * 16;
      return [x, base + wave + lift];
    });
    const width = round(3.2 + 2.6 * Math.sin(n * 0.55) ** 2);
    return `<path d="${path(points)}" fill="none" stroke="${n % 16 === 9 ? SIGNAL : INK}" stroke-width="${width}"/>`;
  });
  return [rect(0, 0, SIDE, SIDE, "#e0c08e"), ...lines];
}

function shell() {
  const arm = (r0, growth) =>
    range(241).map((step) => {
      const angle = (step / 240) * Math.PI * 6.2;
      const r = r0 * Math.exp(growth * angle);
      return [560 + r * Math.cos(angle), 610 + r * Math.sin(angle)];
    });
  const outer = arm(15, 0.192);
  const ribs = range(58).map((n) => {
    const angle = Math.PI * 1.6 + n * 0.24;
    const [r1, r2] = [15 * Math.exp(0.192 * (angle - Math.PI * 2)), 15 * Math.exp(0.192 * angle)];
    const from = [560 + r1 * Math.cos(angle), 610 + r1 * Math.sin(angle)];
    const to = [560 + r2 * Math.cos(angle - 0.16), 610 + r2 * Math.sin(angle - 0.16)];
    return `<path d="${path([from, to])}" stroke="${INK}" stroke-width="4" fill="none"/>`;
  });
  return [
    rect(0, 0, SIDE, SIDE, "#dbe5e6"),
    ...ribs,
    `<path d="${path(outer)}" fill="none" stroke="${INK}" stroke-width="13" stroke-linecap="round"/>`,
  ];
}

function buoy() {
  const body = `<path d="M430 860 520 330h160l90 530z" fill="${SIGNAL}"/>`;
  const bands = [
    `<path d="m463 664 30-174h214l30 174z" fill="${PAPER}"/>`,
    `<path d="M330 860h540c0 84-120 130-270 130S330 944 330 860z" fill="${INK}"/>`,
  ];
  const top = [rect(588, 200, 24, 140, INK), circle(600, 178, 58, INK)];
  const sea = range(4).map((n) => {
    const points = range(61).map((step) => [step * 20, 930 + n * 62 + Math.sin(step / 3.1 + n * 1.7) * 15]);
    return `<path d="${path(points)}L1200 1200L0 1200z" fill="${["#9fbcc6", "#6f9bab", "#3c7188", SEA][n]}"/>`;
  });
  return [rect(0, 0, SIDE, SIDE, "#e9dfc9"), ...top, body, ...bands, ...sea];
}

/** Two weeks of a tide gauge's roll: springs and neaps. */
function gauge() {
  const level = (t) =>
    Math.sin(t * 2 * Math.PI * 1.93) * (0.62 + 0.34 * Math.cos((t - 3) * 0.43)) + 0.1 * Math.sin(t * 6.2);
  const grid = [
    ...range(15).map((n) => rect(80 + n * 74.2, 220, 1.5, 760, "#b9b2a0")),
    ...range(9).map((n) => rect(80, 220 + n * 95, 1040, 1.5, "#b9b2a0")),
  ];
  const points = range(841).map((step) => [80 + (step / 840) * 1040, 600 - level((step / 840) * 14) * 330]);
  return [
    rect(0, 0, SIDE, SIDE, "#f6f2e8"),
    ...grid,
    `<path d="${path(points)}" fill="none" stroke="${SIGNAL}" stroke-width="6" stroke-linejoin="round"/>`,
    rect(0, 0, SIDE, 120, INK),
    rect(0, 1080, SIDE, 120, INK),
  ];
}

for (const [name, draw] of Object.entries({ moon, blues, hull, light, sand, shell, buoy, gauge })) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${draw().join("")}</svg>\n`;
  writeFileSync(new URL(`../space/assets/${name}.svg`, import.meta.url), svg);
}
