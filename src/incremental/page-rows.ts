import { compareText } from "../content/rules/compare-text.ts";
import { createPackedTexts } from "./packed-texts.ts";

/** A page's path, and what is known of it. */
type Row = readonly [path: string, ...unknown[]];

/**
 * The rows of a build's pages, ordered by path. Those of rendered pages are many in a large build and needed again only
 * at its end, so they are held as compressed JSON and parsed each time they are gone through.
 */
export interface PageRows<T extends Row> extends Iterable<T> {
  readonly length: number;
  /** Adds the row of a rendered page. */
  add(row: T): void;
  /** Adds a row that is in memory anyway. */
  keep(row: T): void;
  /** Each row as JSON. */
  json(): Iterable<string>;
}

export function createPageRows<T extends Row>(): PageRows<T> {
  const packed = createPackedTexts();
  const rows: { path: string; row: T | number }[] = [];
  const sorted = () => rows.sort((a, b) => compareText(a.path, b.path));
  return {
    get length() {
      return rows.length;
    },
    add(row) {
      rows.push({ path: row[0], row: packed.add(JSON.stringify(row)) });
    },
    keep(row) {
      rows.push({ path: row[0], row });
    },
    *[Symbol.iterator]() {
      // As `add` wrote it.
      for (const { row } of sorted()) yield typeof row === "number" ? (JSON.parse(packed.get(row)) as T) : row;
    },
    *json() {
      for (const { row } of sorted()) yield typeof row === "number" ? packed.get(row) : JSON.stringify(row);
    },
  };
}

/** The end of an object whose last value is a list. */
const END = "]}";
/** Characters that are encoded at once. */
const PART = 256 * 1024;

/** The JSON of an object whose last value is an empty list, with the rows in that list, as parts of UTF-8. */
export function joinRows<T extends Row>(head: string, rows: PageRows<T>): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let text = head.slice(0, -END.length);
  let separator = "";
  for (const row of rows.json()) {
    text += separator + row;
    separator = ",";
    if (text.length < PART) continue;
    parts.push(Buffer.from(text));
    text = "";
  }
  return [...parts, Buffer.from(text + END)];
}
