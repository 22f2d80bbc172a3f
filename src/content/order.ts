import type { ResolvedSite } from "../site/resolve-site.ts";
import { appendTo } from "./append-to.ts";
import type { StoryEntry } from "./model.ts";
import { isoDay } from "./rules/dates.ts";

export type PageTypes = ResolvedSite["pageTypes"];

/** Day a story is dated to: what the editor typed in, else its first publication. */
export function dayOf(entry: StoryEntry, pageTypes: PageTypes): string {
  return isoDay(typedDate(entry, pageTypes)) || isoDay(entry.firstPublishedAt);
}

/** What the editor typed into the page type's date field, or "". */
export function typedDate({ component, fields }: StoryEntry, pageTypes: PageTypes): string {
  const typed = fields[pageTypes[component]?.date ?? ""];
  return typeof typed === "string" ? typed : "";
}

/** Entries by page type, each list in listing order. */
export function groupByType(entries: Iterable<StoryEntry>, pageTypes: PageTypes): Map<string, StoryEntry[]> {
  const groups = new Map<string, StoryEntry[]>();
  for (const entry of entries) appendTo(groups, entry.component, entry);
  for (const group of groups.values()) sortEntries(group, pageTypes);
  return groups;
}

/**
 * Listing order of one page type, in place: newest first, or the editor's order; the uuid decides what is left, so that
 * it is total. Dates are read once an entry, not once a comparison.
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

/** What a story's place among its type follows from, its uuid left out. */
export function sortKeyOf(entry: StoryEntry, pageTypes: PageTypes): readonly unknown[] {
  const isArranged = pageTypes[entry.component]?.order === "position";
  return [isArranged ? entry.position : 0, stampOf(entry, pageTypes)];
}

/** The full date with its time, so that two posts of one day keep their order. */
function stampOf(entry: StoryEntry, pageTypes: PageTypes): string {
  return typedDate(entry, pageTypes) || dayOf(entry, pageTypes);
}
