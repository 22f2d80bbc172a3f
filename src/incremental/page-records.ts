import { rmSync } from "node:fs";
import { join } from "node:path";
import { type OnDamaged, readWithChecksum, writeWithChecksum } from "../checksum-file.ts";
import type { Lang } from "../content/model.ts";
import type { Problem } from "../problem.ts";
import type { ByLanguage } from "../site/by-language.ts";
import type { Fingerprint } from "./fingerprints.ts";

/** What is kept of a rendered page: enough to know whether it would come out the same. */
export interface PageRecord {
  /** Hash of the page's route and story. */
  own: string;
  /** Why the page was rendered the last time. */
  reason: RenderReason;
  /** Number of the build that rendered it. */
  build: number;
  /** Content hashes of index.html and _payload.json. */
  html: string;
  payload: string;
  problems: Problem[];
  /** Names of the blocks on it. */
  blocks: string[];
  /** Paths of its stylesheets beyond the common ones. */
  styles: string[];
  /** Files it refers to that are neither assets nor pages. */
  loose: string[];
}

export type RenderReason = "new" | "code" | "shared" | "story" | "site" | "output";

/** Raised when a record's form changes. */
const VERSION = 10;

/** Hashes of what many pages have in common. */
export interface CommonInputs {
  /** Code and settings. */
  basis: string;
  /** The shared state of each language. */
  shared: Readonly<ByLanguage<string>>;
  /** Of that, what payloads hold too: words of the interface and dates written out. */
  inPayloads: Readonly<ByLanguage<string>>;
}

export interface PageRecords {
  get(path: string): PageRecord | undefined;
  /** What has changed of a page since it was rendered; null when it would come out the same. */
  changeOf(page: { path: string; lang: Lang; own: string }): Exclude<RenderReason, "output"> | null;
  /** True where nothing but what all pages of its language share has changed. */
  keepsPayload(page: { path: string; lang: Lang; own: string }): boolean;
  /** Takes a page's record over as it is. */
  keep(path: string): void;
  /** Notes a page rendered in this build; `dependencies` are what of the site it was made from. */
  set(page: { path: string; lang: Lang }, dependencies: readonly string[], record: Omit<PageRecord, "build">): void;
  /** Notes a page rendered in this build from the payload it had, and so with the dependencies it had. */
  renew(path: string, record: Omit<PageRecord, "build">): void;
  /** Replaces the file by what was kept and set in this build. */
  save(): void;
  /** What was kept and set in this build. */
  all(): RecordedPages;
}

/** The pages of a build, each with what it was made from. */
export interface RecordedPages {
  /** Language and dependency by their number. */
  dependencies: readonly (readonly [lang: Lang, dependency: string])[];
  pages: readonly (readonly [path: string, dependencies: readonly number[], record: PageRecord])[];
}

/** A dependency in a language, as one key. */
type DependencyKey = `${Lang} ${string}`;

interface Stored extends CommonInputs {
  version: number;
  /** Counts up with every build that changes a record. */
  build: number;
  /** Every dependency of any page, with the hash of the value it had; pages name them by number. */
  dependencies: [key: DependencyKey, value: string][];
  pages: [path: string, dependencies: number[], record: PageRecord][];
}

/** The render cache's index; safe to lose, written whole. */
export function openPageRecords(options: {
  stateDir: string;
  /** True: nothing is known, every page is rendered. */
  ignore: boolean;
  common: CommonInputs;
  fingerprint: Fingerprint;
  onDamaged?: OnDamaged | undefined;
}): PageRecords {
  const { stateDir, ignore, common, fingerprint } = options;
  const stored = readStored(stateDir, options.onDamaged);
  const before = new Map(ignore ? [] : withLater(stored.pages, stateDir).map((page) => [page[0], page]));
  const now: Stored["pages"] = [];
  const table = createDependencyTable(stored.dependencies, fingerprint);
  let rendered = 0;
  const keepsWords = (lang: Lang) => stored.inPayloads[lang] === common.inPayloads[lang];
  return {
    get: (path) => before.get(path)?.[2],
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
      if (known) now.push([path, known[1].map(table.carry), known[2]]);
    },
    set({ path, lang }, dependencies, record) {
      rendered += 1;
      const numbers = dependencies.map((dependency) => table.add(`${lang} ${dependency}`));
      now.push([path, numbers, { ...record, build: stored.build + 1 }]);
    },
    renew(path, record) {
      rendered += 1;
      const numbers = before.get(path)?.[1].map(table.carry) ?? [];
      now.push([path, numbers, { ...record, build: stored.build + 1 }]);
    },
    save() {
      if (rendered === 0 && now.length === stored.pages.length) return;
      const pages = now.sort(([a], [b]) => (a < b ? -1 : 1));
      write(stateDir, { version: VERSION, build: stored.build + 1, ...common, dependencies: table.rows(), pages });
    },
    all: () => ({ dependencies: table.keys().map(parted), pages: now }),
  };
}

