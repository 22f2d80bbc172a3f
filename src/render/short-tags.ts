const SHAPES = "path|use|circle|ellipse|line|polyline|polygon|rect|stop";
const VOID = /<((?:br|hr|img|input|source|wbr)(?: [^<>]*")?)\/>/g;
const EMPTY = new RegExp(`<(${SHAPES})((?: [^<>]*)?)></\\1>`, "g");

/**
 * Shortens React's end tags of empty SVG elements to self-closing tags. HTML allows those inside `<svg>` only, and `<`
 * and `>` in values are escaped, so nothing else matches. Void elements need no slash.
 */
export function shortTags(html: string): string {
  return html.replace(/<svg[ >].*?<\/svg>/gs, (drawing) => drawing.replace(EMPTY, "<$1$2/>")).replace(VOID, "<$1>");
}
