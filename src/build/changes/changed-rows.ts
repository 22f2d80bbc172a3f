/** The rows of a build's store that a few changed pages replace. */
import type { ListingRules } from "../../content/listing.ts";
import type { Lang } from "../../content/model.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import {
  KEYS,
  type Row,
  type StoredDependents,
  type StoredFile,
  type StoredPage,
} from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ChangedResult } from "../../publish/changed-output.ts";
import type { FileRow } from "../../publish/publish-record.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { leftRoutes } from "./changed-listings.ts";
import type { ChangedPage } from "./changed-pages.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { hasOtherTranslations } from "./changed-translations.ts";
import { newQueryRows } from "./list-rows.ts";
import { addedPageRows } from "./stored-paths.ts";

/** Stories, where their pages are, and the lists that have changed with them. */
export function storyRowsOf(changed: ChangedSite): Row[] {
  const { stories, linkRows, entries, came, gone, strangers, changedLists } = changed;
  const translated = entries.filter(({ before, now }) => hasOtherTranslations(before, now)).map(({ now }) => now);
  return [
    ...stories.map(({ answer, uuid, now }): Row => [KEYS.story(answer, uuid), now]),
    ...linkRows,
    ...[...translated, ...came].map(({ lang, uuid, twins }): Row => [KEYS.entry(lang, uuid), { twins }]),
    ...gone.map(({ lang, uuid }): Row => [KEYS.entry(lang, uuid), undefined]),
    ...strangers.rows,
    ...changedLists.answers,
    ...[...changedLists.orders.values()].flatMap((order) => order.rows()),
  ];
}

export interface ChangedRows {
  store: Store;
  changed: Pick<ChangedSite, "changedRoutes">;
  rules: ListingRules;
  pages: readonly ChangedPage[];
  result: ChangedResult;
}

export function* pageRowsOf({ store, changed, rules, pages, result }: ChangedRows): Iterable<Row> {
  const { added, removed } = changed.changedRoutes;
  const ofPages = new Set(removed.flatMap(({ path }) => [pageFile(path), payloadFile(path)]));
  // A redirect may be where a page was.
  for (const path of result.files.keys()) ofPages.delete(path);
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
  for (const { path } of leftRoutes(changed.changedRoutes)) yield [KEYS.page(path), undefined];
  yield* addedPageRows(
    store,
    added.map(({ path }) => path),
  );
  for (const [path, row] of result.files) if (!ofPages.has(path)) yield [KEYS.file(path), fileOf(row)];
  for (const path of result.removed) if (!ofPages.has(path)) yield [KEYS.file(path), undefined];
  const fresh = new Set((store.get(KEYS.newOthers) ?? []) as string[]); // written by an earlier call
  for (const path of result.files.keys()) if (!ofPages.has(path)) fresh.add(path);
  for (const path of result.removed) fresh.delete(path);
  // And a page where a redirect was.
  for (const file of added.map(({ path }) => pageFile(path))) {
    if (store.get(KEYS.file(file)) !== undefined) yield [KEYS.file(file), undefined];
    fresh.delete(file);
  }
  yield [KEYS.newOthers, [...fresh]];
  yield* newDependentRows(store, pages);
  yield* newQueryRows(queriesNewIn(store, pages), { store, rules });
}

/**
 * Adds pages to the dependencies and files that are new for them. What a page no longer has stays listed; the page is then
 * checked once more than needed.
 */
export function* newDependentRows(store: Store, pages: readonly ChangedPage[]): Iterable<Row> {
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
  const numbers = store.get(key) as StoredDependents | undefined; // written by save-site.ts and above
  return numbers === null ? null : new Set(numbers);
}

/** What no page had asked before, as language and dependency. */
function* queriesNewIn(store: Store, pages: readonly ChangedPage[]): Iterable<readonly [Lang, Dependency]> {
  for (const { before, dependencies } of pages)
    for (const dependency of dependencies)
      if (store.get(KEYS.users(before.lang, dependency)) === undefined) yield [before.lang, dependency];
}

function fileOf(row: FileRow | undefined): StoredFile | undefined {
  return row && [row.hash, row.size, row.mtimeMs];
}
