import type { StoryEntry } from "../../site/api/model.ts";
import { stringOf } from "../../site/blocks/field-values.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { appendTo } from "../../util/append-to.ts";
import { compareText } from "../../util/compare-text.ts";
import { isoDay } from "../rules/dates.ts";
import { categoryOf } from "./listing.ts";

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
  const placed = group.map((entry) => ({
    entry,
    place: pageTypes[entry.component]?.order === "position" ? entry.position : 0,
    day: stampOf(entry, pageTypes),
  }));
  placed.sort((a, b) => a.place - b.place || compareText(b.day, a.day) || compareText(a.entry.uuid, b.entry.uuid));
  for (const [index, { entry }] of placed.entries()) group[index] = entry;
}

/** The entries of one page type, which are in listing order, in another one (see StoryOrder). */
export function orderEntries(group: readonly StoryEntry[], order: string, pageTypes: PageTypes): StoryEntry[] {
  if (order === "position") return [...group].sort((a, b) => a.position - b.position);
  const isDate = order === "newest" || order === "oldest";
  const [field = "", way] = isDate ? ["", order === "newest" ? "desc" : ""] : order.split(":");
  const keys = new Map(group.map((entry) => [entry, isDate ? stampOf(entry, pageTypes) : sortKey(entry, field)]));
  const turn = way === "desc" ? -1 : 1;
  // The sort is stable: equal entries stay in listing order.
  return [...group].sort((one, other) => {
    const [a = "", b = ""] = [keys.get(one), keys.get(other)];
    if (a === "" || b === "") return Number(a === "") - Number(b === "");
    if (typeof a === "number" && typeof b === "number") return turn * (a - b);
    if (typeof a === "number" || typeof b === "number") return typeof a === "number" ? -turn : turn;
    return turn * compareText(a, b);
  });
}

/** The field that a StoryOrder names, if it names one. */
export function orderField(order = ""): string[] {
  const [field = ""] = order.split(":");
  return ["", "newest", "oldest", "position", "name"].includes(field) ? [] : [field];
}

/**
 * A field's value for comparison; "" if there is none. Numbers are stored as text; accents and capitals do not count.
 */
function sortKey({ fields, name }: StoryEntry, field: string): string | number {
  const value = fields[field] ?? (field === "name" ? name : "");
  if (typeof value === "boolean") return Number(value);
  const text = stringOf(value).trim();
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Date and time, so that two posts of one day keep their order; a text such as "soon" is no date. */
function stampOf(entry: StoryEntry, pageTypes: PageTypes): string {
  const typed = typedDate(entry, pageTypes);
  return isoDay(typed) === "" ? dateOf(entry, pageTypes) : typed;
}

/** Whether a story's position in all lists is the same as before. */
export function isSameInLists(
  before: StoryEntry | undefined,
  now: StoryEntry | undefined,
  pageTypes: PageTypes,
): boolean {
  const sortedBy = (entry: StoryEntry) => {
    const { component, slug, path, position, tags } = entry;
    return JSON.stringify([
      component,
      slug,
      path,
      position,
      tags,
      stampOf(entry, pageTypes),
      categoryOf(entry, pageTypes),
    ]);
  };
  return before !== undefined && now !== undefined && sortedBy(before) === sortedBy(now);
}
