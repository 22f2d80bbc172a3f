import type { ModelEntry, MovedEntry } from "./model-entry.ts";

/** What moved so far while stories are applied, by language and uuid. */
export interface Moves {
  went(entry: ModelEntry): void;
  came(entry: ModelEntry): void;
  /** Whether the entry was made now. */
  isNew(entry: ModelEntry): boolean;
  each(visit: (moved: MovedEntry) => void): void;
  all(): MovedEntry[];
}

export function createMoves(): Moves {
  const moved = new Map<string, MovedEntry>();
  const of = ({ lang, uuid }: ModelEntry, make: Pick<MovedEntry, "before" | "now">) => {
    const key = `${lang} ${uuid}`;
    const known = moved.get(key) ?? { lang, uuid, ...make };
    moved.set(key, known);
    return known;
  };
  return {
    went(entry) {
      const known = of(entry, { before: entry, now: undefined });
      known.before ??= entry;
    },
    came(entry) {
      of(entry, { before: undefined, now: entry }).now = entry;
    },
    isNew: (entry) => moved.get(`${entry.lang} ${entry.uuid}`)?.now === entry,
    each: (visit) => moved.forEach(visit),
    all: () => [...moved.values()],
  };
}
