/**
 * A part of a screen, large enough to be read in half a page or on a phone: the same drawing through a smaller window.
 * `view` is that window in the screen's own units: [left, top, width, height].
 */
export const closeUp =
  (draw, [left, top, width, height]) =>
  () =>
    draw().replace(
      /^<svg ([^>]*?)width="\d+" height="\d+" viewBox="[^"]*"/,
      `<svg $1width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`,
    );
