/** The rows of a build's store that a few changed pages replace. */
import { parseDependency } from "../../incremental/dependency-kinds.ts";
import {
  KEYS,
  type StoredEntry,
  type StoredFile,
  type StoredPage,
  type StoredUsers,
} from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ChangedResult } from "../../publish/changed-output.ts";
import type { FileRow } from "../../publish/publish-record.ts";
import type { Row } from "../../row-table.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { shownInRows } from "./changed-lists.ts";
import type { ChangedPage } from "./changed-pages.ts";
import { hasOtherTwins } from "./changed-sitemap.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { isList } from "./list-rows.ts";

/** Stories, where their pages are, and the lists that have changed with them. */
export function storyRowsOf({ stories, entries, came, gone, lists }: ChangedSite, store: Store): Row[] {
  const translated = entries.filter(({ before, now }) => hasOtherTwins(before, now));
  return [
    ...stories.map(({ answer, uuid, now }): Row => [KEYS.story(answer, uuid), now]),
    ...translated.map(({ now: { lang, uuid, twins } }): Row => {
      const { routes } = store.get(KEYS.entry(lang, uuid)) as StoredEntry; // it had a page
      return [KEYS.entry(lang, uuid), { twins, routes }];
    }),
    ...came.map(({ lang, uuid, twins, path }): Row => [KEYS.entry(lang, uuid), { twins, routes: [path] }]),
    ...gone.map(({ lang, uuid }): Row => [KEYS.entry(lang, uuid), undefined]),
    ...lists.answers,
    ...shownInRows(lists, store),
  ];
}

export interface ChangedRows {
  store: Store;
  changed: Pick<ChangedSite, "came" | "gone">;
  pages: readonly ChangedPage[];
  result: ChangedResult;
}

export function* pageRowsOf({ store, changed, pages, result }: ChangedRows): Iterable<Row> {
  const ofPages = new Set(changed.gone.flatMap(({ path }) => [pageFile(path), payloadFile(path)]));
  for (const { path, before, loose } of pages) {
    const [html, payload] = [pageFile(path), payloadFile(path)];
    ofPages.add(html).add(payload);
    const page: StoredPage = {
      ...before,
      html: fileOf(result.files.get(html)) ?? before.html,
      payload: fileOf(result.files.get(payload)) ?? before.payload,
      loose,
    };
    yield [KEYS.page(path), page];
  }
  for (const { path } of changed.gone) yield [KEYS.page(path), undefined];
  const added = (store.get(KEYS.newPages) ?? []) as string[]; // written by an earlier call
  if (changed.came.length > 0) yield [KEYS.newPages, [...added, ...changed.came.map(({ path }) => path)]];
  for (const [path, row] of result.files) if (!ofPages.has(path)) yield [KEYS.file(path), fileOf(row)];
  for (const path of result.removed) if (!ofPages.has(path)) yield [KEYS.file(path), undefined];
  const fresh = new Set((store.get(KEYS.newOthers) ?? []) as string[]); // written by an earlier call
  for (const path of result.files.keys()) if (!ofPages.has(path)) fresh.add(path);
  for (const path of result.removed) fresh.delete(path);
  yield [KEYS.newOthers, [...fresh]];
  yield* newUserRows(store, pages);
}

/**
 * Adds pages to the dependencies and files that are new for them. What a page no longer has stays listed; the page is then
 * checked once more than needed.
 */
export function* newUserRows(store: Store, pages: readonly ChangedPage[]): Iterable<Row> {
  const users = new Map<string, Set<number> | null>();
  const added = new Set<string>();
  for (const { before, dependencies, loose } of pages) {
    const keys = [...dependencies.map((dependency) => KEYS.users(before.lang, dependency)), ...loose.map(KEYS.looseTo)];
    for (const key of keys) {
      const known = users.get(key);
      const numbers = known === undefined ? storedUsers(store, key) : known;
      users.set(key, numbers);
      if (numbers === null || numbers.has(before.number)) continue;
      numbers.add(before.number);
      added.add(key);
    }
  }
  for (const key of added) yield [key, [...(users.get(key) ?? [])]];
}

function storedUsers(store: Store, key: string): Set<number> | null {
  const numbers = store.get(key) as StoredUsers | undefined; // written by save-site.ts and above
  return numbers === null ? null : new Set(numbers);
}

/** Throws FullBuildNeeded if a page queries a list that no page queried before: its result was not stored. */
export function requireKeptAnswers(store: Store, pages: readonly ChangedPage[]): void {
  const asked = new Set(
    pages.flatMap(({ before, dependencies }) =>
      dependencies
        .filter((one) => isList(parseDependency(one).kind))
        .map((dependency) => KEYS.answer(before.lang, dependency)),
    ),
  );
  for (const key of asked) if (store.get(key) === undefined) throw new FullBuildNeeded();
}

function fileOf(row: FileRow | undefined): StoredFile | undefined {
  return row && [row.hash, row.size, row.mtimeMs];
}
