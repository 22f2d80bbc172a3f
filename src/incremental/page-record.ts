import type { Problem } from "../problems/problem.ts";

/** What is stored of a rendered page, enough to decide whether it would change. */
export interface PageRecord {
  /** Hash of the page's route and story. */
  own: string;
  /** Why the page was last rendered. */
  reason: RenderReason;
  /** Number of the build that rendered it. */
  build: number;
  /** Content hashes of index.html and _payload.json. */
  html: string;
  payload: string;
  problems: readonly Problem[];
  /** Names of its blocks. */
  blocks: readonly string[];
  /** Paths of its stylesheets besides the common ones. */
  styles: readonly string[];
  /** Files that it refers to, except assets and pages in the values of its dependencies. */
  loose: readonly string[];
}

export type RenderReason = "new" | "code" | "shared" | "words" | "story" | "site" | "output";

/** A page's record as a row: `dependencies own build reason JSON`, separated by tabs. */
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
  const own = row.slice(0, row.indexOf("\t"));
  return own === "" ? [] : own.split(",").map(Number);
}

/** Whether one of the page's dependencies is among these. */
export function dependsOn(row: string, numbers: ReadonlySet<number>): boolean {
  if (row.charCodeAt(0) === TAB) return false;
  let number = 0;
  for (let at = 0; at < row.length; at += 1) {
    const code = row.charCodeAt(at);
    if (code >= ZERO) {
      number = number * 10 + code - ZERO;
      continue;
    }
    if (numbers.has(number)) return true;
    if (code === TAB) return false;
    number = 0;
  }
  return false;
}

const ZERO = "0".charCodeAt(0);
const TAB = "\t".charCodeAt(0);
