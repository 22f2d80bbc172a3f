import type { StoryEntry } from "./model.ts";
import { isoDay } from "./rules/dates.ts";

/** Page types that an editor orders by hand in the content service; the others go by date. */
const BY_POSITION = new Set(["Industries", "Solutions", "SuccessStory", "Careers"]);

/** Day a story is dated to: what the editor typed in, else its first publication. */
export function dayOf(entry: StoryEntry): string {
  const typed = entry.fields.date ?? entry.fields.date_posted;
  return isoDay(typeof typed === "string" ? typed : null) || isoDay(entry.firstPublishedAt);
}

/** Listing order: newest first, or the editor's order; the uuid decides what is left, so that it is total. */
export function compareEntries(a: StoryEntry, b: StoryEntry): number {
  if (BY_POSITION.has(a.component) && a.position !== b.position) return a.position - b.position;
  const [dayA, dayB] = [stampOf(a), stampOf(b)];
  if (dayA !== dayB) return dayA < dayB ? 1 : -1;
  return a.uuid < b.uuid ? -1 : 1;
}

/** The full date with its time, so that two posts of one day keep their order. */
function stampOf(entry: StoryEntry): string {
  const typed = entry.fields.date;
  return typeof typed === "string" && typed !== "" ? typed : dayOf(entry);
}
