/** The list queries of a site as rows of the store: their results, and for each story the lists it is in. */
import { appendTo } from "../../content/append-to.ts";
import type { Lang } from "../../content/model.ts";
import type { LatestQuery, StoryQuery } from "../../content/reader.ts";
import type { StoryLists } from "../../content/story-lists.ts";
import { type DependencyKind, parseDependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredCounts } from "../../incremental/store/rows.ts";
import type { Row } from "../../row-table.ts";
import { storedCombinations, storedList, storedQuery } from "./changed-lists.ts";

type Asked = readonly [lang: Lang, dependency: string];

/** Dependencies of other kinds are left out. */
export function* listRowsOf(asked: readonly Asked[], listsIn: (lang: Lang) => StoryLists): Iterable<Row> {
  const shownIn = new Map<string, string[]>();
  const countedBy = new Map<string, Set<string>>();
  const listed = new Map<string, string[]>();
  for (const [lang, dependency] of new Map(asked.map((one) => [one.join(" "), one])).values()) {
    const { kind, subject } = parseDependency(dependency);
    if (!isList(kind)) continue;
    const [query, by = []] = queryOf(kind, subject);
    appendTo(listed, KEYS.listed(lang, query.type), dependency);
    const key = KEYS.countedBy(lang, query.type);
    if (by.length > 0) countedBy.set(key, new Set([...(countedBy.get(key) ?? []), ...[by].flat()]));
    const lists = listsIn(lang);
    yield [KEYS.answer(lang, dependency), answerOf(kind, [query, by], lists)];
    if (kind !== "latest") continue;
    for (const { uuid } of lists.latest(query)) appendTo(shownIn, KEYS.shownIn(lang, uuid), dependency);
  }
  yield* shownIn;
  yield* listed;
  for (const [key, fields] of countedBy) yield [key, [...fields]];
}

type ListKind = "latest" | "total" | "counts" | "combinations";
type ListQuery = [query: LatestQuery, by?: string | string[]];

/** Whether a dependency is the result of a list query. */
export function isList(kind: DependencyKind): kind is ListKind {
  return kind === "latest" || kind === "total" || kind === "counts" || kind === "combinations";
}

/** The subject was written by the kind's method (dependency-kinds.ts). */
function queryOf(kind: ListKind, subject: string): ListQuery {
  if (kind === "latest" || kind === "total") return [JSON.parse(subject) as LatestQuery];
  return JSON.parse(subject) as [StoryQuery, string | string[]];
}

function answerOf(kind: ListKind, [query, by = []]: ListQuery, lists: StoryLists): unknown {
  if (kind === "total") return lists.total(query);
  if (kind === "latest")
    return storedList(
      lists.latest(storedQuery(query)).map(({ uuid }) => uuid),
      query,
    );
  if (typeof by !== "string") return storedCombinations(lists.latest(query), by);
  return lists.counts(query, by).map(([value, count]): StoredCounts[number] => [[value], count]);
}
