import { bell, smooth, TAU } from "../lib/maths.mjs";
import { noise2 } from "../lib/noise.mjs";
import { hex } from "../lib/palette.mjs";
import { hashText } from "../lib/random.mjs";
import { circle, group, path, polyline, range, softPath, strokes, svgDocument, ticks } from "../lib/svg.mjs";

const HEIGHT = 1000;
/** Half the width of the two formats: portrait for the team, landscape for post cards, with the same head. */
const HALF = { upright: 400, wide: 800 };
const HEAD = { cx: 400, cy: 400, r: 214 };

/** Three papers; the series alternates them so that a grid of people has a rhythm. */
const LOOKS = {
  paper: { ground: "#ece8de", line: hex.ink, soft: "#8d8f8c", fill: hex.paper, accent: hex.accent },
  stone: { ground: "#d3d0c7", line: hex.ink, soft: "#777a79", fill: "#e4e0d6", accent: "#e8480f" },
  ink: { ground: hex.ink, line: "#e9e5db", soft: "#6b747d", fill: hex.inkSoft, accent: hex.accent },
};

/** Rows of one person's own signal, swelling into shoulders below the ring. */
function shoulders(name, look, rhythm, half) {
  const seed = hashText(name) % 997;
  const rows = range(24).map((row) => {
    const depth = row / 23;
    const base = 690 + depth * 330;
    const count = half > HALF.upright ? 90 : 58;
    const points = range(count).map((i) => {
      const u = (((i / (count - 1)) * 2 - 1) * (half + 70)) / 470;
      const rise = 104 * (1 - depth * 0.62) * (bell(u, 0.24) * 0.55 + 0.62 * smooth(0.9, 0.32, Math.abs(u)));
      const wave = Math.sin(u * rhythm.pitch + row * rhythm.turn) * rhythm.size * 1.5 * bell(u - rhythm.at, 0.3);
      const rough = noise2(u * 7 + seed, row * 0.42, seed) * 26 * smooth(1, 0.2, Math.abs(u));
      return [400 + u * 470, base - rise - (wave + rough) * (0.35 + 0.65 * depth)];
    });
    return softPath(points);
  });
  const marked = rhythm.row;
  return rows.map((d, i) =>
    path(`${d}V1020H${330 - half}Z`, {
      fill: look.ground,
      stroke: i === marked ? look.accent : look.line,
      strokeWidth: i === marked ? 3 : 1.3,
      strokeOpacity: i === marked ? 1 : Number((0.35 + 0.5 * (i / 23)).toFixed(2)),
    }),
  );
}

function dial(look) {
  const { cx, cy, r } = HEAD;
  return [
    circle(cx, cy, r + 62, { fill: "none", stroke: look.line, strokeWidth: 1, strokeOpacity: 0.35 }),
    strokes(ticks({ cx, cy, r: r + 40, size: 8, count: 120, major: 10 }), {
      stroke: look.line,
      strokeWidth: 1.2,
      strokeOpacity: 0.6,
    }),
    circle(cx, cy, r + 22, { fill: look.fill, stroke: look.line, strokeWidth: 1.5 }),
  ];
}

/** A small index mark on the dial: each person's own angle. */
function pointer(look, angle) {
  const tip = [HEAD.cx + Math.cos(angle) * (HEAD.r + 66), HEAD.cy + Math.sin(angle) * (HEAD.r + 66)];
  const wing = (turn, r) => [HEAD.cx + Math.cos(angle + turn) * r, HEAD.cy + Math.sin(angle + turn) * r];
  const far = HEAD.r + 88;
  return path(polyline([tip, wing(0.036, far), wing(-0.036, far)], true), { fill: look.accent });
}

/** Draws a person's motif on the common instrument. `motif(look, head)` returns SVG for inside the ring. */
export function drawPerson({ name, tone, rhythm, angle, motif, format = "upright" }) {
  const half = HALF[format];
  const look = LOOKS[tone];
  return svgDocument(
    { width: 2 * half, height: HEIGHT, background: look.ground },
    group(
      half === HEAD.cx ? {} : { transform: `translate(${half - HEAD.cx} 0)` },
      group(
        { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" },
        dial(look),
        motif(look, HEAD),
        pointer(look, angle * TAU),
      ),
      group({ strokeLinejoin: "round" }, shoulders(name, look, rhythm, half)),
    ),
  );
}
