/** Which of the changed stories lists show in another place, or count otherwise. */
import { categoryOf } from "../../content/listing.ts";
import type { Lang, StoryEntry } from "../../content/model.ts";
import { sortKeyOf } from "../../content/order.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";

/** A story's entry in one language before and after; null where it has no page. */
export interface ListChange {
  before: StoryEntry | null;
  now: StoryEntry | null;
}

export interface ListInput {
  store: Store;
  definition: ResolvedSite;
  /** A story's entry in the last build. */
  entry(lang: Lang, uuid: string): StoryEntry | undefined;
}

/** Stories with a page before and after, those that get one, and those that lose it. */
interface MovedStories {
  entries: readonly { before: StoryEntry; now: StoryEntry }[];
  came: readonly StoryEntry[];
  gone: readonly StoryEntry[];
}

/** Stories that come into lists, leave them, or have another place in them. */
export function listChanges(
  { entries, came, gone }: MovedStories,
  input: Pick<ListInput, "store" | "definition">,
): ListChange[] {
  return [
    ...entries.filter((entry) => !keepsLists(entry, input)),
    ...came.map((now) => ({ before: null, now })),
    ...gone.map((before) => ({ before, now: null })),
  ];
}

/** True if a story keeps its position in every list and count. */
function keepsLists(
  { before, now }: MovedStories["entries"][number],
  { definition, store }: Pick<ListInput, "store" | "definition">,
): boolean {
  const { pageTypes } = definition;
  const countedBy = (store.get(KEYS.countedBy(now.lang, now.component)) ?? []) as string[]; // written by save-site.ts
  const listed = (entry: StoryEntry) =>
    JSON.stringify([
      entry.slug,
      categoryOf(entry, pageTypes),
      sortKeyOf(entry, pageTypes),
      countedBy.map((field) => entry.fields[field] ?? null),
    ]);
  return listed(before) === listed(now);
}
