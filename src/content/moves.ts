import type { ModelEntry, MovedEntry } from "./model-entry.ts";

/** Collects the entries that move while stories are applied, each with its state before and now. */
export interface Moves {
  remove(entry: ModelEntry): void;
  add(entry: ModelEntry): void;
  /** Whether the entry was created by this update. */
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
    remove(entry) {
      const known = of(entry, { before: entry, now: undefined });
      known.before ??= entry;
    },
    add(entry) {
      of(entry, { before: undefined, now: entry }).now = entry;
    },
    isNew: (entry) => moved.get(`${entry.lang} ${entry.uuid}`)?.now === entry,
    each: (visit) => moved.forEach(visit),
    all: () => [...moved.values()],
  };
}
