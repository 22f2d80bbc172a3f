import { getOrInsert } from "../content/get-or-insert.ts";
import { type RowChange, type StateTable, toAscii } from "../files/state-table.ts";

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
    /** The changes since the last call. */
    changes(): RowChange[] {
      const all = [...changed].flatMap(([kind, own]) => [...own].map(([key, text]): RowChange => [kind, key, text]));
      changed.clear();
      return all;
    },
  };
}

/** Returns what the rows of a kind list, together: parsed once, and the same object as long as no row differs. */
export function createListed<T, L>(
  { row, keys }: Pick<ChangedRows, "row" | "keys">,
  kind: string,
  give: (key: string, parsed: T) => readonly L[],
): () => readonly L[] {
  let known = new Map<string, { text: string; values: readonly L[] }>();
  let all: readonly L[] = [];
  return () => {
    const found = keys(kind).map((key) => [key, row(kind, key) ?? "[]"] as const);
    const isSame = found.length === known.size && found.every(([key, text]) => known.get(key)?.text === text);
    if (isSame) return all;
    const parse = (key: string, text: string) => {
      const last = known.get(key);
      return last?.text === text ? last : { text, values: give(key, JSON.parse(text) as T) }; // as its page was stored
    };
    known = new Map(found.map(([key, text]) => [key, parse(key, text)]));
    all = [...known.values()].flatMap(({ values }) => values);
    return all;
  };
}
