/** Where stories are in the selections of list queries, after some have come, gone, or moved. */
import type { Lang, StoryEntry } from "../../content/model.ts";
import { isSelected } from "../../content/type-index.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import type { ListChange, ListInput } from "./list-changes.ts";
import { type Selected, selectionsWith } from "./list-queries.ts";
import { entryKey } from "./stored-site.ts";
import { compareEntries, openOrder, placeIn, placeOfStory, type StoryOrder } from "./story-order.ts";

/** A selection that stories have come into, left, or moved within. */
export interface ChangedSelection extends Selected {
  lang: Lang;
  /** The order as it is now. */
  order: StoryOrder;
  /** Where stories were taken out, one after the other, and then where they were put. */
  places: number[];
}

/** By key of the store. All stories are taken out before any is put where it is now, so that an order is always sorted. */
export function changedOrders(changes: readonly ListChange[], input: ListInput): Map<string, ChangedSelection> {
  const found = new Map<string, ChangedSelection>();
  const put = new Map<string, StoryEntry>();
  const stories = (lang: Lang) => ({
    pageTypes: input.definition.pageTypes,
    entry: (uuid: string) => put.get(entryKey(lang, uuid)) ?? input.entry(lang, uuid),
  });
  for (const { before, now } of changes) {
    if (!before) continue;
    for (const { order, places } of selectionsOnlyOf(before, { beside: now, found }, input)) {
      const place = placeOfStory(order, before, stories(before.lang));
      order.remove(place);
      places.push(place);
    }
  }
  for (const { before, now } of changes) {
    if (!now) continue;
    put.set(entryKey(now.lang, now.uuid), now);
    for (const { order, places } of selectionsOnlyOf(now, { beside: before, found }, input)) {
      const place = placeIn(order, now, stories(now.lang));
      order.insert(place, now.uuid);
      places.push(place);
    }
  }
  return found;
}

/** The selections that have an entry, but not at the same place the one before or after it. */
function selectionsOnlyOf(
  entry: StoryEntry,
  { beside, found }: { beside: StoryEntry | null; found: Map<string, ChangedSelection> },
  { store, definition }: ListInput,
): ChangedSelection[] {
  const isMoved = !beside || compareEntries(entry, beside, definition.pageTypes) !== 0;
  return selectionsWith(entry, { store, rules: definition })
    .filter(({ query }) => isMoved || !isSelected(beside, query, definition))
    .map((selected) => {
      const key = KEYS.order(entry.lang, selected.selection);
      const known = found.get(key);
      if (known) return known;
      const order = openOrder(store, entry.lang, selected.selection);
      if (!order) throw new FullBuildNeeded();
      const changed = { lang: entry.lang, ...selected, order, places: [] };
      found.set(key, changed);
      return changed;
    });
}
