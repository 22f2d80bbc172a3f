const SHAPES = "path|use|circle|ellipse|line|polyline|polygon|rect|stop";
const VOID = /<((?:br|hr|img|input|source|wbr)(?: [^<>]*")?)\/>/g;
const EMPTY = new RegExp(`<(${SHAPES})((?: [^<>]*)?)></\\1>`, "g");

/**
 * React writes an end tag for every empty element of a drawing; one tag says the same. HTML knows such tags inside
 * `<svg>` alone, and a value's own `<` and `>` are escaped, so nothing else looks like one. Elements that have no
 * content need no slash.
 */
export function shortTags(html: string): string {
  return html.replace(/<svg[ >].*?<\/svg>/gs, (drawing) => drawing.replace(EMPTY, "<$1$2/>")).replace(VOID, "<$1>");
}
