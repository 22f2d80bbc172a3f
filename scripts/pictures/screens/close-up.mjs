/** How far beside the part words may begin that reach into it, and above or below. */
const BESIDE = 400;
const ABOVE = 30;

/**
 * A part of a screen, large enough to be readable in half a page or on a phone: the same drawing with a smaller
 * viewBox, without the words that are far outside of it. `view` is in the screen's units: [left, top, width, height].
 */
export const closeUp =
  (draw, [left, top, width, height]) =>
  () =>
    draw()
      .replace(
        /^<svg ([^>]*?)width="\d+" height="\d+" viewBox="[^"]*"/,
        `<svg $1width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`,
      )
      .replace(/<text x="([\d.-]+)" y="([\d.-]+)"[^>]*>[^<]*<\/text>/g, (whole, x, y) => {
        const isNear = x > left - BESIDE && x < left + width + BESIDE && y > top - ABOVE && y < top + height + ABOVE;
        return isNear ? whole : "";
      });
