import { bell, clamp, dot3, normal3, smooth } from "../lib/maths.mjs";
import { fbm, noise2 } from "../lib/noise.mjs";
import { createRandom } from "../lib/random.mjs";

export const SIZE = { width: 1920, height: 1200 };
/** Length of the picture's long side on the part, in millimetres. */
const MILLIMETRES = 64;

/**
 * Flaws of a ground steel plate. Positions and lengths are shares of the picture's width; an angle of 0 is along the
 * grinding marks. A groove is visible when the light comes across it, and not along it.
 */
const FLAWS = [
  {
    id: "scratch",
    kind: "scratch",
    x: 0.37,
    y: 0.24,
    length: 0.3,
    angle: 34,
    depth: 1,
    score: 0.93,
    label: { en: "Scratch", de: "Kratzer" },
  },
  {
    id: "hairline",
    kind: "scratch",
    x: 0.7,
    y: 0.43,
    length: 0.2,
    angle: -62,
    depth: 0.5,
    score: 0.71,
    label: { en: "Hairline", de: "Haarriss" },
  },
  {
    id: "dent",
    kind: "dent",
    x: 0.6,
    y: 0.21,
    length: 0.1,
    angle: 0,
    depth: 1,
    score: 0.97,
    label: { en: "Dent", de: "Delle" },
  },
  {
    id: "pits",
    kind: "pits",
    x: 0.2,
    y: 0.46,
    length: 0.09,
    angle: 0,
    depth: 1,
    score: 0.84,
    label: { en: "Pores", de: "Poren" },
  },
];

const PITS = (() => {
  const random = createRandom("plate-pits");
  const flaw = FLAWS.find(({ kind }) => kind === "pits");
  return Array.from({ length: 15 }, () => ({
    x: flaw.x + random.gauss() * 0.022,
    y: flaw.y + random.gauss() * 0.018,
    r: random.between(0.0016, 0.0042),
  }));
})();

/** Position of a point along a scratch (0 to 1) and its distance from it; the line is slightly curved. */
function alongScratch(flaw, x, y) {
  const turn = (flaw.angle * Math.PI) / 180;
  const [dx, dy] = [x - flaw.x, y - flaw.y];
  const t = (dx * Math.cos(turn) + dy * Math.sin(turn)) / flaw.length + 0.5;
  const bow = 0.012 * Math.sin(Math.PI * t) + 0.0016 * noise2(t * 9, flaw.x * 50, 3);
  return { t, off: dy * Math.cos(turn) - dx * Math.sin(turn) - bow };
}

/** The plate's height at a point, from flaws and waviness; coordinates in shares of the width. */
function heightAt(x, y) {
  let h = 0.00035 * fbm(x * 5, y * 5, 3, 4);
  for (const flaw of FLAWS) {
    if (flaw.kind === "dent") {
      const r = Math.hypot(x - flaw.x, (y - flaw.y) * 1.15);
      h += -0.0052 * bell(r, 0.026) + 0.0009 * bell(r - 0.05, 0.011);
    } else if (flaw.kind === "scratch") {
      const { t, off } = alongScratch(flaw, x, y);
      if (t < -0.05 || t > 1.05 || Math.abs(off) > 0.02) continue;
      const deep = flaw.depth * smooth(-0.02, 0.16, t) * smooth(1.02, 0.7, t) * (0.8 + 0.4 * noise2(t * 14, 3, 5));
      h += (-0.0017 * bell(off, 0.0011) + 0.0005 * bell(Math.abs(off) - 0.003, 0.001)) * deep;
    }
  }
  for (const pit of PITS) h -= 0.42 * pit.r * bell(Math.hypot(x - pit.x, y - pit.y), pit.r);
  return h;
}

/** Every pixel's direction: x to the right, y down, z towards the eye. */
export function normals() {
  const { width, height } = SIZE;
  const e = 0.5 / width;
  return Array.from({ length: width * height }, (_, p) => {
    const x = ((p % width) + 0.5) / width;
    const y = (Math.floor(p / width) + 0.5) / width;
    return normal3([heightAt(x - e, y) - heightAt(x + e, y), heightAt(x, y - e) - heightAt(x, y + e), 2 * e]);
  });
}

/** Grinding marks, -1 … 1: long along x, fine across. */
const grindAt = (x, y) =>
  0.5 * noise2(x * 9, y * 420, 11) + 0.35 * noise2(x * 22, y * 760, 12) + 0.3 * noise2(x * 4, y * 150, 13);

/** The model's score for a point, 0 to 1. */
export function scoreAt(x, y) {
  return FLAWS.reduce((high, flaw) => {
    if (flaw.kind !== "scratch")
      return Math.max(high, flaw.score * bell(Math.hypot(x - flaw.x, y - flaw.y), flaw.length * 0.42));
    const { t, off } = alongScratch(flaw, x, y);
    return Math.max(high, flaw.score * bell(off, 0.014) * smooth(-0.08, 0.1, t) * smooth(1.06, 0.86, t));
  }, 0);
}

/** Brightness of a pixel under a lamp; a small `up` means grazing light. */
export function litBy({ normal, lamp, x, y }) {
  const half = normal3([lamp[0], lamp[1], lamp[2] + 1]);
  const shine = clamp(dot3(normal, half)) ** 60;
  const grind = grindAt(x, y);
  return clamp(dot3(normal, lamp)) * (0.62 + 0.07 * grind) + shine * (0.3 + 0.08 * grind);
}

/** The flaws' data for the page, in shares of width and height and in millimetres. */
export const describePlate = () =>
  `${JSON.stringify(
    {
      ...SIZE,
      millimetres: MILLIMETRES,
      threshold: 0.5,
      defects: FLAWS.map(({ id, label, x, y, length, angle, kind, score }) => ({
        id,
        label,
        x,
        y: Number(((y * SIZE.width) / SIZE.height).toFixed(4)),
        size: length,
        sizeMm: Number((length * MILLIMETRES).toFixed(1)),
        score,
        seenFrom: kind === "scratch" ? [angle + 60, angle + 120] : [0, 360],
      })),
    },
    null,
    2,
  )}\n`;
