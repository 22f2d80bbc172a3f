import { type RowChange, type StateTable, toAscii } from "../files/state-table.ts";
import { getOrInsert } from "../util/get-or-insert.ts";

export type ChangedRows = ReturnType<typeof createRows>;

/** The rows of a table with a build's changes, which are in the table only once they are saved. */
export function createRows(table: Pick<StateTable<unknown>, "rows">) {
  const changed = new Map<string, Map<string, string | null>>();
  const changedOf = (kind: string) => getOrInsert(changed, kind, () => new Map<string, string | null>());
  return {
    row(kind: string, key: string): string | undefined {
      const own = changed.get(kind)?.get(key);
      return own === undefined ? table.rows(kind).get(key) : (own ?? undefined);
    },
    keys(kind: string): string[] {
      const stored = table.rows(kind);
      const own = changed.get(kind);
      if (!own) return [...stored.keys()];
      const left = [...stored.keys()].filter((key) => own.get(key) !== null);
      return [...left, ...[...own].flatMap(([key, text]) => (text === null || stored.has(key) ? [] : [key]))];
    },
    /** Null removes a row. */
    set: (kind: string, key: string, text: string | null) => void changedOf(kind).set(key, text && toAscii(text)),
    /** Whether all rows of a kind are as they are stored. */
    isSame: (kind: string) =>
      [...(changed.get(kind) ?? [])].every(([key, text]) => table.rows(kind).get(key) === (text ?? undefined)),
    /** The changes since the last call, which was read to its end. */
    *changes(): Iterable<RowChange> {
      for (const [kind, own] of changed) for (const [key, text] of own) yield [kind, key, text];
      changed.clear();
    },
  };
}
