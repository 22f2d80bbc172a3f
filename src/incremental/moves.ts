import type { StoryLists } from "../content/lists/story-lists.ts";
import type { DatasourceName } from "../site/api/model.ts";
import type { LatestQuery, StoryQuery } from "../site/api/reader.ts";

/** What moved since the last build, as far as the pages of one language can depend on it. */
export interface Moves {
  /** Stories that were added, removed or changed in this language, and in others. */
  stories: ReadonlySet<string>;
  elsewhere: ReadonlySet<string>;
  /** Stories with any difference, in any language. */
  contents: ReadonlySet<string>;
  /** Page types whose lists in this language have other stories or another order. */
  types: ReadonlySet<string>;
  /** Fields with another value on some story, and "name" if that differs, by page type. */
  fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Paths whose story was added, removed or changed, and paths of pages that were added or removed. */
  named: ReadonlySet<string>;
  live: ReadonlySet<string>;
  datasources: ReadonlySet<DatasourceName>;
  /** The site's own sources whose values differ, with the keys of those entries; null if any may differ. */
  sources: ReadonlyMap<string, readonly string[] | null>;
  /** Whether the record of a known asset has changed. */
  assets: boolean;
  home: boolean;
}

/** Subjects of dependencies, or a function that decides of each. */
export type MovedSubjects = ReadonlySet<string> | ((subject: string) => boolean);

export const ALL: MovedSubjects = () => true;
const NONE: MovedSubjects = new Set();

export function movedIf(is: boolean, moved: MovedSubjects): MovedSubjects {
  return is ? moved : NONE;
}

export function isAmong(subject: string, moved: MovedSubjects): boolean {
  return typeof moved === "function" ? moved(subject) : moved.has(subject);
}

/** Whether a query, as JSON, may be over one of the types: searching the text is much faster than parsing it. */
export function isOfTypes(query: string, { types }: Moves): boolean {
  for (const type of types) if (query.includes(`"type":${JSON.stringify(type)}`)) return true;
  return false;
}

export function hasOtherLists({ types, fields }: Moves): boolean {
  return types.size + fields.size > 0;
}

/** Whether a list may have other members, or the same in another order. */
export function isOfLists(query: string, moves: Moves): boolean {
  if (isOfTypes(query, moves)) return true;
  if (!query.includes('"order":')) return false;
  const { type, order = "" } = JSON.parse(query) as LatestQuery;
  const [field = ""] = order.split(":");
  return moves.fields.get(type)?.has(field) ?? false;
}

/** Whether some story of the query's type has another value in one of the fields, or the list has other stories. */
export function isValued({ type }: StoryQuery, names: readonly string[], { types, fields }: Moves): boolean {
  return types.has(type) || names.some((name) => fields.get(type)?.has(name));
}

/** Searching the text is much faster than parsing it. */
export function isOfSource(subject: string, { sources }: Moves): boolean {
  for (const name of sources.keys()) if (subject.startsWith(JSON.stringify([name]).slice(0, -1))) return true;
  return false;
}

export function movedEntries(moves: Moves): MovedSubjects {
  const subjects = new Set<string>();
  for (const [name, keys] of moves.sources) {
    if (keys === null) return (subject) => isOfSource(subject, moves);
    for (const key of keys) subjects.add(JSON.stringify([name, key]));
  }
  return subjects;
}

/** Cards contain values of datasources and pictures. */
export function changesCards({ datasources, assets }: Moves): boolean {
  return datasources.size > 0 || assets;
}

/** Lists of stories as subjects of dependencies: queries as JSON. */
export function uuidsIn(query: string, lists: StoryLists): string[] {
  return lists.latest(JSON.parse(query) as LatestQuery).map(({ uuid }) => uuid);
}

export function pathsIn(query: string, { lists }: { lists: StoryLists }): string[] {
  return lists.latest(JSON.parse(query) as LatestQuery).map(({ path }) => path);
}

/** A list of no stories is always empty. */
export function listSubject(query: LatestQuery): string | null {
  return query.limit === 0 ? null : JSON.stringify(wholeQuery(query));
}

/**
 * A query that many pages share and whose result determines the given one's. Each post leaves itself out of the newest
 * posts of its category, so all of them depend on the same list with one more story.
 */
function wholeQuery(query: LatestQuery): LatestQuery {
  const { except = [], limit, offset = 0, ...rest } = query;
  if (offset > 0) return query;
  return limit === undefined ? rest : { ...rest, limit: limit + except.length };
}