/**
 * The last build's dependencies, compared with this one's as they are asked for, and those that this build's pages use.
 */
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
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const keyOf = (number: number): DependencyKey => last[number]?.[0] ?? " ";
  return {
    add,
    isSame: (number: number) => (same[number] ??= last[number]?.[1] === present(keyOf(number))),
    /** The number that a dependency of the last build has in this one. */
    carry: (number: number) => (carried[number] ??= add(keyOf(number))),
    keys: () => [...numbers.keys()],
    rows: () => [...numbers.keys()].map((key): Stored["dependencies"][number] => [key, present(key)]),
  };
}

/** Language and dependency of a key. */
function parted(key: string): [lang: Lang, dependency: string] {
  const space = key.indexOf(" ");
  return [key.slice(0, space), key.slice(space + 1)];
}

/** A page's record with what it was made from, for people. */
export interface ExplainedRecord extends PageRecord {
  dependencies: string[];
}

/** The records as the last build left them. */
export function readPageRecords(stateDir: string): { build: number; pages: Map<string, ExplainedRecord> } {
  const { build, dependencies, pages } = readStored(stateDir);
  const explained = (numbers: readonly number[]) =>
    numbers.map((number) => parted(dependencies[number]?.[0] ?? " ")[1]);
  const found = new Map(
    pages.map(([path, numbers, record]) => [path, { ...record, dependencies: explained(numbers) }] as const),
  );
  const later = readLater(stateDir);
  for (const [path, { at, ...changed }] of Object.entries(later.pages)) {
    const record = found.get(path);
    if (record) found.set(path, { ...record, ...changed, build: build + at });
  }
  return { build: build + later.count, pages: found };
}

/** Publishes of a few pages since the last build of the whole site, whose records stay as they are. */
interface LaterPublishes {
  count: number;
  /** By path, with the number of the publish that rendered it last, from 1. */
  pages: Record<string, LaterRender & { at: number }>;
}

/** `html` is the hash of the page's file, which its published payload gives again. */
export type LaterRender = Pick<ExplainedRecord, "reason" | "dependencies" | "html" | "loose">;

/**
 * Notes a publish of a few pages: by path the pages that it rendered. Safe to lose; without it the next build of the
 * whole site renders them once more.
 */
export function recordLaterPublish(stateDir: string, rendered: Readonly<Record<string, LaterRender>>): void {
  const { count, pages } = readLater(stateDir);
  const at = count + 1;
  const entries = Object.entries(rendered).map(([path, page]) => [path, { ...page, at }] as const);
  const later: LaterPublishes = { count: at, pages: { ...pages, ...Object.fromEntries(entries) } };
  writeWithChecksum(laterFile(stateDir), JSON.stringify(later));
}

/** The records with what is in out/ since. Their stories are still those of the last build of the whole site. */
function withLater(pages: Stored["pages"], stateDir: string): Stored["pages"] {
  const later = readLater(stateDir).pages;
  return pages.map((page) => {
    const [path, dependencies, record] = page;
    const rendered = later[path];
    if (!rendered) return page;
    const { html, loose } = rendered;
    return [path, dependencies, { ...record, html, loose }];
  });
}

function readLater(stateDir: string): LaterPublishes {
  const text = readWithChecksum(laterFile(stateDir));
  return text === null ? { count: 0, pages: {} } : (JSON.parse(text) as LaterPublishes); // its checksum is right: recordLaterPublish wrote it
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

function write(stateDir: string, stored: Stored): void {
  rmSync(laterFile(stateDir), { recursive: true, force: true });
  writeWithChecksum(fileFor(stateDir), JSON.stringify(stored));
}

function fileFor(stateDir: string): string {
  return join(stateDir, "cache", "pages.json");
}

function laterFile(stateDir: string): string {
  return join(stateDir, "cache", "pages-later.json");
}
