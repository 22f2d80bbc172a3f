type Color = ArrayLike<number>;

/** WCAG's contrast of two sRGB colours, each of three channels from 0 to 255: 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance({ 0: red = 0, 1: green = 0, 2: blue = 0 }: Color): number {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
