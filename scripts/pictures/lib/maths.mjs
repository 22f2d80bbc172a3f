export const TAU = Math.PI * 2;
export const clamp = (value, low = 0, high = 1) => (value < low ? low : value > high ? high : value);
export const mix = (a, b, t) => a + (b - a) * t;
export const mix3 = (a, b, t) => [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
export const scale3 = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
export const add3 = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub3 = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot3 = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross3 = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length3 = (a) => Math.sqrt(dot3(a, a));
export const normal3 = (a) => scale3(a, 1 / (length3(a) || 1));
export const reflect3 = (d, n) => {
  const k = 2 * dot3(d, n);
  return [d[0] - k * n[0], d[1] - k * n[1], d[2] - k * n[2]];
};

export function smooth(low, high, value) {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}

/** A bell of height 1 and the given half width. */
export const bell = (value, width) => Math.exp(-(value * value) / (2 * width * width));
