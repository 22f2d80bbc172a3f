/**
 * What builds of a few pages rendered since the last build of the whole site, whose records are not rewritten: a line for
 * each build, with its checksum. A damaged line is left out, and its pages are rendered once more.
 */
import { appendFileSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { shortHash } from "../short-hash.ts";
import { writeFileAtomicSync } from "../write-file-atomic.ts";
import type { PageRecord } from "./page-record.ts";

/** `html` is the hash of the page's file, which its published payload would give again. */
export interface PartialBuildRender extends Pick<PageRecord, "reason" | "html" | "loose"> {
  dependencies: string[];
  /** More of a page that the last full build did not have. */
  added?: Pick<PageRecord, "payload" | "blocks" | "styles"> | undefined;
}

/** Bytes of the file above which lines are joined. */
const JOINED_ABOVE = 2 * 1024 * 1024;

/** One build, or several as one. */
export interface LaterPublishes {
  count: number;
  /** By path, with the number of the build that last rendered it, from 1. */
  pages: Record<string, PartialBuildRender & { at: number }>;
  /** Pages that are gone, or were gone before they were added again. */
  removed: string[];
}

/**
 * Records the pages that a build of a few pages rendered or removed, by path. Can be deleted safely: the next full build
 * then renders them once more.
 */
export function recordPartialBuild(
  stateDir: string,
  rendered: Readonly<Record<string, PartialBuildRender>>,
  removed: readonly string[] = [],
): void {
  const pages = Object.fromEntries(Object.entries(rendered).map(([path, page]) => [path, { ...page, at: 1 }]));
  appendFileSync(fileFor(stateDir), lineOf({ count: 1, pages, removed: [...removed] }));
  if (statSync(fileFor(stateDir)).size > JOINED_ABOVE) joinLaterPublishes(stateDir);
}

/** Replaces the lines by one, which has each page once, unless most of the file is such a line. */
function joinLaterPublishes(stateDir: string): void {
  const text = readText(fileFor(stateDir));
  const [first = ""] = text.trimStart().split("\n", 1);
  if (text.length > 2 * first.length) writeFileAtomicSync(fileFor(stateDir), lineOf(readLaterPublishes(stateDir)));
}

/** They begin with a line end, since the end of the last one may be missing. */
function lineOf(publishes: LaterPublishes): string {
  const text = JSON.stringify(publishes);
  return `\n${shortHash(text)}${text}`;
}

export function readLaterPublishes(stateDir: string): LaterPublishes {
  const pages = new Map<string, LaterPublishes["pages"][string]>();
  const removed = new Set<string>();
  let count = 0;
  for (const one of readLines(stateDir)) {
    for (const path of one.removed) {
      pages.delete(path);
      removed.add(path);
    }
    for (const [path, page] of Object.entries(one.pages))
      pages.set(path, { ...page, added: page.added ?? pages.get(path)?.added, at: count + page.at });
    count += one.count;
  }
  return { count, pages: Object.fromEntries(pages), removed: [...removed] };
}

/** After a build of the whole site, which has records of all pages. */
export function dropLaterPublishes(stateDir: string): void {
  rmSync(fileFor(stateDir), { recursive: true, force: true });
}

function* readLines(stateDir: string): Iterable<LaterPublishes> {
  for (const line of readText(fileFor(stateDir)).split("\n")) {
    const text = line.slice(shortHash("").length);
    if (text !== "" && line === `${shortHash(text)}${text}`) yield JSON.parse(text) as LaterPublishes; // written by lineOf
  }
}

/** "" if there is none, or a folder in its place. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function fileFor(stateDir: string): string {
  return join(stateDir, "cache", "pages-later.ndjson");
}
