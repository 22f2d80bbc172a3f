/** Gradient noise without tables: lattice points are hashed, so it needs no state and tiles nowhere. */
function corner(ix, iy, seed, dx, dy) {
  let h = Math.imul(ix, 374761393) ^ Math.imul(iy, 668265263) ^ Math.imul(seed, 2147483647);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h ^= h >>> 16;
  const angle = (h & 0xffff) * 9.587379924285257e-5;
  return Math.cos(angle) * dx + Math.sin(angle) * dy;
}

/** Smooth noise in about -0.7 … 0.7. */
export function noise2(x, y, seed = 0) {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const a = corner(ix, iy, seed, fx, fy);
  const b = corner(ix + 1, iy, seed, fx - 1, fy);
  const c = corner(ix, iy + 1, seed, fx, fy - 1);
  const d = corner(ix + 1, iy + 1, seed, fx - 1, fy - 1);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Layered noise; each octave is turned a little so that the lattice does not show. */
export function fbm(x, y, octaves = 5, seed = 0) {
  let sum = 0;
  let gain = 0.5;
  let px = x;
  let py = y;
  for (let i = 0; i < octaves; i++) {
    sum += gain * noise2(px, py, seed + i);
    const rx = 1.62 * px - 1.18 * py + 7.3;
    py = 1.18 * px + 1.62 * py + 3.1;
    px = rx;
    gain *= 0.5;
  }
  return sum;
}

/** One hashed value per whole-numbered cell, 0 … 1. */
export function hash2(ix, iy, seed = 0) {
  let h = Math.imul(ix | 0, 374761393) ^ Math.imul(iy | 0, 668265263) ^ Math.imul(seed + 1, 1442695041);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2246822519);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}
