import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "../problem.ts";

/** What is kept of a rendered page: enough to know whether it would come out the same. */
export interface PageRecord {
  /** Hashes of code and settings, shared state, story, and the values of all facts, joined by dots. */
  stamp: string;
  /** Why the page was rendered the last time. */
  reason: RenderReason;
  /** Number of the build that rendered it. */
  build: number;
  /** Facts the payload was made from. */
  facts: string[];
  /** Content hashes of index.html and _payload.json. */
  html: string;
  payload: string;
  problems: Problem[];
}

export type RenderReason = "new" | "code" | "shared" | "story" | "facts" | "output";

/** Raised when a record's form changes. */
const VERSION = 2;

export interface PageRecords {
  /** Number of the build under way, which counts up with every build that changes a record. */
  build: number;
  get(path: string): PageRecord | undefined;
  set(path: string, record: PageRecord): void;
  /** Replaces the file by what was set in this build. */
  save(): void;
}

/** The render cache's index; safe to lose, written whole. Facts are stored once and referred to by number. */
export function openPageRecords(stateDir: string, ignore: boolean): PageRecords {
  const file = join(stateDir, "cache", "pages.json");
  const last = readPageRecords(stateDir);
  const before = ignore ? new Map<string, PageRecord>() : last.pages;
  const now = new Map<string, PageRecord>();
  const build = last.build + 1;
  return {
    build,
    get: (path) => before.get(path),
    set: (path, record) => now.set(path, record),
    save: () => {
      if (!sameRecords(before, now)) write(file, now, build);
    },
  };
}

function sameRecords(before: ReadonlyMap<string, PageRecord>, now: ReadonlyMap<string, PageRecord>): boolean {
  return before.size === now.size && [...now].every(([path, record]) => before.get(path) === record);
}

type Row = [path: string, facts: number[], rest: Omit<PageRecord, "facts">];

interface Stored {
  version: number;
  build: number;
  facts: string[];
  pages: Row[];
}

/** The records as the last build left them. */
export function readPageRecords(stateDir: string): { build: number; pages: Map<string, PageRecord> } {
  try {
    const stored = JSON.parse(readFileSync(join(stateDir, "cache", "pages.json"), "utf8")) as Stored;
    if (stored.version !== VERSION) return { build: 0, pages: new Map() };
    const facts = (numbers: number[]) => numbers.map((number) => stored.facts[number] ?? "");
    const pages = new Map(stored.pages.map(([path, numbers, rest]) => [path, { ...rest, facts: facts(numbers) }]));
    return { build: stored.build, pages };
  } catch {
    return { build: 0, pages: new Map() }; // missing or damaged: every page is rendered again
  }
}

function write(file: string, records: ReadonlyMap<string, PageRecord>, build: number): void {
  const numbers = new Map<string, number>();
  const numberOf = (fact: string) => {
    const number = numbers.get(fact) ?? numbers.size;
    numbers.set(fact, number);
    return number;
  };
  const pages = [...records].map(([path, { facts, ...rest }]): Row => [path, facts.map(numberOf), rest]);
  const stored: Stored = { version: VERSION, build, facts: [...numbers.keys()], pages };
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(stored));
  renameSync(temporary, file);
}
