import { focusByDepth } from "./blur.mjs";
import { createFilm } from "./film.mjs";
import { cross3, normal3, scale3, sub3 } from "./maths.mjs";
import { createRandom } from "./random.mjs";

/** Steps a ray through a distance field; returns the distance of the hit, or -1. */
export function traceRay(map, from, dir, { far = 30, near = 0.01, steps = 110, relax = 0.95 } = {}) {
  let t = near;
  for (let i = 0; i < steps && t < far; i++) {
    const d = map(from[0] + dir[0] * t, from[1] + dir[1] * t, from[2] + dir[2] * t);
    if (d < 0.00035 * (1 + t)) return t;
    t += d * relax;
  }
  return -1;
}

/** The surface's direction from four readings round the point. */
export function surfaceNormal(map, p, e = 0.0008) {
  const [x, y, z] = p;
  const a = map(x + e, y - e, z - e);
  const b = map(x - e, y - e, z + e);
  const c = map(x - e, y + e, z - e);
  const d = map(x + e, y + e, z + e);
  return normal3([a - b - c + d, -a - b + c + d, -a + b - c + d]);
}

/** How much of a lamp is seen from a point, 0 … 1; a small `sharpness` is a large lamp. */
export function softShadow(map, p, dir, { sharpness = 10, far = 6, steps = 34, start = 0.02 } = {}) {
  let open = 1;
  let t = start;
  for (let i = 0; i < steps && t < far; i++) {
    const d = map(p[0] + dir[0] * t, p[1] + dir[1] * t, p[2] + dir[2] * t);
    if (d < 0.0006) return 0;
    open = Math.min(open, (sharpness * d) / t);
    t += Math.max(0.012, Math.min(d, 0.4));
  }
  return open * open * (3 - 2 * Math.min(1, open));
}

/** Light that reaches into corners, 0 … 1. */
export function occlusion(map, p, n, reach = 0.25) {
  let shut = 0;
  for (let i = 1; i <= 5; i++) {
    const h = (reach * i) / 5;
    shut += Math.max(0, h - map(p[0] + n[0] * h, p[1] + n[1] * h, p[2] + n[2] * h)) * 0.7 ** i;
  }
  return Math.max(0, 1 - (shut * 1.9) / reach);
}

/** A scene may be mirrored, which is easier than rebuilding it. */
function cameraBasis({ eye, look, roll = 0, mirrored = false }) {
  const forward = normal3(sub3(look, eye));
  const right = normal3(cross3(forward, [Math.sin(roll), Math.cos(roll), 0]));
  const up = cross3(right, forward);
  return { eye, forward, right: mirrored ? scale3(right, -1) : right, up };
}

/** Perceived luminance, so that contrast in the dark counts too. */
const seen = (data, i) => Math.sqrt(Math.max(0, data[i] * 0.3 + data[i + 1] * 0.6 + data[i + 2] * 0.1));

/** Pixels that differ from their neighbours: edges and fine texture, where one sample is not enough. */
function roughPixels({ width, height, data }) {
  const tone = new Float32Array(width * height);
  for (let p = 0; p < tone.length; p++) tone[p] = seen(data, p * 3);
  const rough = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x;
      const around = [
        x > 0 ? p - 1 : p,
        x < width - 1 ? p + 1 : p,
        y > 0 ? p - width : p,
        y < height - 1 ? p + width : p,
      ];
      if (around.some((q) => Math.abs(tone[q] - tone[p]) > 0.035)) rough.push(p);
    }
  }
  return rough;
}

/**
 * Renders `radiance(from, dir)` for every pixel, with `samples` rays for rough ones. The fourth number of a result is
 * the distance, which is kept in the depth map for a later lens effect.
 */
export function renderRays({ width, height, camera, samples = 5, seed = "rays", radiance }) {
  const film = createFilm(width, height);
  const depth = new Float32Array(width * height);
  const { eye, forward, right, up } = cameraBasis(camera);
  const random = createRandom(seed);
  const sample = (p, jx, jy, k) => {
    const u = ((p % width) + jx - width / 2) / width;
    const v = (height / 2 - Math.floor(p / width) - jy) / width;
    const dir = normal3([0, 1, 2].map((i) => forward[i] * camera.lens + right[i] * u + up[i] * v));
    const c = radiance(eye, dir, random);
    // A single very bright sample must not become a white square after bloom.
    for (let n = 0; n < 3; n++) film.data[p * 3 + n] += (Math.min(c[n], 14) - film.data[p * 3 + n]) * k;
    depth[p] += (1 / (c[3] ?? 50) - depth[p]) * k;
  };
  for (let p = 0; p < depth.length; p++) sample(p, 0.5, 0.5, 1);
  for (const p of roughPixels(film)) {
    for (let s = 0; s < samples; s++)
      sample(p, (s + random.next()) / samples, (((s * 2) % samples) + random.next()) / samples, 1 / (s + 2));
  }
  for (let p = 0; p < depth.length; p++) depth[p] = 1 / depth[p];
  return { film, depth };
}

/** A lens for a rendered scene: blur grows with the distance from the plane of focus. */
export function throughLens({ film, depth, focus, strength }) {
  const unit = film.width / 2000;
  const circle = depth.map((d) => Math.max(0, Math.abs(1 / d - 1 / focus) * strength - 0.35) * unit);
  return focusByDepth(
    film,
    circle,
    [1, 2, 4, 7.5, 13].map((s) => s * unit),
  );
}
