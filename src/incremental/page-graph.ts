/**
 * The pages of the last build with their dependencies, and a fingerprint of each dependency's value. A page is rendered
 * again if a value has changed. Stored as rows of a state file (state-table.ts), of which a build reads those it needs.
 */
import { join } from "node:path";
import type { AssetProblem } from "../assets/asset-problems.ts";
import type { OnDamaged } from "../files/checksum-file.ts";
import { openStateTable } from "../files/state-table.ts";
import type { Problem } from "../problems/problem.ts";
import type { Lang } from "../site/api/model.ts";
import type { ByLanguage } from "../site/by-language.ts";
import { createRows } from "./changed-rows.ts";
import { isOfCode, isShown } from "./dependency-kinds.ts";
import { createDependencyRows, createPageUsers, type PageUsers } from "./dependency-rows.ts";
import type { Fingerprints } from "./fingerprints.ts";
import type { Moves } from "./moves.ts";
import type { MadeFrom, PageRecord, RenderReason } from "./page-record.ts";
import { dependenciesIn, dependsOn, pageRow, readPage } from "./page-record.ts";

/** Increase this when the format of rows changes. */
const VERSION = 16;

/** Inputs that many pages share. */
export interface CommonInputs {
  /** Hash of code and settings. */
  basis: string;
  /** Hash of each language's shared state without its words. */
  shared: Readonly<ByLanguage<string>>;
  /** Hash of the part of it that payloads contain: how dates are written. */
  inPayloads: Readonly<ByLanguage<string>>;
}

/** Inputs of the build as a whole. */
export interface GraphInputs {
  /** Hash of code, settings and configured files. */
  rules: string;
  /** The snapshot whose stories they show. */
  snapshot: string;
  /** The build in out/. */
  buildId: string;
  /** Other values by name, most of them hashes, of which each concerns some pages or files. */
  facts: Readonly<Record<string, string>>;
  /** Assets that could not be downloaded. */
  missing: readonly AssetProblem[];
}

interface Head extends CommonInputs, GraphInputs {
  /** Increases with every build that renders or removes a page. */
  build: number;
  /** The number of the next dependency, and how many there were after unused ones were last removed. */
  next: number;
  cleaned: number;
}

/** A dependency and its language as one key. */
export type DependencyKey = `${Lang} ${string}`;

type PageInfo = { path: string; lang: Lang; own: string };

export interface PageGraph {
  /** Whether the state file is as it was read or written last. */
  isCurrent(): boolean;
  /** Number of the last build. */
  readonly build: number;
  readonly inputs: GraphInputs;
  get(path: string): PageRecord | undefined;
  paths(): string[];
  /** Paths of the pages that could not be rendered. */
  failed(): string[];
  dependenciesOf(path: string): string[];
  /** Paths of the stylesheets that pages link. */
  sheets(): string[];
  /** `problems` and `loose` of all pages (PageRecord). */
  problems(): readonly Problem[];
  /** Whether the problems of all pages are those of the last build. */
  keepsProblems(): boolean;
  loose(): readonly LooseFile[];
  /** The dependencies of pages whose text contains this one. */
  dependenciesWith(text: string): DependencyKey[];
  /** Remembers from now on which pages use a dependency, for further builds of this process. */
  indexUsers(): void;
  /** The outputs besides pages, by name and key. `save` stores changes to it. */
  readonly made: Map<string, MadeFiles>;
  /** Compares the graph with the values of this build. */
  compare(common: CommonInputs, fingerprints: Fingerprints): ComparedGraph;
}

export interface ComparedGraph {
  /** Why a page has to be rendered again; null if it would not change. */
  changeOf(page: PageInfo): Exclude<RenderReason, "output"> | null;
  /** True if only what all pages of its language share, or words in the markup, have changed. */
  keepsPayload(page: PageInfo): boolean;
  /** Whether a language's shared state, without its words, has changed. */
  sharedChanged(lang: Lang): boolean;
  /** Paths of the pages with a changed dependency, among those that the moves can concern. */
  pagesMovedBy(moves: ByLanguage<Moves>): Set<string>;
  set(page: { path: string; lang: Lang }, dependencies: readonly string[], record: Omit<PageRecord, "build">): void;
  /** Marks a page that failed and keeps its last version: the next build renders it again. */
  fail(path: string): void;
  remove(path: string): void;
  /** Stores the pages of this build, once it is in out/. */
  save(inputs: GraphInputs): void;
}

