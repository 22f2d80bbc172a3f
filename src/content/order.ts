import type { StoryEntry } from "./model.ts";
import { isoDay } from "./rules/dates.ts";

/** Page types that an editor orders by hand in the content service; the others go by date. */
const BY_POSITION = new Set(["Industries", "Solutions", "SuccessStory", "Careers"]);

/** Day a story is dated to: what the editor typed in, else its first publication. */
export function dayOf(entry: StoryEntry): string {
  const typed = entry.fields.date ?? entry.fields.date_posted;
  return isoDay(typeof typed === "string" ? typed : null) || isoDay(entry.firstPublishedAt);
}

/** Entries by page type, each list in listing order. */
export function groupByType(entries: Iterable<StoryEntry>): Map<string, StoryEntry[]> {
  const groups = new Map<string, StoryEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.component);
    if (group) group.push(entry);
    else groups.set(entry.component, [entry]);
  }
  for (const group of groups.values()) sortEntries(group);
  return groups;
}

/**
 * Listing order of one page type, in place: newest first, or the editor's order; the uuid decides what is left, so that
 * it is total. Dates are read once an entry, not once a comparison.
 */
export function sortEntries(group: StoryEntry[]): void {
  const stamps = new Map(group.map((entry) => [entry, stampOf(entry)]));
  group.sort((a, b) => {
    if (BY_POSITION.has(a.component) && a.position !== b.position) return a.position - b.position;
    const [dayA = "", dayB = ""] = [stamps.get(a), stamps.get(b)];
    if (dayA !== dayB) return dayA < dayB ? 1 : -1;
    return a.uuid < b.uuid ? -1 : 1;
  });
}

/** The full date with its time, so that two posts of one day keep their order. */
function stampOf(entry: StoryEntry): string {
  const typed = entry.fields.date;
  return typeof typed === "string" && typed !== "" ? typed : dayOf(entry);
}
