/** The newest publish dates of a site, so that the newest of all is known after a story was unpublished. */
import type { StoryEntry } from "../../content/model.ts";
import { KEYS, type Row } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { newestTimestamp } from "../../render/manifest.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { entryKey } from "./stored-site.ts";

/** Some of the newest dates, in milliseconds by story and language; no other story has one above `floor`. */
interface NewestDates {
  floor: number;
  dates: [key: string, date: number][];
}

const MOST_DATES = 100;

export function newestDatesRow(entries: Iterable<StoryEntry>): Row {
  const all = [...entries].map(dateOf).sort(([, a], [, b]) => b - a);
  const dates = all.slice(0, MOST_DATES);
  return [KEYS.newest, { floor: all[MOST_DATES]?.[1] ?? 0, dates } satisfies NewestDates];
}

/** The newest date of all, and the row for the next build. Throws FullBuildNeeded if all known ones are gone. */
export function changedNewestDates(
  { entries, came, gone }: Pick<ChangedSite, "entries" | "came" | "gone">,
  store: Store,
): { newest: number; row: Row } {
  const { floor, dates } = store.get(KEYS.newest) as NewestDates; // written above
  const now = [...entries.map((one) => one.now), ...came].map(dateOf);
  const changed = new Set([...now, ...gone.map(dateOf)].map(([key]) => key));
  const left = dates.filter(([key]) => !changed.has(key));
  const next = [...left, ...now.filter(([, date]) => date >= floor)];
  if (next.length === 0) throw new FullBuildNeeded();
  const newest = Math.max(...next.map(([, date]) => date));
  return { newest, row: [KEYS.newest, { floor, dates: next } satisfies NewestDates] };
}

function dateOf({ lang, uuid, publishedAt }: StoryEntry): [key: string, date: number] {
  return [entryKey(lang, uuid), newestTimestamp([publishedAt])];
}
