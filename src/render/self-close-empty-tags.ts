const SHAPES = "path|use|circle|ellipse|line|polyline|polygon|rect|stop";
const VOID = /<((?:br|hr|img|input|source|wbr)(?: [^<>]*")?)\/>/g;
const EMPTY = new RegExp(`<(${SHAPES})((?: [^<>]*)?)></\\1>`, "g");

/**
 * Shortens React's end tags of empty SVG elements to self-closing tags. HTML allows those inside `<svg>` only, and `<`
 * and `>` in values are escaped, so nothing else matches. Void elements need no slash.
 */
export function selfCloseEmptyTags(html: string): string {
  const pieces: string[] = [];
  let end = 0;
  for (let start = nextSvg(html, 0); start !== -1; start = nextSvg(html, end)) {
    const last = html.indexOf("</svg>", start);
    if (last === -1) break;
    pieces.push(html.slice(end, start), html.slice(start, last).replace(EMPTY, "<$1$2/>"));
    end = last;
  }
  return [...pieces, html.slice(end)].join("").replace(VOID, "<$1>");
}

/** Index of the next `<svg>`, or -1. */
function nextSvg(html: string, from: number): number {
  const start = html.indexOf("<svg", from);
  return start === -1 || /[ >]/.test(html.charAt(start + 4)) ? start : nextSvg(html, start + 4);
}
