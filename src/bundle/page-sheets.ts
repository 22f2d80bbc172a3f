import { digest, type OutputFile } from "./name-by-content.ts";
import type { SiteStyles } from "./site-modules.ts";

/** Stylesheets besides the common one. Paths are relative to the output folder. */
export interface PageSheets extends Pick<SiteStyles, "uses" | "lateUses"> {
  /** On every page, but not needed for the first paint. */
  late: string;
  /**
   * Everything that pages need besides the common stylesheet, for the visual editor, where any block may be added. A file
   * without rules is to the browser's code as one that is lost (src/client/page/styles.ts): "" in place of it.
   */
  whole: string;
  /** Minified text of each stylesheet that only some pages need, in cascade order. */
  units: readonly string[];
}

/** Takes the stylesheets that only some pages need out of esbuild's output: pages get files composed of them. */
export function pageSheets(input: {
  made: readonly OutputFile[];
  styles: SiteStyles;
  units: readonly string[];
  late: string;
}): { sheets: PageSheets; files: OutputFile[] } {
  const { made, late, styles } = input;
  const texts = new Map(made.map(({ path, bytes }) => [path, bytes]));
  const units = input.units.map((path) => Buffer.from(texts.get(path) ?? "").toString("utf8"));
  const text = joinSheets(units);
  const whole = text === "" ? "" : sheetPath("blocks", [text]);
  return {
    sheets: { late, whole, units, uses: styles.uses, lateUses: styles.lateUses },
    files: whole === "" ? [] : [{ path: whole, bytes: Buffer.from(text) }],
  };
}

/** Path of a stylesheet, with a hash of its content. */
export function sheetPath(name: string, content: readonly string[]): string {
  return `_assets/${name}-${digest(content).slice(0, 16)}.css`;
}

/** Rules that are only valid at the start of a stylesheet. */
const OPENING = /^(?:\s*@(?:charset|import|layer)\b[^;{}]*;)+/;

/** Joins stylesheets in order, with their @import rules first. */
export function joinSheets(texts: readonly string[]): string {
  const opening = texts.map((text) => OPENING.exec(text)?.[0] ?? "");
  return [...opening, ...texts.map((text, index) => text.slice(opening[index]?.length))].join("");
}
