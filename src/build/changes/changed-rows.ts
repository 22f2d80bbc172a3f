/** The rows of a build's store that a few changed pages replace. */
import { type Dependency, parseDependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredFile, type StoredPage, type StoredUsers } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ChangedResult } from "../../publish/changed-output.ts";
import type { FileRow } from "../../publish/publish-record.ts";
import type { Row } from "../../row-table.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import type { ChangedPage } from "./changed-pages.ts";
import type { ChangedStory } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

export function storyRowsOf(stories: readonly ChangedStory[]): Row[] {
  return stories.map(({ answer, digest }) => [KEYS.story(answer, digest.uuid), digest]);
}

export interface ChangedRows {
  store: Store;
  pages: readonly ChangedPage[];
  result: ChangedResult;
}

export function* pageRowsOf({ store, pages, result }: ChangedRows): Iterable<Row> {
  const ofPages = new Set<string>();
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
  for (const [path, row] of result.files) if (!ofPages.has(path)) yield [KEYS.file(path), fileOf(row)];
  for (const path of result.removed) yield [KEYS.file(path), undefined];
  const fresh = new Set((store.get(KEYS.newOthers) ?? []) as string[]); // written by an earlier call
  for (const path of result.files.keys()) if (!ofPages.has(path)) fresh.add(path);
  for (const path of result.removed) fresh.delete(path);
  yield [KEYS.newOthers, [...fresh]];
  yield* newUsers(store, pages);
}

/**
 * Adds pages to the dependencies that are new for them. Dependencies that a page no longer has stay listed; the page is
 * then checked once more than needed.
 */
export function* newUsers(store: Store, pages: readonly ChangedPage[]): Iterable<Row> {
  const users = new Map<string, Set<number> | null>();
  const added = new Set<string>();
  for (const { before, dependencies } of pages) {
    for (const dependency of dependencies) {
      const key = KEYS.users(before.lang, dependency);
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
      dependencies.filter(isList).map((dependency) => KEYS.answer(before.lang, dependency)),
    ),
  );
  for (const key of asked) if (store.get(key) === undefined) throw new FullBuildNeeded();
}

function isList(dependency: Dependency): boolean {
  const { kind } = parseDependency(dependency);
  return kind === "latest" || kind === "total" || kind === "counts" || kind === "combinations";
}

function fileOf(row: FileRow | undefined): StoredFile | undefined {
  return row && [row.hash, row.size, row.mtimeMs];
}
