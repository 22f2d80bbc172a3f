/** A page's record as a row: `dependencies own build reason JSON`, separated by tabs. */
import type { PageRecord, RenderReason } from "./page-record.ts";

type StoredPage = Omit<PageRecord, "problems" | "loose">;

type Rest = readonly [html: string, payload: string, blocks: readonly string[], styles: readonly string[]];

/** `dependencies` are their numbers. */
export function pageRow(page: StoredPage, dependencies: readonly number[]): string {
  const { own, build, reason, html, payload, blocks, styles } = page;
  const rest: Rest = [html, payload, blocks, styles];
  return [dependencies.join(","), own, build, reason, JSON.stringify(rest)].join("\t");
}

export function readPage(row: string): StoredPage {
  const [, own = "", build = "", reason = "", json = ""] = row.split("\t");
  const [html, payload, blocks, styles] = JSON.parse(json) as Rest; // as `pageRow` wrote it
  return { own, build: Number(build), reason: reason as RenderReason, html, payload, blocks, styles };
}

/** The numbers of a page's dependencies; none of an empty row. */
export function dependenciesIn(row: string): number[] {
  const numbers: number[] = [];
  let number = -1;
  for (let at = 0; at < row.length; at += 1) {
    const digit = row.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) {
      number = (number < 0 ? 0 : number) * 10 + digit;
      continue;
    }
    if (number >= 0) numbers.push(number);
    number = -1;
    if (row[at] === "\t") break;
  }
  return numbers;
}

const ZERO = "0".charCodeAt(0);
