/** The pictures' colours: paper, ink, graphite, one accent; petrol only for data. */
export const hex = {
  paper: "#f6f4ee",
  paperDim: "#e4e0d6",
  ink: "#14181d",
  inkSoft: "#1d232a",
  graphite: "#3a4149",
  grey: "#79818a",
  greyLight: "#b4b9be",
  accent: "#ff5a1f",
  accentDeep: "#c93d0a",
  accentSoft: "#ffb894",
  petrol: "#1f6f78",
  petrolLight: "#63a9ad",
  petrolDeep: "#0e3f47",
};

const toLinear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** A CSS hex colour as linear light, which is what the films add up. */
function linear(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  return [toLinear(((n >> 16) & 255) / 255), toLinear(((n >> 8) & 255) / 255), toLinear((n & 255) / 255)];
}

export const light = Object.fromEntries(Object.entries(hex).map(([name, value]) => [name, linear(value)]));
