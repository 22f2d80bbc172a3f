/** The list queries of a site as rows of the store: their results, and by page type and folder which there are. */
import { appendTo } from "../../content/append-to.ts";
import type { ListingRules, ListingSettings } from "../../content/listing.ts";
import type { Lang, StoryEntry } from "../../content/model.ts";
import type { StoryLists } from "../../content/story-lists.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import {
  KEYS,
  type Row,
  type StoredCounts,
  type StoredListings,
  type StoredQueries,
} from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { storedCombinations } from "./changed-counts.ts";
import { blocksOf, folderOf, type ListQuery, listQueryOf, selectionKey } from "./list-queries.ts";
import { orderRows } from "./story-order.ts";

type Asked = readonly [lang: Lang, dependency: string];

/** Dependencies of other kinds are left out. */
export function* listRowsOf(
  asked: readonly Asked[],
  { listsIn, rules }: { listsIn: (lang: Lang) => StoryLists; rules: ListingRules },
): Iterable<Row> {
  const filed = createFile(rules);
  const countedBy = new Map<string, Set<string>>();
  const ordered = new Set<string>();
  for (const [lang, dependency] of new Map(asked.map((one) => [one.join(" "), one])).values()) {
    const list = listQueryOf(dependency);
    if (!list) continue;
    const { query, by } = list;
    filed.add(lang, dependency as Dependency, list); // its kind is one
    const fields = [by].flat();
    const key = KEYS.countedBy(lang, query.type);
    if (fields.length > 0) countedBy.set(key, new Set([...(countedBy.get(key) ?? []), ...fields]));
    const lists = listsIn(lang);
    const counts = countsOf(list, lists);
    if (counts) yield [KEYS.answer(lang, dependency), counts];
    const { type, category = "", startsWith = "", depth } = query;
    const selection = selectionKey(query);
    if (ordered.has(KEYS.order(lang, selection))) continue;
    ordered.add(KEYS.order(lang, selection));
    const all = lists.latest({ type, category, startsWith, ...(depth !== undefined && { depth }) });
    yield* orderRows(
      lang,
      selection,
      all.map(({ uuid }) => uuid),
    );
  }
  yield* filed.rows();
  for (const [key, fields] of countedBy) yield [key, [...fields]];
}

function countsOf({ kind, query, by }: ListQuery, lists: StoryLists): StoredCounts | null {
  if (kind === "latest" || kind === "total") return null;
  if (typeof by !== "string") return storedCombinations(lists.latest(query), by);
  return lists.counts(query, by).map(([value, count]): StoredCounts[number] => [[value], count]);
}

/** Adds queries to the rows of a store, or makes new rows. */
function createFile(rules: ListingRules, store?: Store) {
  const rows = new Map<string, StoredQueries>();
  const windows = new Map<string, Dependency[]>();
  const known = <T>(map: Map<string, T[]>, key: string): T[] => {
    const row = map.get(key) ?? structuredClone((store?.get(key) ?? []) as T[]); // written by `rows` below
    map.set(key, row);
    return row;
  };
  const addTo = (list: Dependency[], dependency: Dependency) => {
    if (!list.includes(dependency)) list.push(dependency);
  };
  return {
    add(lang: Lang, dependency: Dependency, list: ListQuery): void {
      const selection = selectionKey(list.query);
      const row = known(rows, KEYS.listed(lang, list.query.type, folderOf(list.query, rules)));
      const found: StoredQueries[number] = row.find(([name]) => name === selection) ?? [selection, []];
      if (!row.includes(found)) row.push(found);
      const blocks = blocksOf(list);
      if (!blocks) addTo(found[1], dependency);
      for (const block of blocks ?? []) addTo(known(windows, KEYS.windows(lang, selection, block)), dependency);
    },
    rows: (): Row[] => [...rows, ...windows],
  };
}

/** Files queries that no page had asked; the selections are known. */
export function newQueryRows(asked: Iterable<Asked>, { store, rules }: { store: Store; rules: ListingRules }): Row[] {
  const filed = createFile(rules, store);
  for (const [lang, dependency] of asked) {
    const list = listQueryOf(dependency);
    if (list) filed.add(lang, dependency as Dependency, list); // its kind is one
  }
  return filed.rows();
}

/** The stories with listings, by the page type and folder of what they list. */
export function* listingRows(
  listings: Iterable<readonly [entry: StoryEntry, settings: ListingSettings]>,
  rules: ListingRules,
): Iterable<Row> {
  const rows = new Map<string, StoredListings>();
  for (const [{ lang, uuid }, settings] of listings)
    appendTo(rows, KEYS.listings(lang, settings.type, folderOf(settings, rules)), [uuid, settings]);
  yield* rows;
}
