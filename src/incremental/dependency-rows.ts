/** The dependencies of all pages as rows: each once, with its number and the fingerprint of its last value. */

import type { Lang } from "../site/api/model.ts";
import type { ByLanguage } from "../site/by-language.ts";
import { appendTo } from "../util/append-to.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import type { ChangedRows } from "./changed-rows.ts";
import { DEPENDENCY_KINDS, type DependencyKind, type Kind } from "./dependency-kinds.ts";
import type { Fingerprints } from "./fingerprints.ts";
import type { Moves } from "./moves.ts";

/** The kind of rows; keys are language and dependency. */
const DEPENDENCY = "dependency";

/** Dependencies that no page uses are removed once there are GROWTH times as many as after the last time, plus FEW. */
const GROWTH = 1.5;
const FEW = 50;

/** `next` and `cleaned` are of the state's head (page-graph.ts). */
export function createDependencyRows(of: { rows: ChangedRows; next: number; cleaned: number }) {
  const { row, keys, set } = of.rows;
  let { next, cleaned } = of;
  let byNumber: Map<number, string> | null = null;
  let byKind: Map<string, string[]> | null = null;
  /** Those that were asked for by a part of their text. */
  const found = new Map<string, string[]>();
  const all = (): Map<number, string> => {
    byNumber ??= new Map(keys(DEPENDENCY).map((text) => [numberIn(row(DEPENDENCY, text)), text]));
    return byNumber;
  };
  const numberOf = (text: string): number => {
    const known = row(DEPENDENCY, text);
    if (known !== undefined) return numberIn(known);
    const number = next;
    next += 1;
    byNumber?.set(number, text);
    if (byKind) appendTo(byKind, kindOf(text), text);
    for (const [part, texts] of found) if (text.includes(part)) texts.push(text);
    // `save` stores its value.
    set(DEPENDENCY, text, `${number} `);
    return number;
  };
  /** By language and kind. */
  const ofKind = (kind: string): readonly string[] => {
    if (!byKind) {
      byKind = new Map();
      for (const text of keys(DEPENDENCY)) appendTo(byKind, kindOf(text), text);
    }
    return byKind.get(kind) ?? [];
  };
  return {
    get counts() {
      return { next, cleaned };
    },
    /** Texts (language and dependency) by number, without removed ones. */
    texts: (numbers: readonly number[]) => numbers.flatMap((number) => all().get(number) ?? []),
    /** The dependencies whose text contains this one. */
    with(text: string): [number: number, text: string][] {
      const known = getOrInsert(found, text, () => keys(DEPENDENCY).filter((key) => key.includes(text)));
      return known.map((key) => [numberIn(row(DEPENDENCY, key)), key]);
    },
    /** Removes dependencies that no page uses, if many were added since the last time. */
    clean(pages: () => readonly string[], dependenciesOf: (path: string) => readonly number[]): void {
      if (keys(DEPENDENCY).length <= cleaned * GROWTH + FEW) return;
      const left = new Uint8Array(next);
      for (const path of pages()) for (const number of dependenciesOf(path)) left[number] = 1;
      for (const [number, text] of all()) if (!left[number]) set(DEPENDENCY, text, null);
      [byNumber, byKind] = [null, null];
      found.clear();
      cleaned = keys(DEPENDENCY).length;
    },
    compare(fingerprints: Fingerprints) {
      const values = new Map<string, string>();
      const numbers = new Map<string, readonly number[]>();
      const used = new Set<string>();
      const valueNow = (text: string): string => getOrInsert(values, text, () => fingerprints.of(...splitText(text)));
      /** Those whose value has changed, once moves tell. */
      let moved: ReadonlyMap<number, string> | null = null;
      /** Whether the value of a dependency (`texts`) is the stored one. */
      const isSame = (text: string): boolean => {
        const stored = row(DEPENDENCY, text);
        if (moved && valueIn(stored) !== "") return !moved.has(numberIn(stored));
        return valueIn(stored) === valueNow(text);
      };
      const withParts = (lang: Lang, dependency: string): readonly number[] => {
        const text = `${lang} ${dependency}`;
        return getOrInsert(numbers, text, () => {
          const texts = [text, ...fingerprints.parts(lang, dependency).map((part) => `${lang} ${part}`)];
          for (const one of texts) {
            used.add(one);
            // Now, since only the cards of one language are kept (`createCardMaker`).
            if (one.startsWith(`${lang} card:`) && !isSame(one)) valueNow(one);
          }
          return texts.map(numberOf);
        });
      };
      return {
        isSame,
        /** Texts by number of the dependencies whose value has changed, among those that the moves can concern. */
        movedBy(moves: ByLanguage<Moves>): ReadonlyMap<number, string> {
          const differ = new Map<number, string>();
          for (const text of candidates(moves, ofKind)) {
            const stored = row(DEPENDENCY, text);
            if (stored !== undefined && valueIn(stored) !== valueNow(text)) differ.set(numberIn(stored), text);
          }
          moved = differ;
          return differ;
        },
        /** Numbers of a page's dependencies and of those that they imply. */
        numbersOf: (lang: Lang, dependencies: readonly string[]) => [
          ...new Set(dependencies.flatMap((one) => withParts(lang, one))),
        ],
        /** Stores the values that were computed. */
        save(): void {
          // By language, for the same reason.
          for (const text of [...new Set([...used, ...values.keys()])].sort()) {
            const stored = row(DEPENDENCY, text);
            if (stored === undefined || (!values.has(text) && isSame(text))) continue;
            const value = valueNow(text);
            if (valueIn(stored) !== value) set(DEPENDENCY, text, `${numberIn(stored)} ${value}`);
          }
        },
      };
    },
  };
}

