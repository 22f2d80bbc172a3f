/** Lists of stories as subjects of dependencies: queries as JSON. */
import type { LatestQuery } from "../content/reader.ts";
import type { StoryLists } from "../content/story-lists.ts";

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
