import type { Lang, StoryEntry } from "../../site/api/model.ts";
import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import type { ModelEntry, MovedEntry } from "./model-entry.ts";
import type { Route } from "./site.ts";

export type Moves = ReturnType<typeof createMoves>;

/** Collects the entries that move while stories are applied, each with its state before and now. */
export function createMoves() {
  const moved = new Map<string, MovedEntry>();
  const of = ({ lang, uuid }: ModelEntry, make: Pick<MovedEntry, "before" | "now">) => {
    const key = keyOf({ lang, uuid });
    return getOrInsert(moved, key, () => ({ lang, uuid, ...make }));
  };
  return {
    remove(entry: ModelEntry): void {
      const known = of(entry, { before: entry, now: undefined });
      known.before ??= entry;
    },
    add(entry: ModelEntry): void {
      of(entry, { before: undefined, now: entry }).now = entry;
    },
    /** Whether the entry was created by this update. */
    isNew: (entry: ModelEntry) => moved.get(keyOf(entry))?.now === entry,
    each: (visit: (moved: MovedEntry) => void) => moved.forEach(visit),
    all: () => [...moved.values()],
  };
}

/** The stories' own pages (not those of their listings) that were added, removed, or got or lost a listing. */
export function ownRoutes(
  stories: readonly { lang: Lang; uuid: string }[],
  of: {
    moved: readonly MovedEntry[];
    hadListing: ReadonlySet<string>;
    entries: ByLanguage<ReadonlyMap<string, ModelEntry>>;
    ownRoute: (entry: StoryEntry) => Route;
  },
): { added: Route[]; removed: Route[] } {
  const { moved, hadListing, entries, ownRoute } = of;
  const before = new Map(moved.map((one) => [keyOf(one), one.before]));
  const routes: { added: Route[]; removed: Route[] } = { added: [], removed: [] };
  for (const one of stories) {
    const key = keyOf(one);
    const now = forLanguage(entries, one.lang).get(one.uuid);
    const last = before.has(key) ? before.get(key) : now;
    const [old, next] = [last && ownRoute(last), now && ownRoute(now)];
    if (old) old.listing = hadListing.has(key) ? { page: 1, category: "" } : null;
    if (old?.path === next?.path && (old?.listing === null) === (next?.listing === null)) continue;
    if (old) routes.removed.push(old);
    if (next) routes.added.push(next);
  }
  return routes;
}

/** A story's page in one language. */
export function keyOf({ lang, uuid }: { lang: Lang; uuid: string }): string {
  return `${lang} ${uuid}`;
}
