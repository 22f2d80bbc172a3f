/**
 * The list queries of a site, filed by the page type and folder that they select, so that those that a story concerns
 * are found by key.
 */
import { folderSlug, type ListingRules } from "../../content/listing.ts";
import type { StoryEntry } from "../../content/model.ts";
import type { LatestQuery, StoryQuery } from "../../content/reader.ts";
import { isSelected } from "../../content/type-index.ts";
import { type Dependency, type DependencyKind, parseDependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredListings, type StoredQueries } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";

export type ListKind = "latest" | "total" | "counts" | "combinations";

/** A dependency that is the result of a list query. */
export interface ListQuery {
  kind: ListKind;
  query: LatestQuery;
  /** The field or fields by which stories are counted or combined. */
  by: string | string[];
}

function isList(kind: DependencyKind): kind is ListKind {
  return kind === "latest" || kind === "total" || kind === "counts" || kind === "combinations";
}

/** Null for a dependency of another kind. */
export function listQueryOf(dependency: string): ListQuery | null {
  const { kind, subject } = parseDependency(dependency);
  if (!isList(kind)) return null;
  // The subject was written by the kind's method (dependency-kinds.ts).
  if (kind === "latest" || kind === "total") return { kind, query: JSON.parse(subject) as LatestQuery, by: [] };
  const [query, by] = JSON.parse(subject) as [StoryQuery, string | string[]];
  return { kind, query, by };
}

/** Windows are filed by the places they show, so many in a block. */
const PLACES_A_BLOCK = 100;
/** A longer list is not filed by place. */
const MOST_PLACES = 1000;

/** Number of the block with a place. */
export function blockOf(place: number): number {
  return Math.floor(place / PLACES_A_BLOCK);
}

/** The blocks whose stories a list from the middle of a selection may show; null for any other query. */
export function blocksOf({ kind, query: { offset = 0, limit, except = [] } }: ListQuery): number[] | null {
  if (kind !== "latest" || offset === 0 || limit === undefined || limit > MOST_PLACES) return null;
  const [first, last] = [blockOf(offset), blockOf(offset + limit + except.length - 1)];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The folder under which a selection is filed. */
export function folderOf({ startsWith = "" }: Pick<StoryQuery, "startsWith">, rules: ListingRules): string {
  const slug = folderSlug(startsWith, rules);
  return slug.slice(0, slug.lastIndexOf("/") + 1);
}

/** The folders that a story is in, the outermost first. */
function foldersOf(entry: StoryEntry, rules: ListingRules): string[] {
  const parts = folderSlug(entry.slug, rules).split("/").slice(0, -1);
  return ["", ...parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}/`)];
}

export interface Selected {
  selection: string;
  /** One of its queries. */
  query: StoryQuery;
  dependencies: Dependency[];
}

/** The selections that include a story, with the queries over each, without windows. */
export function selectionsWith(entry: StoryEntry, { store, rules }: { store: Store; rules: ListingRules }): Selected[] {
  const { lang, component: type } = entry;
  return foldersOf(entry, rules)
    .flatMap((folder) => (store.get(KEYS.listed(lang, type, folder)) ?? []) as StoredQueries) // written by list-rows.ts
    .map(([selection, dependencies]) => ({ selection, query: queryOf(selection), dependencies }))
    .filter(({ query }) => isSelected(entry, query, rules));
}

/** The same text for queries that select the same stories, of which each may show other ones. */
export function selectionKey({ type, category = "", startsWith = "", depth }: StoryQuery): string {
  return JSON.stringify([type, category, startsWith, depth]);
}

/** The query that a key is made of. */
function queryOf(selection: string): StoryQuery {
  const [type, category, startsWith, depth] = JSON.parse(selection) as [string, string, string, number | null];
  return { type, category, startsWith, ...(depth !== null && { depth }) };
}

/** Stories with a listing that may show a story. */
export function listingsWith(
  { lang, component, ...entry }: StoryEntry,
  { store, rules }: { store: Store; rules: ListingRules },
): StoredListings {
  return foldersOf({ ...entry, lang, component }, rules).flatMap(
    (folder) => (store.get(KEYS.listings(lang, component, folder)) ?? []) as StoredListings, // written by list-rows.ts
  );
}
