import type { RowChange, StateTable } from "../files/state-table.ts";

/** The rows of a table with what a build has changed so far, which nobody else sees before it is saved. */
export interface ChangedRows {
  row(kind: string, key: string): string | undefined;
  keys(kind: string): string[];
  /** Null removes a row. */
  set(kind: string, key: string, text: string | null): void;
  /** What was changed since this was called last. */
  changes(): RowChange[];
}

export function createRows(table: Pick<StateTable<unknown>, "rows">): ChangedRows {
  const changed = new Map<string, Map<string, string | null>>();
  const changedOf = (kind: string) => {
    const known = changed.get(kind) ?? new Map<string, string | null>();
    changed.set(kind, known);
    return known;
  };
  return {
    row(kind, key) {
      const own = changed.get(kind)?.get(key);
      return own === undefined ? table.rows(kind).get(key) : (own ?? undefined);
    },
    keys(kind) {
      const stored = table.rows(kind);
      const own = changed.get(kind);
      if (!own) return [...stored.keys()];
      const left = [...stored.keys()].filter((key) => own.get(key) !== null);
      return [...left, ...[...own].flatMap(([key, text]) => (text === null || stored.has(key) ? [] : [key]))];
    },
    set: (kind, key, text) => void changedOf(kind).set(key, text),
    changes() {
      const all = [...changed].flatMap(([kind, own]) => [...own].map(([key, text]): RowChange => [kind, key, text]));
      changed.clear();
      return all;
    },
  };
}