/** A file that a page refers to (PageRecord). */
export type LooseFile = readonly [page: string, file: string];

/** The files of an output that is not a page. */
export interface MadeFiles {
  files: readonly string[];
  problems: readonly Problem[];
  /** For one of the site's `outputs`. */
  from?: MadeFrom;
}

/** Kinds of rows: pages, what is listed for all pages at once, and other outputs. */
const PAGE = "page";
const FAILED = "failed";
const PROBLEMS = "problems";
const LOOSE = "loose";
const SHEET = "sheet";
const MADE = "made";

/** After so many comparisons in one process, further ones are likely. */
const MANY = 3;

const NOTHING: Head = {
  build: 0,
  next: 0,
  cleaned: 0,
  rules: "",
  snapshot: "",
  buildId: "",
  facts: {},
  missing: [],
  basis: "",
  shared: {},
  inPayloads: {},
};

/** `ignore`: the stored state is not used, and every page is rendered. */
export function openPageGraph(options: {
  stateDir: string;
  ignore?: boolean;
  onDamaged?: OnDamaged | undefined;
}): PageGraph {
  const table = openStateTable<Head>(join(options.stateDir, "cache", "pages.state"), VERSION, options.onDamaged);
  let head = table.head ?? NOTHING;
  if (options.ignore) {
    table.clear();
    head = { ...NOTHING, build: head.build };
  }
  const rows = createRows(table);
  const { row, keys, set } = rows;
  const dependencies = createDependencyRows({ rows, ...head });
  const numbersOf = (path: string): number[] => dependenciesIn(row(PAGE, path) ?? "");
  let users: PageUsers | null = null;
  const indexUsers = () => {
    users ??= createPageUsers(keys(PAGE), numbersOf, dependencies.counts.next);
  };
  let comparisons = 0;
  const made = new Map(
    keys(MADE).map((id) => [id, JSON.parse(row(MADE, id) ?? "") as MadeFiles]), // as `save` wrote it
  );
  /** As they are stored. */
  let saved: ReadonlyMap<string, MadeFiles> = new Map(made);
  const listIn = <T>(kind: string, path: string) => JSON.parse(row(kind, path) ?? "[]") as T[]; // as `set` wrote it
  const get = (path: string): PageRecord | undefined => {
    const text = row(PAGE, path);
    if (text === undefined) return undefined;
    return { problems: listIn(PROBLEMS, path), loose: listIn(LOOSE, path), ...readPage(text) };
  };
  const countSheets = (sheets: readonly string[], step: number): void => {
    for (const sheet of sheets) {
      const count = Number(row(SHEET, sheet) ?? 0) + step;
      set(SHEET, sheet, count > 0 ? String(count) : null);
    }
  };
  const drop = (path: string): boolean => {
    if (row(FAILED, path) !== undefined) set(FAILED, path, null);
    const text = row(PAGE, path);
    if (text === undefined) return false;
    countSheets(readPage(text).styles, -1);
    for (const kind of [PAGE, PROBLEMS, LOOSE]) if (row(kind, path) !== undefined) set(kind, path, null);
    return true;
  };

  return {
    isCurrent: table.isCurrent,
    get build() {
      return head.build;
    },
    get inputs() {
      return head;
    },
    made,
    get,
    paths: () => keys(PAGE),
    failed: () => keys(FAILED),
    sheets: () => keys(SHEET),
    problems: () => keys(PROBLEMS).flatMap((path) => listIn<Problem>(PROBLEMS, path)),
    keepsProblems: () => rows.isSame(PROBLEMS),
    loose: () => keys(LOOSE).flatMap((path) => listIn<string>(LOOSE, path).map((file): LooseFile => [path, file])),
    dependenciesOf: (path) => dependencies.texts(numbersOf(path)).map((key) => key.slice(key.indexOf(" ") + 1)),
    indexUsers,
    dependenciesWith(text) {
      const found = dependencies.with(text);
      const used = new Set(found.length === 0 ? [] : keys(PAGE).flatMap(numbersOf));
      return found.flatMap(([number, key]) => (used.has(number) ? [key as DependencyKey] : []));
    },
    compare(common, fingerprints) {
      const last = head;
      let isOther = false;
      const values = dependencies.compare(fingerprints);
      const keepsDates = (lang: Lang) => last.inPayloads[lang] === common.inPayloads[lang];
      /** The dependencies with another value, by number; null until moves tell. */
      let moved: ReadonlyMap<number, string> | null = null;
      const textsOf = (path: string) => {
        const numbers = numbersOf(path);
        return moved ? numbers.flatMap((number) => moved?.get(number) ?? []) : dependencies.texts(numbers);
      };
      const isSameWhere = (path: string, isMeant: (dependency: string) => boolean) =>
        textsOf(path).every((text) => !isMeant(text.slice(text.indexOf(" ") + 1)) || values.isSame(text));
      const isSameOfPayload = (path: string) => isSameWhere(path, (one) => !isShown(one));
      const ownOf = (path: string) => {
        const text = row(PAGE, path);
        return text === undefined ? undefined : row(FAILED, path) === undefined ? readPage(text).own : "";
      };
      return {
        changeOf({ path, lang, own }) {
          const known = ownOf(path);
          if (known === undefined) return "new";
          if (last.basis !== common.basis) return "code";
          if (last.shared[lang] !== common.shared[lang] || !keepsDates(lang)) return "shared";
          if (known !== own) return "story";
          if (isSameWhere(path, () => true)) return null;
          if (!isSameWhere(path, isOfCode)) return "code";
          return isSameOfPayload(path) ? "words" : "site";
        },
        keepsPayload({ path, lang, own }) {
          return ownOf(path) === own && last.basis === common.basis && keepsDates(lang) && isSameOfPayload(path);
        },
        sharedChanged: (lang) => last.shared[lang] !== common.shared[lang] || !keepsDates(lang),
        pagesMovedBy(moves) {
          const found = values.movedBy(moves);
          moved = found;
          if (found.size === 0) return new Set();
          comparisons += 1;
          if (comparisons >= MANY) indexUsers();
          const pages = users?.of(found.keys()) ?? keys(PAGE);
          return new Set([...pages].filter((path) => dependsOn(row(PAGE, path) ?? "", found)));
        },
        set({ path, lang }, named, record) {
          isOther = true;
          const numbers = values.numbersOf(lang, named);
          if (users) {
            const before = new Set(numbersOf(path));
            users.add(
              path,
              numbers.filter((number) => !before.has(number)),
            );
          }
          drop(path);
          const { problems, loose, ...page } = record;
          set(PAGE, path, pageRow({ build: last.build + 1, ...page }, numbers));
          if (problems.length > 0) set(PROBLEMS, path, JSON.stringify(problems));
          if (loose.length > 0) set(LOOSE, path, JSON.stringify(loose));
          countSheets(page.styles, 1);
        },
        fail(path) {
          isOther = true;
          set(FAILED, path, "");
        },
        remove(path) {
          if (drop(path)) isOther = true;
        },
        save(inputs) {
          values.save();
          const build = isOther ? last.build + 1 : last.build;
          dependencies.clean(() => keys(PAGE), numbersOf);
          for (const id of keys(MADE)) if (!made.has(id)) set(MADE, id, null);
          for (const [id, files] of made) if (saved.get(id) !== files) set(MADE, id, JSON.stringify(files));
          saved = new Map(made);
          head = { ...common, ...inputs, build, ...dependencies.counts };
          table.save(rows.changes(), head);
        },
      };
    },
  };
}