/** The dependencies that moves may concern. */
function* candidates(moves: ByLanguage<Moves>, ofKind: (kind: string) => readonly string[]): Iterable<string> {
  for (const [lang, own] of Object.entries(moves))
    for (const [name, kind] of Object.entries(DEPENDENCY_KINDS) as [DependencyKind, Kind][]) {
      const moved = kind.moved(own);
      if (typeof moved !== "function") for (const subject of moved) yield `${lang} ${name}:${subject}`;
      else for (const text of ofKind(`${lang} ${name}`)) if (moved(text.slice(text.indexOf(":") + 1))) yield text;
    }
}

/** Language and kind. */
function kindOf(text: string): string {
  return text.slice(0, text.indexOf(":"));
}

function numberIn(row = ""): number {
  return Number.parseInt(row, 10);
}

function valueIn(row = ""): string {
  return row.slice(row.indexOf(" ") + 1);
}

function splitText(text: string): [lang: Lang, dependency: string] {
  const space = text.indexOf(" ");
  return [text.slice(0, space), text.slice(space + 1)];
}

export type PageUsers = ReturnType<typeof createPageUsers>;

/**
 * Which pages use a dependency, for a process that builds again and again: a build on its own looks at each page once. All
 * lists lie in one array, since most dependencies are used by few pages and some by all.
 */
export function createPageUsers(
  pages: readonly string[],
  dependenciesOf: (path: string) => readonly number[],
  next: number,
) {
  const starts = new Uint32Array(next + 1);
  for (const path of pages) for (const number of dependenciesOf(path)) starts[number] = (starts[number] ?? 0) + 1;
  let total = 0;
  for (const [number, count] of starts.entries()) {
    starts[number] = total;
    total += count;
  }
  const ends = starts.slice();
  const users = new Uint32Array(total);
  for (const [position, path] of pages.entries())
    for (const number of dependenciesOf(path)) {
      const end = ends[number] ?? 0;
      users[end] = position;
      ends[number] = end + 1;
    }
  const added = new Map<number, string[]>();
  return {
    /** Pages that may use one of the dependencies; some of them may have stopped. */
    of(numbers: Iterable<number>): Set<string> {
      const found = new Set<string>();
      for (const number of numbers) {
        for (const position of users.subarray(starts[number], ends[number])) found.add(pages[position] ?? "");
        for (const path of added.get(number) ?? []) found.add(path);
      }
      return found;
    },
    add(path: string, numbers: readonly number[]): void {
      for (const number of numbers) appendTo(added, number, path);
    },
  };
}
