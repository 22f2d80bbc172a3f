import type { AssetProblem } from "../../assets/asset-problems.ts";
import { ERROR_PAGE } from "../../bundle/site-modules.ts";
import { appendTo } from "../../content/append-to.ts";
import { parseCrop } from "../../content/crop.ts";
import type { PageRecord } from "../../incremental/page-record.ts";
import type { RecordedPages } from "../../incremental/page-records.ts";
import {
  KEYS,
  NO_FILE,
  type Row,
  type StoredDependents,
  type StoredFile,
  type StoredPage,
  type StoredSiteFacts,
} from "../../incremental/store/rows.ts";
import type { SummarizedSpace } from "../../incremental/story-summary-cache.ts";
import type { Problem } from "../../problem.ts";
import type { FileRow } from "../../publish/publish-record.ts";
import { pageFile, payloadFile } from "../page-files.ts";
import { brokenReferences } from "../page-references.ts";
import type { RenderContext } from "../render-context.ts";
import { pageSheets } from "../style-files.ts";
import { savedListRows } from "./save-lists.ts";
import { pathRows } from "./stored-paths.ts";

export interface SavedSite {
  head: StoredSiteFacts;
  context: RenderContext;
  summarized: SummarizedSpace;
  noted: RecordedPages;
  /** The files of out/ as just published. */
  files: ReadonlyMap<string, FileRow>;
  /** URLs of mirrored assets. */
  mirrored: readonly string[];
  assetProblems: readonly AssetProblem[];
}

/**
 * Most pages that a publish of a few stories looks at, of a site with so many. With more, going through the whole site
 * takes about as long (docs/performance.md). A dependency with more pages is not indexed; when it
 * changes, a full build follows.
 */
export function maxCheckedPages(pages: number): number {
  return Math.min(4000, Math.max(400, Math.floor(pages / 4)));
}

/** The rows that follow from the pages, or from assets and lists; those of stories: save-stories.ts. */
export function* rowsOf(site: SavedSite): Iterable<Row> {
  yield [KEYS.head, site.head];
  const pages = new Map<string, NumberedPage>();
  const users: number[][] = site.noted.dependencies.map(() => []);
  const references: References = { loose: new Map(), sheets: new Map() };
  yield* problemRows(site, { pages, users, references });
  yield* sheetRows(references, site);
  yield* pageRows(site, pages);
  const most = maxCheckedPages(pages.size);
  for (const [file, numbers] of references.loose) yield [KEYS.looseTo(file), usersRow(numbers, most)];
  yield* dependencyRows(site, users, most);
  yield* savedListRows(site);
  yield [KEYS.assetProblems, site.assetProblems];
  yield* assetRows(site);
}

interface NumberedPage extends Pick<PageRecord, "loose"> {
  number: number;
}

/** What the other rows need of the pages. */
interface Collected {
  pages: Map<string, NumberedPage>;
  /** Numbers of the pages with each dependency. */
  users: readonly number[][];
  references: References;
}

/** Goes through the pages once, and also collects what the other rows need. */
function* problemRows({ noted, files }: SavedSite, { pages, users, references }: Collected): Iterable<Row> {
  const faulty: string[] = [];
  for (const [path, dependencies, record] of noted.pages) {
    const number = pages.size;
    pages.set(path, { number, loose: record.loose });
    for (const dependency of dependencies) users[dependency]?.push(number);
    for (const file of record.loose) appendTo(references.loose, file, number);
    for (const sheet of record.styles) countSheet(references.sheets, sheet);
    const problems = pageProblems(path, record, (file) => files.has(file));
    if (problems.length === 0) continue;
    faulty.push(path);
    yield [KEYS.problemsOf(path), problems];
  }
  yield [KEYS.faulty, faulty];
}

/** What is wrong on one page, including broken links. */
export function pageProblems(
  path: string,
  { problems, loose }: Pick<PageRecord, "problems" | "loose">,
  has: (file: string) => boolean,
): Problem[] {
  return [...problems, ...brokenReferences(path, loose, has)];
}

/** Pages by a file that they refer to, and how many pages link each stylesheet. */
interface References {
  loose: Map<string, number[]>;
  sheets: Map<string, number>;
}

function* sheetRows({ sheets }: References, { context }: SavedSite): Iterable<Row> {
  // The error pages' own.
  for (const { code } of context.definition.languages)
    for (const [path] of pageSheets(code, [ERROR_PAGE], context)) countSheet(sheets, path);
  for (const [path, count] of sheets) yield [KEYS.sheet(path), count];
}

function countSheet(sheets: References["sheets"], path: string): void {
  sheets.set(path, (sheets.get(path) ?? 0) + 1);
}

function* pageRows({ context, files }: SavedSite, pages: ReadonlyMap<string, NumberedPage>): Iterable<Row> {
  const own = new Set<string>();
  for (const { path, lang, uuid, listing } of context.site.routes) {
    const known = pages.get(path);
    if (!known) continue;
    const page: StoredPage = {
      number: known.number,
      lang,
      uuid,
      listing,
      html: fileOf(files.get(pageFile(path))),
      payload: fileOf(files.get(payloadFile(path))),
      loose: known.loose,
    };
    own.add(pageFile(path)).add(payloadFile(path));
    yield [KEYS.page(path), page];
  }
  yield* pathRows(KEYS.paths, [...pages.keys()]);
  yield [KEYS.numbered, pages.size];
  const others = [...files].filter(([path]) => !own.has(path));
  for (const [path, row] of others) yield [KEYS.file(path), fileOf(row)];
  yield [KEYS.others, others.length];
  yield* pathRows(
    KEYS.otherPaths,
    others.map(([path]) => path),
  );
}

function fileOf(row: FileRow | undefined): StoredFile {
  return row ? [row.hash, row.size, row.mtimeMs] : NO_FILE;
}

function* assetRows({ mirrored, context }: SavedSite): Iterable<Row> {
  const uploads = new Map<string, string[]>();
  for (const filename of mirrored) {
    const record = context.sources.assets(filename);
    yield [KEYS.asset(filename), record];
    if (record && !parseCrop(filename)) appendTo(uploads, record.src, filename);
  }
  for (const [src, filenames] of uploads) yield [KEYS.assetFile(src), filenames];
}

function* dependencyRows({ noted }: SavedSite, users: readonly number[][], most: number): Iterable<Row> {
  for (const [index, [lang, dependency]] of noted.dependencies.entries())
    yield [KEYS.users(lang, dependency), usersRow(users[index] ?? [], most)];
}

function usersRow(pages: number[], most: number): StoredDependents {
  return pages.length > most ? null : pages;
}
