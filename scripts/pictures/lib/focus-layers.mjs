import { blurred } from "./blur.mjs";
import { addFilm, addPoint, createFilm } from "./film.mjs";

/** Light sorted by how far it is out of focus: one film per blur, blurred once at the end. */
export function createFocusLayers(width, height, sigmas) {
  return { sigmas, films: sigmas.map(() => createFilm(width, height)) };
}

/** Adds a point whose blur lies between two layers to both, in proportion. */
export function addFocused(layers, x, y, colour, k, sigma) {
  const { sigmas, films } = layers;
  let i = 0;
  while (i < sigmas.length - 2 && sigmas[i + 1] < sigma) i++;
  const t = Math.min(1, Math.max(0, (sigma - sigmas[i]) / (sigmas[i + 1] - sigmas[i])));
  if (t < 1) addPoint(films[i], x, y, colour, k * (1 - t));
  if (t > 0) addPoint(films[i + 1], x, y, colour, k * t);
}

export function addFocusedLine(layers, from, to, colour, k, sigma) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const steps = Math.max(1, Math.ceil(length * 1.5));
  for (let s = 0; s < steps; s++) {
    const t = (s + 0.5) / steps;
    addFocused(
      layers,
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t,
      colour,
      (k * length) / steps,
      sigma,
    );
  }
}

/** Blurs every layer and adds all of them to the film. */
export function exposeLayers(film, layers, k = 1) {
  for (const [i, layer] of layers.films.entries()) {
    addFilm(film, layers.sigmas[i] > 0.3 ? blurred(layer, layers.sigmas[i]) : layer, k);
  }
  return film;
}
