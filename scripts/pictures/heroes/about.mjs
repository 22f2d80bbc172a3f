import { bloom, focusByDepth } from "../lib/blur.mjs";
import { add3, bell, clamp, dot3, normal3, scale3, smooth } from "../lib/maths.mjs";
import { turnedHighlight } from "../lib/metal.mjs";
import { noise2 } from "../lib/noise.mjs";
import { light } from "../lib/palette.mjs";
import { renderTerrain } from "../lib/terrain.mjs";

const LAMP = normal3([0.78, 0.34, 0.52]);
const AT = [0.98, 2.92];
const TURN = 0.0174533;

/** Graduation of a dividing head: engraved lines of three lengths, one for every half degree. */
function graduation(a, r, from) {
  const step = Math.round(a / (TURN * 1));
  const off = Math.abs(a - step * TURN) * r;
  const long = step % 10 === 0 ? 0.115 : step % 5 === 0 ? 0.085 : 0.055;
  return off < 0.0042 && r > from && r < from + long ? smooth(0.0042, 0.0024, off) : 0;
}

/** Two coaxial scales, the inner one raised and turned by a vernier's fraction; a knurled rim; a centre. */
function scaleField(x, z) {
  const dx = x - AT[0];
  const dz = z - AT[1];
  const r = Math.hypot(dx, dz);
  const a = Math.atan2(dz, dx);
  let h = 0;
  h += 0.09 * smooth(1.36, 1.345, r);
  h += 0.07 * smooth(0.93, 0.918, r) * (0.6 + 0.4 * smooth(0.93, 0.8, r));
  h += 0.13 * smooth(0.42, 0.41, r) + 0.006 * Math.cos(a * 90) * bell(r - 0.41, 0.012);
  h -= 0.1 * smooth(0.16, 0.15, r);
  h += 0.014 * Math.cos(a * 120) * smooth(1.3, 1.32, r) * smooth(1.37, 1.35, r);
  const cut = Math.max(graduation(a, r, 0.955), graduation(a * 0.9 + 0.006, r, 0.8) * (r < 0.915 ? 1 : 0));
  return { h: h - 0.02 * cut, cut, r, a, dx, dz };
}

/** The mark both scales agree on. */
const INDEX = -2.44;

function shadeScale(eye) {
  return (x, z, h, slope) => {
    const e = 0.0022;
    const here = scaleField(x, z);
    const n = normal3([
      scaleField(x - e, z).h - scaleField(x + e, z).h,
      2 * e,
      scaleField(x, z - e).h - scaleField(x, z + e).h,
    ]);
    const d = normal3([x - eye[0], h - eye[1], z - eye[2]]);
    const onScale = here.r < 1.36;
    const groove = onScale ? [-here.dz / here.r, 0, here.dx / here.r] : [1, 0, 0];
    const grain = onScale ? 1 + 0.2 * noise2(here.r * 190, here.a * 5, 4) : 1 + 0.3 * noise2(x * 5, z * 150, 6);
    const streak = turnedHighlight({ n, d, groove, lamp: LAMP, sharp: onScale ? 44 : 26 });
    const shade = onScale ? 1 : 0.4 + 0.6 * smooth(1.36, 1.75, Math.hypot(here.dx + 0.22, here.dz + 0.1));
    const flat = (0.03 + 0.1 * clamp(dot3(n, LAMP)) + 0.62 * streak * grain) * shade * (onScale ? 1 : 0.34);
    const calm = 0.06 + 0.94 * smooth(-1.1, 0.8, x + 0.1 * (z - 2.5));
    const steel = scale3([0.6, 0.605, 0.61], flat * (1 - 0.82 * here.cut) * calm * (Math.abs(slope) > 2 ? 0.6 : 1));
    const beam = Math.abs(Math.sin((here.a - INDEX) / 2)) * 2 * here.r;
    const ray =
      here.r > 0.45 && Math.cos(here.a - INDEX) > 0
        ? bell(beam, 0.0055) * smooth(0.45, 0.7, here.r) * smooth(1.9, 1.2, here.r)
        : 0;
    const spill =
      Math.cos(here.a - INDEX) > 0 ? bell(beam, 0.06) * smooth(0.45, 0.7, here.r) * smooth(1.9, 1.2, here.r) : 0;
    return add3(steel, scale3(light.accent, ray * 3.6 + spill * 0.16));
  };
}

export function about({ width, height }) {
  const unit = width / 2000;
  const eye = [0.2, 1.95, 0];
  const { film, depth } = renderTerrain({
    width,
    height,
    eye,
    pitch: 0.92,
    lens: 1.0,
    near: 1.25,
    far: 6.5,
    steps: 3600,
    ground: (x, z) => scaleField(x, z).h,
    shade: shadeScale(eye),
    sky: () => [0.008, 0.011, 0.014],
  });
  const circle = depth.map((d) => Math.max(0, Math.abs(1 / Math.min(d, 6) - 1 / 2.35) * 66 - 0.4) * unit);
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
  return { film: focused, exposure: 1.6, vignette: 0.5 };
}
