/** The values of a site's own sources, with indexes that all pages share. Pure, for Node and the browser. */
import type { SourceFilter } from "../../site/api/reader.ts";
import { appendTo } from "../../util/append-to.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { once } from "../../util/once.ts";

/** An entry of a source. */
export type SourceRow = readonly [key: string, value: unknown];

export type SourceIndex = ReturnType<typeof createSourceIndex>;

/** Reads the rows at the first question. Returned values are frozen, since all pages share them. */
export function createSourceIndex(read: () => readonly SourceRow[]) {
  const rows = once(read);
  const allPositions = once((): readonly number[] => Array.from(rows().keys()));
  const byKey = once(() => new Map(rows().map(([own], position) => [own, position])));
  const byField = new Map<string, Map<unknown, number[]>>();
  const lists = new Map<string, readonly unknown[]>();
  const lacking = new Map<string, boolean>();
  const valueAt = (position: number) => frozen(rows()[position]?.[1]);
  const positionOf = (key: string) => byKey().get(key);
  const fieldIndex = (field: string) =>
    getOrInsert(byField, field, () => {
      const index = new Map<unknown, number[]>();
      for (const [position, [, value]] of rows().entries())
        for (const one of new Set(valuesOf(value, field))) appendTo(index, one, position);
      return index;
    });
  const positions = (filter: SourceFilter | null): readonly number[] => {
    const given = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined);
    const [first, ...more] = given.map(([field, value]) => fieldIndex(field).get(value) ?? []);
    if (!first) return allPositions();
    const others = more.map((found) => new Set(found));
    return first.filter((position) => others.every((one) => one.has(position)));
  };
  return {
    get rows(): readonly SourceRow[] {
      return rows();
    },
    /** Positions of the entries that a filter selects; of all if it is null. */
    positions,
    /** Position of the entry with a key; undefined if there is none. */
    position: positionOf,
    /** Whether there are entries, and none of them has a field. */
    lacks(field: string): boolean {
      const hasField = ([, value]: SourceRow) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, field);
      return getOrInsert(lacking, field, () => rows().length > 0 && !rows().some(hasField));
    },
    get(key: string): unknown {
      const position = positionOf(key);
      return position === undefined ? undefined : valueAt(position);
    },
    /** The values that a filter selects, in the order of the source. */
    list(filter: SourceFilter | null): readonly unknown[] {
      const name = JSON.stringify(filter);
      return getOrInsert(lists, name, () => Object.freeze(positions(filter).map(valueAt)));
    },
  };
}

function valuesOf(value: unknown, field: string): readonly unknown[] {
  const own = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  return Array.isArray(own) ? own : [own ?? null];
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}
