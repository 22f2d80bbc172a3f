import { existsSync } from "node:fs";
import { join } from "node:path";
import { LATEST_FILE, rootPath } from "./file-list.ts";
import { type HistoryEntry, openHistory } from "./history.ts";
import { readRoot } from "./kept-builds.ts";
import { findOutputLocation } from "./output-location.ts";
import { servedPath } from "./page-files.ts";

/** What an output folder tells of its builds without reading their lists of files. */
export interface OutputNews {
  /** Some of the pages that differ between two builds, the written ones and the removed ones; none if unknown. */
  pages: { path: string; isThere: boolean }[];
  /** Builds that can be put back. */
  restorable: Set<string>;
  /** Address of the site with a slash at the end; "" if it has none, or several domains. */
  address: string;
}

const MOST_PAGES = 100;

export async function readOutputNews(options: {
  out: string;
  stateDir: string;
  from: string;
  to: string;
}): Promise<OutputNews> {
  const { from, to } = options;
  const location = await findOutputLocation(options);
  const entries = openHistory(location.history).entries();
  const files = new Set(between(entries, from, to).flatMap(({ pages }) => pages));
  const pages = [...files].slice(0, MOST_PAGES).map((file) => ({
    path: servedPath(file),
    isThere: existsSync(join(location.out, file)),
  }));
  const hasLatest = ({ files }: HistoryEntry) => files.some(([path]) => path === LATEST_FILE);
  const restorable = entries.filter(
    (entry) => hasLatest(entry) && existsSync(join(location.out, rootPath(entry.from))),
  );
  const root = await readRoot(location.out, to);
  const isOne = root !== null && root.folders.length === 0 && /^https?:\/\//.test(root.site);
  return {
    pages,
    restorable: new Set(restorable.map((entry) => entry.from)),
    address: isOne ? new URL(root.base, root.site).href : "",
  };
}

/** The publishes that led from one build to another: several if a build came in two parts. */
function between(entries: readonly HistoryEntry[], from: string, to: string): HistoryEntry[] {
  if (from === to) return [];
  const last = entries.findLastIndex((entry) => entry.to === to);
  for (let first = last; first >= 0; first -= 1) {
    const entry = entries[first];
    if (entry?.from === from) return entries.slice(first, last + 1);
    if (entry?.from !== entries[first - 1]?.to) return [];
  }
  return [];
}
