import { join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../checksum-file.ts";
import type { Lang } from "../content/model.ts";
import type { ByLanguage } from "../site/by-language.ts";
import type { Fingerprint } from "./fingerprints.ts";
import { dropLaterPublishes, readLaterPublishes } from "./later-publishes.ts";
import type { PageRecord, RenderReason } from "./page-record.ts";
import { createPageRows, joinRows, type PageRows } from "./page-rows.ts";

/** Increase this when a record's format changes. */
const VERSION = 11;

/** Hashes of the inputs that many pages share. */
export interface CommonInputs {
  /** Hash of code and settings. */
  basis: string;
  /** Hash of each language's shared state. */
  shared: Readonly<ByLanguage<string>>;
  /** The part of it that payloads contain: interface words and formatted dates. */
  inPayloads: Readonly<ByLanguage<string>>;
}

export interface PageRecords {
  get(path: string): PageRecord | undefined;
  /** The dependencies of a page in the last build. */
  dependenciesOf(path: string): string[];
  /** Why a page has to be rendered again; null if it would not change. */
  changeOf(page: { path: string; lang: Lang; own: string }): Exclude<RenderReason, "output"> | null;
  /** True if only what all pages of its language share has changed. */
  keepsPayload(page: { path: string; lang: Lang; own: string }): boolean;
  /** Keeps a page's record unchanged. */
  keep(path: string): void;
  /** Records a page rendered in this build, with its dependencies. */
  set(page: { path: string; lang: Lang }, dependencies: readonly string[], record: Omit<PageRecord, "build">): void;
  /** Records a page rendered in this build from its last payload; its dependencies stay the same. */
  renew(path: string, record: Omit<PageRecord, "build">): void;
  /** Writes the records of this build. */
  save(): void;
  /** The records of this build. */
  all(): RecordedPages;
}

/** The pages of a build with their dependencies. */
export interface RecordedPages {
  /** Language and dependency, by number. A new list each time, since it is long and seldom needed. */
  readonly dependencies: readonly (readonly [lang: Lang, dependency: string])[];
  /** Ordered by path. */
  pages: Iterable<PageRow>;
}

/** A page with the numbers of its dependencies. */
export type PageRow = readonly [path: string, dependencies: readonly number[], record: PageRecord];

/** A dependency and its language as one key. */
type DependencyKey = `${Lang} ${string}`;

interface Stored extends CommonInputs {
  version: number;
  /** Increases with every build that changes a record. */
  build: number;
  /** All dependencies of all pages, with the hash of their value; pages refer to them by index. */
  dependencies: [key: DependencyKey, value: string][];
  pages: PageRow[];
}

/** The index of the render cache. It can be deleted safely and is written atomically. */
export function openPageRecords(options: {
  stateDir: string;
  /** If true, earlier records are ignored and every page is rendered. */
  ignore: boolean;
  common: CommonInputs;
  fingerprint: Fingerprint;
  onDamaged?: OnDamaged | undefined;
}): PageRecords {
  const { stateDir, ignore, common, fingerprint } = options;
  const stored = readStored(stateDir, options.onDamaged);
  const before = new Map(ignore ? [] : withLater(stored.pages, stateDir).map((page) => [page[0], page]));
  const now = createPageRows<PageRow>();
  const table = createDependencyTable(stored.dependencies, fingerprint);
  let rendered = 0;
  const keepsWords = (lang: Lang) => stored.inPayloads[lang] === common.inPayloads[lang];
  return {
    get: (path) => before.get(path)?.[2],
    dependenciesOf: (path) => (before.get(path)?.[1] ?? []).map(table.dependency),
    changeOf({ path, lang, own }) {
      const known = before.get(path);
      if (!known) return "new";
      if (stored.basis !== common.basis) return "code";
      if (stored.shared[lang] !== common.shared[lang] || !keepsWords(lang)) return "shared";
      if (known[2].own !== own) return "story";
      return known[1].every(table.isSame) ? null : "site";
    },
    keepsPayload({ path, lang, own }) {
      const known = before.get(path);
      const isOwn = known?.[2].own === own && stored.basis === common.basis && keepsWords(lang);
      return isOwn && known[1].every(table.isSame);
    },
    keep(path) {
      const known = before.get(path);
      if (known) now.keep([path, known[1].map(table.carry), known[2]]);
    },
    set({ path, lang }, dependencies, record) {
      rendered += 1;
      const numbers = dependencies.map((dependency) => table.add(`${lang} ${dependency}`));
      now.add([path, numbers, { ...record, build: stored.build + 1 }]);
    },
    renew(path, record) {
      rendered += 1;
      const numbers = before.get(path)?.[1].map(table.carry) ?? [];
      now.add([path, numbers, { ...record, build: stored.build + 1 }]);
    },
    save() {
      if (rendered === 0 && now.length === stored.pages.length) return;
      const head = { version: VERSION, build: stored.build + 1, ...common, dependencies: table.rows(), pages: [] };
      write(stateDir, head, now);
    },
    all: () => ({
      get dependencies() {
        return table.keys().map(parted);
      },
      pages: now,
    }),
  };
}

/** The last build's dependencies, compared with their current values on demand, and the dependencies of this build. */
function createDependencyTable(last: Stored["dependencies"], fingerprint: Fingerprint) {
  const same: boolean[] = [];
  const numbers = new Map<DependencyKey, number>();
  const carried: number[] = [];
  const values = new Map<DependencyKey, string>();
  const present = (key: DependencyKey) => {
    const explained = values.get(key) ?? fingerprint(...parted(key));
    values.set(key, explained);
    return explained;
  };
  const add = (key: DependencyKey) => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const keyOf = (number: number): DependencyKey => last[number]?.[0] ?? " ";
  return {
    add,
    dependency: (number: number) => parted(keyOf(number))[1],
    isSame: (number: number) => (same[number] ??= last[number]?.[1] === present(keyOf(number))),
    /** The number in this build of a dependency from the last build. */
    carry: (number: number) => (carried[number] ??= add(keyOf(number))),
    keys: () => [...numbers.keys()],
    rows: () => [...numbers.keys()].map((key): Stored["dependencies"][number] => [key, present(key)]),
  };
}

/** Splits a key into language and dependency. */
function parted(key: string): [lang: Lang, dependency: string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}

/** A page's record with its dependencies in words. */
export interface ExplainedRecord extends PageRecord {
  dependencies: string[];
}

/** The records of the last build. */
export function readPageRecords(stateDir: string): { build: number; pages: Map<string, ExplainedRecord> } {
  const { build, dependencies, pages } = readStored(stateDir);
  const explained = (numbers: readonly number[]) =>
    numbers.map((number) => parted(dependencies[number]?.[0] ?? " ")[1]);
  const found = new Map(
    pages.map(([path, numbers, record]) => [path, { ...record, dependencies: explained(numbers) }] as const),
  );
  const later = readLaterPublishes(stateDir);
  for (const path of later.removed) found.delete(path);
  for (const [path, { at, added, ...changed }] of Object.entries(later.pages)) {
    const record = found.get(path) ?? (added && { ...NEW_RECORD, problems: [], ...added });
    if (record) found.set(path, { ...record, ...changed, build: build + at });
  }
  return { build: build + later.count, pages: found };
}

/** A page that a build of a few pages added. No story has this hash, so the next full build makes its payload again. */
const NEW_RECORD = { own: "", reason: "new", build: 0 } as const;

/** The records updated with later publishes. Their `own` hashes are still those of the last full build. */
function withLater(pages: Stored["pages"], stateDir: string): Stored["pages"] {
  const later = readLaterPublishes(stateDir);
  const removed = new Set(later.removed);
  const left = pages
    .filter(([path]) => !removed.has(path))
    .map((page) => {
      const [path, dependencies, record] = page;
      const rendered = later.pages[path];
      if (!rendered) return page;
      const { html, loose } = rendered;
      return [path, dependencies, { ...record, html, loose }] as const;
    });
  const added = Object.entries(later.pages).flatMap(([path, { added, html, loose }]): PageRow[] =>
    added ? [[path, [], { ...NEW_RECORD, problems: [], ...added, html, loose }]] : [],
  );
  return [...left, ...added];
}

function readStored(stateDir: string, onDamaged?: OnDamaged): Stored {
  const none: Stored = {
    version: VERSION,
    build: 0,
    basis: "",
    shared: {},
    inPayloads: {},
    dependencies: [],
    pages: [],
  };
  const text = readWithChecksum(fileFor(stateDir), onDamaged);
  if (text === null) return none; // missing or damaged: every page is rendered again
  const stored = JSON.parse(text) as Stored;
  return stored.version === VERSION ? stored : none;
}

/** `head` has no pages; `rows` are theirs. */
function write(stateDir: string, head: Stored, rows: PageRows<PageRow>): void {
  dropLaterPublishes(stateDir);
  writeWithChecksum(fileFor(stateDir), joinRows(JSON.stringify(head), rows));
}

function fileFor(stateDir: string): string {
  return join(stateDir, "cache", "pages.json");
}
