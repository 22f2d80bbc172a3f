/** A film is linear light in Float32 RGB; light is added here and developed once at the end. */
export function createFilm(width, height) {
  return { width, height, data: new Float32Array(width * height * 3) };
}

export function fillFilm(film, shade) {
  const { width, height, data } = film;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const c = shade((x + 0.5) / width, (y + 0.5) / height, x, y);
      data[i] = c[0];
      data[i + 1] = c[1];
      data[i + 2] = c[2];
    }
  }
  return film;
}

/** Adds light at a point, shared out over the four pixels around it. */
export function addPoint(film, x, y, colour, k) {
  const { width, height, data } = film;
  const px = x - 0.5;
  const py = y - 0.5;
  const ix = Math.floor(px);
  const iy = Math.floor(py);
  if (ix < 0 || iy < 0 || ix >= width - 1 || iy >= height - 1) return;
  const fx = px - ix;
  const fy = py - iy;
  const i = (iy * width + ix) * 3;
  const below = i + width * 3;
  const weights = [(1 - fx) * (1 - fy) * k, fx * (1 - fy) * k, (1 - fx) * fy * k, fx * fy * k];
  for (let c = 0; c < 3; c++) {
    data[i + c] += colour[c] * weights[0];
    data[i + 3 + c] += colour[c] * weights[1];
    data[below + c] += colour[c] * weights[2];
    data[below + 3 + c] += colour[c] * weights[3];
  }
}

/** A soft-edged disc with a slightly brighter rim, as an out-of-focus point of light looks through a lens. */
export function addDisc(film, x, y, radius, colour, k) {
  const { width, height, data } = film;
  const reach = radius + 1;
  const energy = k / (Math.PI * radius * radius);
  for (let iy = Math.max(0, Math.floor(y - reach)); iy <= Math.min(height - 1, Math.ceil(y + reach)); iy++) {
    for (let ix = Math.max(0, Math.floor(x - reach)); ix <= Math.min(width - 1, Math.ceil(x + reach)); ix++) {
      const d = Math.hypot(ix + 0.5 - x, iy + 0.5 - y);
      const edge = Math.min(1, Math.max(0, radius + 0.5 - d));
      if (edge === 0) continue;
      const w = energy * edge * (0.8 + 0.45 * (d / radius) ** 6);
      const i = (iy * width + ix) * 3;
      for (let c = 0; c < 3; c++) data[i + c] += colour[c] * w;
    }
  }
}

export function addFilm(target, source, k = 1) {
  for (let i = 0; i < target.data.length; i++) target.data[i] += source.data[i] * k;
  return target;
}
