import { createFilm } from "./film.mjs";

/**
 * Renders a height field in perspective, column by column from near to far (a floating horizon):
 * exact hidden surfaces without a mesh. `ground(x, z)` is the height; `shade(x, z, h, slope)` its colour.
 * Returns the film and the depth of every pixel (Infinity where the sky shows).
 */
export function renderTerrain({
  width,
  height: rows,
  eye,
  pitch,
  lens,
  near,
  far,
  steps,
  ground,
  shade,
  sky,
  oversample = 2,
}) {
  const film = createFilm(width, rows);
  const depth = new Float32Array(width * rows).fill(Number.POSITIVE_INFINITY);
  const horizon = rows * (0.5 - pitch);
  const unit = lens * width;
  const fine = rows * oversample;
  const line = new Float32Array(fine * 3);
  const lineDepth = new Float32Array(fine);
  for (let px = 0; px < width; px++) {
    line.fill(0);
    lineDepth.fill(Number.POSITIVE_INFINITY);
    for (let sub = 0; sub < oversample; sub++) {
      const ray = (px + (sub + 0.5) / oversample - width / 2) / unit;
      drawColumn({
        ray,
        eye,
        horizon,
        unit,
        near,
        far,
        steps,
        ground,
        shade,
        line,
        lineDepth,
        fine,
        rows,
        k: 1 / oversample,
        sky,
        px,
        width,
      });
    }
    foldColumn({ film, depth, line, lineDepth, px, oversample });
  }
  return { film, depth };
}

function drawColumn(o) {
  const { ray, eye, horizon, unit, near, far, steps, ground, shade, line, lineDepth, fine, rows, k, sky } = o;
  const ratio = (far / near) ** (1 / steps);
  const zoom = fine / rows;
  let top = fine;
  let dz = near;
  let lastH = null;
  for (let s = 0; s < steps && top > 0; s++, dz *= ratio) {
    const x = eye[0] + ray * dz;
    const z = eye[2] + dz;
    const h = ground(x, z);
    const y = Math.max(0, Math.ceil((horizon + ((eye[1] - h) / dz) * unit) * zoom));
    if (y < top) {
      const slope = lastH === null ? 0 : (h - lastH) / (dz - dz / ratio);
      const c = shade(x, z, h, slope, dz);
      for (let row = y; row < top; row++) {
        line[row * 3] += c[0] * k;
        line[row * 3 + 1] += c[1] * k;
        line[row * 3 + 2] += c[2] * k;
        lineDepth[row] = dz;
      }
      top = y;
    }
    lastH = h;
  }
  for (let row = 0; row < top; row++) {
    const c = sky((o.px + 0.5) / o.width, row / fine);
    for (let i = 0; i < 3; i++) line[row * 3 + i] += c[i] * k;
  }
}

function foldColumn({ film, depth, line, lineDepth, px, oversample }) {
  for (let y = 0; y < film.height; y++) {
    const i = (y * film.width + px) * 3;
    for (let sub = 0; sub < oversample; sub++) {
      const row = y * oversample + sub;
      for (let c = 0; c < 3; c++) film.data[i + c] += line[row * 3 + c] / oversample;
    }
    depth[y * film.width + px] = lineDepth[y * oversample];
  }
}
