/**
 * A part of a screen, large enough to be readable in half a page or on a phone: the same drawing with a smaller
 * viewBox. `view` is in the screen's units: [left, top, width, height].
 */
export const closeUp =
  (draw, [left, top, width, height]) =>
  () =>
    draw().replace(
      /^<svg ([^>]*?)width="\d+" height="\d+" viewBox="[^"]*"/,
      `<svg $1width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`,
    );
