import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Problem } from "../problem.ts";

/** What is kept of a rendered page: enough to know whether it would come out the same. */
export interface PageRecord {
  /** Hash of code, shared state, story and the values of all facts. */
  stamp: string;
  /** Facts the payload was made from. */
  facts: string[];
  /** Content hashes of index.html and _payload.json. */
  html: string;
  payload: string;
  problems: Problem[];
}

/** Raised when a record's form changes. */
const VERSION = 1;

export interface PageRecords {
  get(path: string): PageRecord | undefined;
  set(path: string, record: PageRecord): void;
  /** Replaces the file by what was set in this build. */
  save(): void;
}

/** The render cache's index; safe to lose, written whole. Facts are stored once and referred to by number. */
export function openPageRecords(stateDir: string, ignore: boolean): PageRecords {
  const file = join(stateDir, "cache", "pages.json");
  const before = ignore ? new Map<string, PageRecord>() : read(file);
  const now = new Map<string, PageRecord>();
  return {
    get: (path) => before.get(path),
    set: (path, record) => now.set(path, record),
    save: () => {
      if (!sameRecords(before, now)) write(file, now);
    },
  };
}

function sameRecords(before: ReadonlyMap<string, PageRecord>, now: ReadonlyMap<string, PageRecord>): boolean {
  return before.size === now.size && [...now].every(([path, record]) => before.get(path) === record);
}

interface Stored {
  version: number;
  facts: string[];
  pages: [path: string, stamp: string, facts: number[], html: string, payload: string, problems: Problem[]][];
}

function read(file: string): Map<string, PageRecord> {
  try {
    const { version, facts, pages } = JSON.parse(readFileSync(file, "utf8")) as Stored;
    if (version !== VERSION) return new Map();
    return new Map(
      pages.map(([path, stamp, numbers, html, payload, problems]) => [
        path,
        { stamp, facts: numbers.map((number) => facts[number] ?? ""), html, payload, problems },
      ]),
    );
  } catch {
    return new Map(); // missing or damaged: every page is rendered again
  }
}

function write(file: string, records: ReadonlyMap<string, PageRecord>): void {
  const numbers = new Map<string, number>();
  const numberOf = (fact: string) => {
    const number = numbers.get(fact) ?? numbers.size;
    numbers.set(fact, number);
    return number;
  };
  const pages: Stored["pages"] = [...records].map(([path, { stamp, facts, html, payload, problems }]) => [
    path,
    stamp,
    facts.map(numberOf),
    html,
    payload,
    problems,
  ]);
  const stored: Stored = { version: VERSION, facts: [...numbers.keys()], pages };
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(stored));
  renameSync(temporary, file);
}
