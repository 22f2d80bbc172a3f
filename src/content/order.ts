import type { ResolvedSite } from "../site/resolve-site.ts";
import { appendTo } from "./append-to.ts";
import { categoryOf } from "./listing.ts";
import type { StoryEntry } from "./model.ts";
import { isoDay } from "./rules/dates.ts";

export type PageTypes = ResolvedSite["pageTypes"];

/** A story's date: the date field, or else its first publication. */
export function dateOf(entry: StoryEntry, pageTypes: PageTypes): string {
  return isoDay(typedDate(entry, pageTypes)) || isoDay(entry.firstPublishedAt);
}

/** The value of the page type's date field, or "". */
export function typedDate(entry: StoryEntry, pageTypes: PageTypes): string {
  if (entry.listed) return entry.listed.date;
  const typed = entry.fields[pageTypes[entry.component]?.date ?? ""];
  return typeof typed === "string" ? typed : "";
}

/** Entries by page type, in listing order. */
export function groupByType(entries: Iterable<StoryEntry>, pageTypes: PageTypes): Map<string, StoryEntry[]> {
  const groups = new Map<string, StoryEntry[]>();
  for (const entry of entries) appendTo(groups, entry.component, entry);
  for (const group of groups.values()) sortEntries(group, pageTypes);
  return groups;
}

/**
 * Sorts the entries of one page type in place: newest first, or in the editor's order, then by uuid so that the order
 * is total. Dates are parsed once per entry, not once per comparison.
 */
export function sortEntries(group: StoryEntry[], pageTypes: PageTypes): void {
  const stamps = new Map(group.map((entry) => [entry, stampOf(entry, pageTypes)]));
  const isArranged = ({ component }: StoryEntry) => pageTypes[component]?.order === "position";
  group.sort((a, b) => {
    if (isArranged(a) && a.position !== b.position) return a.position - b.position;
    const [dayA = "", dayB = ""] = [stamps.get(a), stamps.get(b)];
    if (dayA !== dayB) return dayA < dayB ? 1 : -1;
    return a.uuid < b.uuid ? -1 : 1;
  });
}

/** Date and time, so that two posts of one day keep their order. */
function stampOf(entry: StoryEntry, pageTypes: PageTypes): string {
  return typedDate(entry, pageTypes) || dateOf(entry, pageTypes);
}

/** Whether a story has the same place in all lists as before. */
export function isSameInLists(
  before: StoryEntry | undefined,
  now: StoryEntry | undefined,
  pageTypes: PageTypes,
): boolean {
  const placed = (entry: StoryEntry) => {
    const { component, slug, path, position } = entry;
    return JSON.stringify([component, slug, path, position, stampOf(entry, pageTypes), categoryOf(entry, pageTypes)]);
  };
  return before !== undefined && now !== undefined && placed(before) === placed(now);
}
