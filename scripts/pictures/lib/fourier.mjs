import { TAU } from "./maths.mjs";

/** In-place radix-2 transform; the length is a power of two. */
function transform(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const step = -TAU / size;
    for (let k = 0; k < size / 2; k++) {
      const [c, s] = [Math.cos(step * k), Math.sin(step * k)];
      for (let i = k; i < n; i += size) {
        const j = i + size / 2;
        const [tr, ti] = [re[j] * c - im[j] * s, re[j] * s + im[j] * c];
        re[j] = re[i] - tr;
        im[j] = im[i] - ti;
        re[i] += tr;
        im[i] += ti;
      }
    }
  }
}

/** Levels in dB of full scale for `size / 2` frequencies of a window that is centred on `at`. */
export function spectrumAt(samples, at, { window, size }) {
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  const start = Math.round(at - window / 2);
  for (let i = 0; i < window; i++) {
    re[i] = (samples[start + i] ?? 0) * (0.5 - 0.5 * Math.cos((TAU * i) / window));
  }
  transform(re, im);
  return Float32Array.from({ length: size / 2 }, (_, k) => {
    const level = (Math.hypot(re[k], im[k]) * 4) / window;
    return 20 * Math.log10(level + 1e-7);
  });
}
