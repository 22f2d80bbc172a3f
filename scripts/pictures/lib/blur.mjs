/** One running-sum pass along a line of `count` samples, `step` apart, for one channel. */
function boxLine({ source, target, start, step, count, radius }) {
  const span = 2 * radius + 1;
  let sum = source[start] * radius;
  for (let i = 0; i < radius; i++) sum += source[start + Math.min(i, count - 1) * step];
  for (let i = 0; i < count; i++) {
    sum += source[start + Math.min(i + radius, count - 1) * step];
    target[start + i * step] = sum / span;
    sum -= source[start + Math.max(i - radius, 0) * step];
  }
}

function boxPass({ source, target, width, height, radius, upright }) {
  const lines = upright ? width : height;
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 3; c++) {
      boxLine({
        source,
        target,
        start: (upright ? line : line * width) * 3 + c,
        step: upright ? width * 3 : 3,
        count: upright ? height : width,
        radius,
      });
    }
  }
}

/** Gaussian blur by three box passes each way; `sigmaY` lets a blur be a streak. */
export function blurred(film, sigma, sigmaY = sigma) {
  const { width, height } = film;
  let a = film.data.slice();
  let b = new Float32Array(a.length);
  for (const [s, upright] of [
    [sigma, false],
    [sigmaY, true],
  ]) {
    const radius = Math.round((Math.sqrt(4 * s * s + 1) - 1) / 2);
    if (radius < 1) continue;
    for (let pass = 0; pass < 3; pass++) {
      boxPass({ source: a, target: b, width, height, radius, upright });
      [a, b] = [b, a];
    }
  }
  return { width, height, data: a };
}

/** Light spilling round bright places: several blurred copies laid over the film. */
export function bloom(film, rings) {
  const spill = rings.map(([sigma, k]) => [blurred(film, sigma), k]);
  for (const [copy, k] of spill) for (let i = 0; i < film.data.length; i++) film.data[i] += copy.data[i] * k;
  return film;
}

/** Focus by depth: `circle[i]` is the blur in pixels; steps between ready-made blurred copies are blended. */
export function focusByDepth(film, circle, sigmas) {
  const copies = [film, ...sigmas.map((sigma) => blurred(film, sigma))];
  const stops = [0, ...sigmas];
  const out = new Float32Array(film.data.length);
  for (let p = 0; p < circle.length; p++) {
    const wanted = Math.min(circle[p], stops.at(-1));
    let k = 0;
    while (k < stops.length - 2 && stops[k + 1] < wanted) k++;
    const t = (wanted - stops[k]) / (stops[k + 1] - stops[k]);
    for (let c = 0; c < 3; c++) {
      const i = p * 3 + c;
      out[i] = copies[k].data[i] * (1 - t) + copies[k + 1].data[i] * t;
    }
  }
  return { width: film.width, height: film.height, data: out };
}
