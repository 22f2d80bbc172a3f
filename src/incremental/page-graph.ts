/**
 * The pages of the last build, with what each was made from: dependencies, and a hash of the value that each had. A page
 * is made again when a value is another one. Stored as rows that each build appends (state-log.ts).
 */
import { join } from "node:path";
import type { AssetProblem } from "../assets/asset-problems.ts";
import type { OnDamaged } from "../checksum-file.ts";
import type { Lang } from "../content/model.ts";
import type { Problem } from "../problem.ts";
import type { ByLanguage } from "../site/by-language.ts";
import { openStateLog } from "../state-log.ts";
import { DEPENDENCY_KINDS, type Moves, parseDependency } from "./dependency-kinds.ts";
import type { Fingerprint } from "./fingerprints.ts";
import type { MadeFrom } from "./made-from.ts";
import type { PageRecord, RenderReason } from "./page-record.ts";

/** Increase this when the format of rows changes. */
const VERSION = 12;

/** What many pages share. */
export interface CommonInputs {
  /** Hash of code and settings. */
  basis: string;
  /** Hash of each language's shared state. */
  shared: Readonly<ByLanguage<string>>;
  /** The part of it that payloads contain: interface words and formatted dates. */
  inPayloads: Readonly<ByLanguage<string>>;
}

/** What the pages as a whole were made from. */
export interface GraphInputs {
  /** Code, settings, configured files. */
  rules: string;
  /** The snapshot whose stories they show. */
  snapshot: string;
  /** The build in out/. */
  buildId: string;
  /** Hashes of other things, by name, of which each concerns some pages or files. */
  facts: Readonly<Record<string, string>>;
  /** Assets that could not be downloaded. */
  missing: readonly AssetProblem[];
}

interface Head extends CommonInputs, GraphInputs {
  /** Increases with every build that renders or removes a page. */
  build: number;
}

/** A dependency and its language as one key. */
export type DependencyKey = `${Lang} ${string}`;

interface Page {
  record: PageRecord;
  dependencies: readonly number[];
}

type PageInfo = { path: string; lang: Lang; own: string };

export interface PageGraph {
  /** Whether the state is as it was read or written last. */
  isCurrent(): boolean;
  /** Number of the last build. */
  readonly build: number;
  /** What the last build was made from. */
  readonly inputs: GraphInputs;
  get(path: string): PageRecord | undefined;
  pages(): Iterable<readonly [path: string, record: PageRecord]>;
  /** The dependencies of a page in the last build. */
  dependenciesOf(path: string): string[];
  /** The outputs besides pages, by name and key. What is set is stored with the pages. */
  readonly made: Map<string, MadeFiles>;
  /** The graph as compared with the values of this build. */
  compare(common: CommonInputs, fingerprint: Fingerprint): ComparedGraph;
}

export interface ComparedGraph {
  /** Why a page has to be rendered again; null if it would not change. */
  changeOf(page: PageInfo): Exclude<RenderReason, "output"> | null;
  /** True if only what all pages of its language share has changed. */
  keepsPayload(page: PageInfo): boolean;
  /** Languages whose shared state is another one. */
  sharedChanged(lang: Lang): boolean;
  /** Paths of the pages with a dependency whose value is another one, of those that the moves concern. */
  pagesMovedBy(movesIn: (lang: Lang) => Moves): Set<string>;
  /** Records a rendered page with its dependencies; null if they stay the same. */
  set(
    page: { path: string; lang: Lang },
    dependencies: readonly string[] | null,
    record: Omit<PageRecord, "build">,
  ): void;
  /** A page that failed and keeps its last version: the next build makes it again. */
  fail(path: string): void;
  remove(path: string): void;
  /** Stores the pages of this build, which is in out/ by now. */
  save(inputs: GraphInputs): void;
}

/** What another output than a page consists of. */
export interface MadeFiles {
  files: readonly string[];
  problems: readonly Problem[];
  /** Of an output of the site's own. */
  from?: MadeFrom;
}

type Row =
  | readonly ["s", ...string[]]
  | readonly ["v", ...(readonly [number: number, value: string])[]]
  | readonly ["p", path: string, dependencies: readonly number[], record: StoredRecord]
  | readonly ["x", path: string]
  | readonly ["m", output: string, made: MadeFiles | null];

