import { bloom, focusByDepth } from "../lib/blur.mjs";
import { add3, bell, clamp, dot3, normal3, reflect3, scale3, smooth } from "../lib/maths.mjs";
import { turnedHighlight } from "../lib/metal.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderTerrain } from "../lib/terrain.mjs";

const LAMP = normal3([0.62, 0.42, 0.66]);
const ROW = 0.052;
const CENTRE = [0.92, 2.86];

/** Distance inward from the pocket's wall: the tool follows it, ring by ring. */
function pocket(x, z) {
  const dx = x - CENTRE[0];
  const dz = z - CENTRE[1];
  const a = Math.atan2(dz, dx);
  const r = Math.hypot(dx, dz * 1.05);
  const wall = 1.02 + 0.16 * Math.cos(a * 3 + 0.6) + 0.05 * Math.cos(a * 2);
  return { inside: wall - r, a, r };
}

/** Face-milled plate with an arc pattern, a pocket cut into it, an island left standing. */
function milled(x, z) {
  const { inside, r } = pocket(x, z);
  const island = smooth(0.27, 0.255, r);
  const deep = smooth(0, 0.018, inside) * (1 - island);
  const ring = ((inside / ROW) % 1) - 0.5;
  const scallop = 0.0052 * ring * ring * 4 * smooth(0.01, 0.05, inside) * (1 - island);
  const face = 0.0012 * Math.sin(Math.hypot(x + 2.6, z - 2.2) * 190);
  return deep * (-0.2 + scallop) + (1 - deep) * face - 0.02 * smooth(0.012, 0, Math.abs(inside - 0.006)) * (1 - deep);
}

function grooveAt(x, z, deep) {
  if (!deep) return normal3([-(z - 2.2), 0, x + 2.6]);
  const e = 0.01;
  const gx = pocket(x + e, z).inside - pocket(x - e, z).inside;
  const gz = pocket(x, z + e).inside - pocket(x, z - e).inside;
  return normal3([-gz, 0, gx]);
}

function room(d) {
  const side = Math.atan2(d[0], d[2]);
  return add3(
    scale3(light.paper, 1.5 * bell(side - 0.75, 0.3) * bell(d[1] - 0.5, 0.18)),
    scale3(light.petrolLight, 0.08 * bell(side + 0.6, 0.6)),
  );
}

/** Hot chips and the fresh cut glow where the tool last was. */
function freshCut(x, z) {
  const { inside, a } = pocket(x, z);
  const lane = bell(inside - 8.5 * ROW, ROW * 0.42);
  const since = (((2.35 - a) % 6.2832) + 6.2832) % 6.2832;
  return lane * Math.exp(-since * 1.15) * smooth(0, 0.02, since);
}

function shadeMilled(eye) {
  return (x, z, h, slope) => {
    const e = 0.0022;
    const { inside, r } = pocket(x, z);
    const deep = inside > 0.02 && r > 0.27;
    const feed = noise2(x * 130, z * 130, 3) * 0.02;
    const n = normal3([milled(x - e, z) - milled(x + e, z) + feed * e, 2 * e, milled(x, z - e) - milled(x, z + e)]);
    const d = normal3([x - eye[0], h - eye[1], z - eye[2]]);
    const groove = grooveAt(x, z, deep);
    const streak = turnedHighlight({ n, d, groove, lamp: LAMP, sharp: deep ? 34 : 70 });
    const shadow = deep ? 0.35 + 0.65 * smooth(0.02, 0.3, pocket(x + 0.24, z + 0.2).inside) : 1;
    const wall = Math.abs(slope) > 1.5;
    const mirror = scale3(room(reflect3(d, n)), wall ? 0.25 : 0.42);
    const own = (0.035 + 0.1 * clamp(dot3(n, LAMP)) + 0.85 * streak) * shadow;
    const calm = 0.07 + 0.93 * smooth(-1.2, 0.9, x + 0.16 * (z - 2.4));
    const steel = scale3(add3(scale3([0.56, 0.58, 0.6], own), scale3(mirror, shadow)), calm);
    const hot = freshCut(x, z);
    const near = bell(inside - 8.5 * ROW, 0.16) * 0.05;
    return add3(steel, scale3(light.accent, hot * 3.4 + (deep ? near : 0) * (1 + streak)));
  };
}

export function machinery({ width, height }) {
  const unit = width / 2000;
  const eye = [0.25, 2.0, 0];
  const { film, depth } = renderTerrain({
    width,
    height,
    eye,
    pitch: 1.0,
    lens: 1.0,
    near: 1.3,
    far: 6.2,
    steps: 3600,
    ground: milled,
    shade: shadeMilled(eye),
    sky: () => [0.008, 0.011, 0.014],
  });
  const circle = depth.map((d) => Math.max(0, Math.abs(1 / Math.min(d, 6) - 1 / 2.45) * 62 - 0.5) * unit);
  const focused = focusByDepth(
    film,
    circle,
    [1, 2.2, 4.5, 8, 13].map((s) => s * unit),
  );
  bloom(focused, [
    [7 * unit, 0.18],
    [45 * unit, 0.2],
    [160 * unit, 0.14],
  ]);
  return { film: focused, exposure: 1.0, vignette: 0.5 };
}
