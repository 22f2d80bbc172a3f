/** The dependencies of all pages as rows: each once, with its number and the fingerprint of the value that it had. */
import { appendTo } from "../content/append-to.ts";
import type { Lang } from "../content/model.ts";
import type { ByLanguage } from "../site/by-language.ts";
import type { ChangedRows } from "./changed-rows.ts";
import { DEPENDENCY_KINDS, type DependencyKind, type Kind } from "./dependency-kinds.ts";
import type { Fingerprints } from "./fingerprints.ts";
import type { Moves } from "./moves.ts";

/** The kind of rows; keys are language and dependency. */
const DEPENDENCY = "dependency";

/** Dependencies without a page are looked for when there are this many times as many as last time, and some more. */
const GROWTH = 1.5;
const FEW = 50;

export interface DependencyRows {
  /** See the head of page-graph.ts. */
  readonly counts: { next: number; cleaned: number };
  /** Language and dependency of some numbers; those that are gone are left out. */
  texts(numbers: readonly number[]): string[];
  /** Those whose text contains this one. */
  with(text: string): [number: number, text: string][];
  /** Removes those that no page uses, once many have come since that was done last. */
  clean(used: () => readonly number[]): void;
  compare(fingerprints: Fingerprints): ComparedDependencies;
}

export interface ComparedDependencies {
  /** Whether a dependency, with its language before it, has the value that it had. */
  isSame(text: string): boolean;
  /** Numbers of the dependencies with another value, of those that the moves concern. */
  movedBy(moves: ByLanguage<Moves>): Set<number>;
  /** Numbers of a page's dependencies, and of what goes along with them. */
  numbersOf(lang: Lang, dependencies: readonly string[]): number[];
  /** Stores the values that were looked at. */
  save(): void;
}

export function createDependencyRows(of: { rows: ChangedRows } & DependencyRows["counts"]): DependencyRows {
  const { row, keys, set } = of.rows;
  let { next, cleaned } = of;
  let byNumber: Map<number, string> | null = null;
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
    // Its value is stored once it is known.
    set(DEPENDENCY, text, `${number} `);
    return number;
  };
  return {
    get counts() {
      return { next, cleaned };
    },
    texts: (numbers) => numbers.flatMap((number) => all().get(number) ?? []),
    with(text) {
      const found: [number, string][] = [];
      for (const key of keys(DEPENDENCY)) if (key.includes(text)) found.push([numberIn(row(DEPENDENCY, key)), key]);
      return found;
    },
    clean(used) {
      if (keys(DEPENDENCY).length <= cleaned * GROWTH + FEW) return;
      const left = new Set(used());
      for (const [number, text] of all()) if (!left.has(number)) set(DEPENDENCY, text, null);
      byNumber = null;
      cleaned = keys(DEPENDENCY).length;
    },
    compare(fingerprints) {
      const values = new Map<string, string>();
      const numbers = new Map<string, readonly number[]>();
      const used = new Set<string>();
      const valueNow = (text: string): string => {
        const known = values.get(text) ?? fingerprints.of(...parted(text));
        values.set(text, known);
        return known;
      };
      const isSame = (text: string): boolean => valueIn(row(DEPENDENCY, text)) === valueNow(text);
      const withParts = (lang: Lang, dependency: string): readonly number[] => {
        const text = `${lang} ${dependency}`;
        const known = numbers.get(text);
        if (known) return known;
        const texts = [text, ...fingerprints.parts(lang, dependency).map((part) => `${lang} ${part}`)];
        for (const one of texts) {
          used.add(one);
          // While the cards of the page's language are at hand.
          if (one.startsWith(`${lang} card:`)) valueNow(one);
        }
        const found = texts.map(numberOf);
        numbers.set(text, found);
        return found;
      };
      return {
        isSame,
        movedBy(moves) {
          const moved = new Set<number>();
          for (const [text, isMoved] of candidates(moves, () => keys(DEPENDENCY))) {
            const stored = row(DEPENDENCY, text);
            if (stored !== undefined && isMoved() && valueIn(stored) !== valueNow(text)) moved.add(numberIn(stored));
          }
          return moved;
        },
        numbersOf: (lang, dependencies) => [...new Set(dependencies.flatMap((one) => withParts(lang, one)))],
        save() {
          // Cards are made for one language at a time.
          for (const text of [...new Set([...used, ...values.keys()])].sort()) {
            const stored = row(DEPENDENCY, text);
            if (stored === undefined) continue;
            const value = valueNow(text);
            if (valueIn(stored) !== value) set(DEPENDENCY, text, `${numberIn(stored)} ${value}`);
          }
        },
      };
    },
  };
}

/** The dependencies that moves can concern, each with a closer look. */
function* candidates(moves: ByLanguage<Moves>, keys: () => string[]): Iterable<[text: string, isMoved: () => boolean]> {
  let known: Map<string, string[]> | null = null;
  const ofKind = (lang: Lang, name: DependencyKind): readonly string[] => {
    known ??= grouped(keys());
    return known.get(`${lang} ${name}`) ?? [];
  };
  for (const [lang, own] of Object.entries(moves))
    for (const [name, kind] of Object.entries(DEPENDENCY_KINDS) as [DependencyKind, Kind][]) {
      const subjects = kind.subjects?.(own) ?? null;
      if (subjects) for (const subject of subjects) yield [`${lang} ${name}:${subject}`, () => true];
      else
        for (const text of ofKind(lang, name)) {
          const subject = text.slice(text.indexOf(":") + 1);
          yield [text, () => kind.isMoved(subject, own)];
        }
    }
}

/** By language and kind. */
function grouped(texts: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) appendTo(groups, text.slice(0, text.indexOf(":")), text);
  return groups;
}

function numberIn(row = ""): number {
  return Number.parseInt(row, 10);
}

function valueIn(row = ""): string {
  return row.slice(row.indexOf(" ") + 1);
}

/** Splits a text into language and dependency. */
function parted(text: string): [lang: Lang, dependency: string] {
  const space = text.indexOf(" ");
  return [text.slice(0, space), text.slice(space + 1)];
}