/** Lists that many pages have are stored once, as texts. */
type StoredRecord = readonly [
  own: string,
  reason: RenderReason,
  build: number,
  html: string,
  payload: string,
  blocks: number,
  styles: number,
  loose: readonly string[],
  problems: readonly Problem[],
];

const NO_INPUTS: Head = {
  build: 0,
  rules: "",
  snapshot: "",
  buildId: "",
  facts: {},
  missing: [],
  basis: "",
  shared: {},
  inPayloads: {},
};

/** `ignore`: what is stored is not used, and every page is rendered. */
export function openPageGraph(options: {
  stateDir: string;
  ignore?: boolean;
  onDamaged?: OnDamaged | undefined;
}): PageGraph {
  const log = openStateLog<Head, Row>(join(options.stateDir, "cache", "pages.ndjson"), VERSION, options.onDamaged);
  let head = log.head ?? NO_INPUTS;
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const values: (string | undefined)[] = [];
  const lists = new Map<number, readonly string[]>();
  const pages = new Map<string, Page>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  const listOf = (number: number): readonly string[] => {
    const known = lists.get(number) ?? (JSON.parse(texts[number] ?? "[]") as string[]);
    lists.set(number, known);
    return known;
  };
  const made = new Map<string, MadeFiles>();
  let stored = 0;
  for (const row of options.ignore ? [] : log.rows) {
    if (row[0] === "s") for (const text of row.slice(1) as string[]) numberOf(text);
    else if (row[0] === "v") for (const [number, value] of row.slice(1) as [number, string][]) values[number] = value;
    else if (row[0] === "x") pages.delete(row[1]);
    else if (row[0] === "m") {
      if (row[2]) made.set(row[1], row[2]);
      else made.delete(row[1]);
    } else {
      const [own, reason, build, html, payload, blocks, styles, loose, problems] = row[3];
      const record = {
        own,
        reason,
        build,
        html,
        payload,
        blocks: listOf(blocks),
        styles: listOf(styles),
        loose,
        problems,
      };
      pages.set(row[1], { record, dependencies: row[2] });
      stored += 1;
    }
  }
  log.rows = [];
  if (options.ignore) head = { ...NO_INPUTS, build: head.build };
  let outdated = stored - pages.size;
  let madeBefore = new Map(made);
  const madeRows = (): Row[] => {
    const gone = [...madeBefore.keys()].filter((name) => !made.has(name)).map((name): Row => ["m", name, null]);
    const changed = [...made].filter(([name, one]) => JSON.stringify(madeBefore.get(name)) !== JSON.stringify(one));
    madeBefore = new Map(made);
    return [...gone, ...changed.map(([name, one]): Row => ["m", name, one])];
  };
  const allMade = () => [...made].map(([name, one]): Row => ["m", name, one]);

  /** Rows of some pages; `isNew` tells which texts and values are not stored yet. */
  function* rowsOf(of: Iterable<readonly [string, Page]>, from: number, changed: Iterable<number>): Iterable<Row> {
    const own: Row[] = [...of].map(([path, { record, dependencies }]) => {
      const { own, reason, build, html, payload, blocks, styles, loose, problems } = record;
      const [blockList, styleList] = [blocks, styles].map((list) => numberOf(JSON.stringify(list)));
      return [
        "p",
        path,
        dependencies,
        [own, reason, build, html, payload, blockList, styleList, loose, problems],
      ] as Row;
    });
    for (let at = from; at < texts.length; at += 500) yield ["s", ...texts.slice(at, Math.min(at + 500, texts.length))];
    const known = [...changed].flatMap((number): [number, string][] => {
      const value = values[number];
      return value === undefined ? [] : [[number, value]];
    });
    for (let at = 0; at < known.length; at += 500) yield ["v", ...known.slice(at, at + 500)];
    yield* own;
  }

  /** Numbers texts anew, so that those which nothing uses any more are left out. */
  const renumber = (): void => {
    const [before, valuesBefore] = [[...texts], [...values]];
    texts.length = 0;
    values.length = 0;
    numbers.clear();
    lists.clear();
    for (const [path, { record, dependencies }] of pages) {
      const next = dependencies.map((number) => {
        const now = numberOf(before[number] ?? "");
        values[now] = valuesBefore[number];
        return now;
      });
      pages.set(path, { record, dependencies: next });
    }
  };

  return {
    isCurrent: log.isCurrent,
    get build() {
      return head.build;
    },
    get inputs() {
      return head;
    },
    made,
    get: (path) => pages.get(path)?.record,
    *pages() {
      for (const [path, { record }] of pages) yield [path, record];
    },
    dependenciesOf: (path) => (pages.get(path)?.dependencies ?? []).map((number) => parted(texts[number] ?? " ")[1]),
    compare(common, fingerprint) {
      const last = head;
      const [textsBefore, valueChanges] = [texts.length, new Set<number>()];
      const present = new Map<number, string>();
      const touched = new Map<string, Page | null>();
      const valueNow = (number: number): string => {
        const known = present.get(number) ?? fingerprint(...parted(texts[number] ?? " "));
        present.set(number, known);
        return known;
      };
      const isSame = (number: number): boolean => values[number] === valueNow(number);
      const keepsWords = (lang: Lang) => last.inPayloads[lang] === common.inPayloads[lang];
      const setPage = (path: string, page: Page) => {
        if (pages.has(path)) outdated += 1;
        pages.set(path, page);
        touched.set(path, page);
      };
      return {
        changeOf({ path, lang, own }) {
          const known = pages.get(path);
          if (!known) return "new";
          if (last.basis !== common.basis) return "code";
          if (last.shared[lang] !== common.shared[lang] || !keepsWords(lang)) return "shared";
          if (known.record.own !== own) return "story";
          return known.dependencies.every(isSame) ? null : "site";
        },
        keepsPayload({ path, lang, own }) {
          const known = pages.get(path);
          const isOwn = known?.record.own === own && last.basis === common.basis && keepsWords(lang);
          return isOwn && known.dependencies.every(isSame);
        },
        sharedChanged: (lang) => last.shared[lang] !== common.shared[lang] || !keepsWords(lang),
        pagesMovedBy(movesIn) {
          const moved = new Uint8Array(texts.length);
          let any = false;
          for (const [number, key] of texts.entries()) {
            if (values[number] === undefined) continue;
            const [lang, dependency] = parted(key);
            const { kind, subject } = parseDependency(dependency);
            if (!DEPENDENCY_KINDS[kind].isMoved(subject, movesIn(lang)) || isSame(number)) continue;
            moved[number] = 1;
            any = true;
          }
          const found = new Set<string>();
          if (any)
            for (const [path, { dependencies }] of pages)
              if (dependencies.some((number) => moved[number] === 1)) found.add(path);
          return found;
        },
        set({ path, lang }, dependencies, record) {
          const list =
            dependencies?.map((dependency) => numberOf(`${lang} ${dependency}`)) ?? pages.get(path)?.dependencies ?? [];
          for (const number of list) valueChanges.add(number);
          setPage(path, { record: { ...record, build: last.build + 1 }, dependencies: list });
        },
        fail(path) {
          const known = pages.get(path);
          if (known) setPage(path, { ...known, record: { ...known.record, own: "" } });
        },
        remove(path) {
          if (!pages.delete(path)) return;
          outdated += 1;
          touched.set(path, null);
        },
        save(inputs) {
          const changed = [...new Set([...valueChanges, ...present.keys()])].filter((number) => !isSame(number));
          for (const number of changed) values[number] = valueNow(number);
          const build = touched.size > 0 ? last.build + 1 : last.build;
          head = { ...common, ...inputs, build };
          if (outdated > pages.size / 2) {
            renumber();
            log.replace([...rowsOf(pages, 0, texts.keys()), ...allMade()], head);
            madeBefore = new Map(made);
            outdated = 0;
            return;
          }
          const set = [...touched].flatMap(([path, page]) => (page ? [[path, page] as const] : []));
          const gone = [...touched].flatMap(([path, page]): Row[] => (page ? [] : [["x", path]]));
          const all = () => [...rowsOf(pages, 0, texts.keys()), ...allMade()];
          log.append([...rowsOf(set, textsBefore, changed), ...gone, ...madeRows()], head, all);
        },
      };
    },
  };
}

/** Splits a key into language and dependency. */
function parted(key: string): [lang: Lang, dependency: string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}
