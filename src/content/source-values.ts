/** The values of a site's own sources, with indexes that all pages share. Pure, for Node and the browser. */
import { appendTo } from "./append-to.ts";

/** An entry of a source. */
export type SourceRow = readonly [key: string, value: unknown];

/** Values that fields have to have; a field with a list has each of its values. */
export type SourceFilter = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface SourceIndex {
  readonly rows: readonly SourceRow[];
  get(key: string): unknown;
  /** Place of the entry with a key; undefined if there is none. */
  place(key: string): number | undefined;
  /** Places of the entries that a filter selects; of all without one. */
  places(filter: SourceFilter | null): readonly number[];
  /** Their values, in the order of the source. */
  list(filter: SourceFilter | null): readonly unknown[];
}

/** Values cannot be changed: all pages share them. */
export function createSourceIndex(rows: readonly SourceRow[]): SourceIndex {
  const everywhere = Array.from(rows.keys());
  let byKey: Map<string, number> | undefined;
  const byField = new Map<string, Map<unknown, number[]>>();
  const lists = new Map<string, readonly unknown[]>();
  const valueAt = (place: number) => frozen(rows[place]?.[1]);
  const placeOf = (key: string) => {
    byKey ??= new Map(rows.map(([own], place) => [own, place]));
    return byKey.get(key);
  };
  const fieldIndex = (field: string) => {
    const known = byField.get(field);
    if (known) return known;
    const index = new Map<unknown, number[]>();
    for (const [place, [, value]] of rows.entries())
      for (const one of new Set(valuesOf(value, field))) appendTo(index, one, place);
    byField.set(field, index);
    return index;
  };
  const places = (filter: SourceFilter | null): readonly number[] => {
    const given = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined);
    const [first, ...more] = given.map(([field, value]) => fieldIndex(field).get(value) ?? []);
    if (!first) return everywhere;
    const others = more.map((found) => new Set(found));
    return first.filter((place) => others.every((one) => one.has(place)));
  };
  return {
    rows,
    places,
    place: placeOf,
    get(key) {
      const place = placeOf(key);
      return place === undefined ? undefined : valueAt(place);
    },
    list(filter) {
      const name = JSON.stringify(filter);
      const known = lists.get(name) ?? Object.freeze(places(filter).map(valueAt));
      lists.set(name, known);
      return known;
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
