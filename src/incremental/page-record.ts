import type { Problem } from "../problems/problem.ts";
import type { Lang } from "../site/api/model.ts";

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

type StoredPage = Omit<PageRecord, "problems" | "loose">;

/** A page's record as a row: the numbers of its dependencies, a tab, and JSON. */
export function pageRow(page: StoredPage, dependencies: readonly number[]): string {
  const { own, reason, build, html, payload, blocks, styles } = page;
  return `${dependencies.join(",")}\t${JSON.stringify([own, reason, build, html, payload, blocks, styles])}`;
}

export function readPage(row: string): StoredPage {
  // As `pageRow` wrote it.
  const [own, reason, build, html, payload, blocks, styles] = JSON.parse(row.slice(row.indexOf("\t") + 1));
  return { own, reason, build, html, payload, blocks, styles };
}

/** The numbers of a page's dependencies; none of an empty row. */
export function dependenciesIn(row: string): number[] {
  const own = row.slice(0, row.indexOf("\t"));
  return own === "" ? [] : own.split(",").map(Number);
}

/** Whether one of the page's dependencies is among these. */
export function dependsOn(row: string, numbers: { has(number: number): boolean }): boolean {
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

/** What an output was made from, stored with its files. */
export type UsedValue = readonly [lang: Lang, dependency: string, value: string];

export interface MadeFrom {
  /** Hash of code and settings; "" to make it again in any case. */
  basis: string;
  used: readonly UsedValue[];
  /** Hash of the files' contents. */
  hash: string;
  reason: RenderReason;
  /** Number of the build that made it (`nextRun`). */
  run: number;
  /** Ids of the bytes that it keeps between builds (`cached`). */
  cached: readonly string[];
  /** The keys, in the row of an output's list of keys. */
  keys?: readonly string[];
}

/** Kinds of dependencies that only outputs have, as `sitegen why` prints them. */
export const OUTPUT_DEPENDENCIES = {
  page: "pages as they were rendered",
  routes: "lists of pages",
  output: "files of other outputs",
  sitemap: "pages of stories in the sitemap",
  added: "other addresses in the sitemap",
  sitemapTotal: "the number of addresses in the sitemap",
} as const;

export type OutputDependency = keyof typeof OUTPUT_DEPENDENCIES;

/** Kind and subject of a dependency that only outputs have; null for one that pages have too. */
export function outputDependency(dependency: string): { kind: OutputDependency; subject: string } | null {
  const separator = dependency.indexOf(":");
  const kind = dependency.slice(0, separator);
  if (!Object.hasOwn(OUTPUT_DEPENDENCIES, kind)) return null;
  return { kind: kind as OutputDependency, subject: dependency.slice(separator + 1) }; // one of its keys, as checked above
}

/** The fact with the number of the last build that made outputs. */
export const RUN = "run";

export function nextRun(facts: Readonly<Record<string, string>>): number {
  return Number(facts[RUN] ?? 0) + 1;
}
