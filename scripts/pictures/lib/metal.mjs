import { add3, bell, clamp, dot3, mix3, normal3, reflect3, scale3, smooth } from "./maths.mjs";
import { light } from "./palette.mjs";

/** The workshop that polished parts mirror: a long paper-white window on the right, a warm lamp, petrol dusk. */
export function workshopRoom(d, { window = 1, lamp = 1, dusk = 1 } = {}) {
  const side = Math.atan2(d[0], -d[2]);
  const up = d[1];
  const pane = smooth(0.05, 0.12, up) * smooth(0.82, 0.7, up) * smooth(0.5, 0.62, side) * smooth(1.5, 1.34, side);
  const bars = 0.25 + 0.75 * smooth(0.04, 0.07, Math.abs(((side * 3.4) % 1) - 0.5));
  const overhead = bell(up - 0.95, 0.14) * 0.5;
  const warm = bell(side + 0.9, 0.36) * bell(up - 0.14, 0.16);
  const cool = bell(up + 0.1, 0.5) * 0.09;
  return add3(
    add3(scale3(light.paper, window * (2.6 * pane * bars + overhead)), scale3(light.accent, lamp * 1.9 * warm)),
    scale3(light.petrolLight, dusk * cool),
  );
}

const STEEL = [0.56, 0.57, 0.585];

/**
 * Turned steel: fine grooves along `groove` spread a lamp's highlight across them, which draws
 * the bright wedges that turn with the eye on every faced part.
 */
function turnedHighlight({ n, d, groove, lamp, sharp }) {
  const half = normal3([lamp[0] - d[0], lamp[1] - d[1], lamp[2] - d[2]]);
  const along = dot3(groove, half);
  return Math.sqrt(Math.max(0, 1 - along * along)) ** sharp * clamp(dot3(n, lamp) * 1.5);
}

/** Polished to satin steel: a mirror of the room, a lamp's highlight, and darkness in corners. */
export function shadeMetal({
  n,
  d,
  room,
  key,
  keyColour,
  shadow = 1,
  shut = 1,
  tint = STEEL,
  gloss = 40,
  matte = 0.16,
  polish = 1,
  groove,
}) {
  const r = reflect3(d, n);
  const fresnel = (1 - clamp(-dot3(n, d))) ** 5;
  const mirror = mix3(tint, [1, 1, 1], fresnel * polish);
  const seen = room(r);
  const spot = groove
    ? 0.9 * turnedHighlight({ n, d, groove, lamp: key, sharp: gloss * 5 })
    : clamp(dot3(r, key)) ** gloss * gloss * 0.035;
  const diffuse = matte * clamp(dot3(n, key));
  const lit = scale3(keyColour, shadow * (spot + diffuse));
  return [0, 1, 2].map((i) => (seen[i] * polish * (0.35 + 0.65 * shut) + lit[i]) * mirror[i] * shut);
}
