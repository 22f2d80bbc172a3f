/**
 * Everything a page can depend on besides its own story, the shared state of its language, code and settings. Each kind
 * of dependency is one entry: which reader methods record it, how its current value is fingerprinted, and how `sitegen
 * why` describes it. Dependencies are compared by value: a page is rendered again if a result that it used has changed,
 * not whenever one of the stories behind that result is published.
 */

import type { DatasourceName } from "../site/api/model.ts";
import type { LatestQuery, LinkTarget, PageReader, SourceFilter, StoryQuery } from "../site/api/reader.ts";
import { filenameOf } from "../site/blocks/field-values.ts";
import type { CurrentSite, NamedPages } from "./current-site.ts";
import {
  ALL,
  changesCards,
  hasOtherLists,
  isOfLists,
  isOfSource,
  isOfTypes,
  isValued,
  listSubject,
  type MovedSubjects,
  type Moves,
  movedEntries,
  movedIf,
  pathsIn,
  uuidsIn,
} from "./moves.ts";

type Methods<T> = { [M in keyof T as T[M] extends (...args: never[]) => unknown ? M : never]: T[M] };
/** Names of the page reader's methods. */
export type ReaderMethod = keyof Methods<PageReader>;

/** Reader methods, each with the subject of the dependency that a call records; null if the result never changes. */
type RecordedMethods = { [M in ReaderMethod]?: (...args: Parameters<PageReader[M]>) => string | null };

export interface Kind<A extends RecordedMethods = RecordedMethods> {
  methods: A;
  /**
   * Equal values have equal fingerprints in most cases; different values never do. A needless difference only costs
   * work.
   */
  fingerprint(subject: string, present: CurrentSite): string;
  /** The subjects whose value these moves can have changed; it is compared. */
  moved(moves: Moves): MovedSubjects;
  /** Dependencies that this one implies: a list's own value is its members, and each member's card is another one. */
  parts?(subject: string, present: Pick<CurrentSite, "lists">): readonly string[];
  /** Paths of the pages in the value, which changes when one of them is added or removed. */
  paths?(subject: string, present: NamedPages): readonly string[];
  /** For `sitegen why`: a noun for the subjects, printed before their number and names. */
  label: string;
}

/** Words depend on code and datasources alone. */
const ofWords = {
  methods: {},
  fingerprint: (subject: string, { word }: CurrentSite) => word(subject),
  moved: ({ datasources }: Moves) => movedIf(datasources.size > 0, ALL),
};

const ofCode = { moved: () => movedIf(false, ALL) };

const kind = <const A extends RecordedMethods>(of: Kind<A>): Kind<A> => of;

export const DEPENDENCY_KINDS = {
  link: kind({
    methods: { story: (uuid) => uuid },
    fingerprint: (uuid, { entry }) => linkText(entry(uuid)),
    moved: ({ stories }) => stories,
    paths: (uuid, { entry }) => pathOf(entry(uuid)),
    label: "stories it links to",
  }),
  elsewhere: kind({
    methods: { storyElsewhere: (uuid) => uuid },
    fingerprint: (uuid, { entryInOtherLanguage }) => linkText(entryInOtherLanguage(uuid)),
    moved: ({ elsewhere }) => elsewhere,
    paths: (uuid, { entryInOtherLanguage }) => pathOf(entryInOtherLanguage(uuid)),
    label: "stories looked up in other languages",
  }),
  card: kind({
    methods: { card: (uuid) => uuid },
    fingerprint: (uuid, { card }) => card(uuid),
    moved: (moves) => (changesCards(moves) ? ALL : moves.stories),
    paths: (uuid, { entry }) => pathOf(entry(uuid)),
    label: "stories shown as cards",
  }),
  latest: kind({
    methods: { latest: listSubject },
    fingerprint: (query, { lists }) => uuidsIn(query, lists).join(),
    moved: (moves) => movedIf(hasOtherLists(moves), (query) => isOfLists(query, moves)),
    parts: (query, { lists }) => uuidsIn(query, lists).map((uuid) => `card:${uuid}`),
    paths: pathsIn,
    label: "lists of stories",
  }),
  pages: kind({
    methods: { pages: listSubject },
    fingerprint: (query, { lists }) => uuidsIn(query, lists).join(),
    moved: (moves) => movedIf(hasOtherLists(moves), (query) => isOfLists(query, moves)),
    parts: (query, { lists }) => uuidsIn(query, lists).map((uuid) => `link:${uuid}`),
    paths: pathsIn,
    label: "lists of links",
  }),
  total: kind({
    methods: { total: (query) => JSON.stringify(query) },
    fingerprint: (query, { lists }) => String(lists.total(JSON.parse(query) as LatestQuery)),
    moved: (moves) => movedIf(hasOtherLists(moves), (query) => isOfTypes(query, moves)),
    label: "lengths of lists",
  }),
  counts: kind({
    methods: {
      counts: (query, field) => JSON.stringify([query, field]),
      tags: (query) => JSON.stringify([query]),
    },
    fingerprint(subject, { lists }) {
      const [query, field] = JSON.parse(subject) as [StoryQuery, string?];
      return JSON.stringify(field === undefined ? lists.tags(query) : lists.counts(query, field));
    },
    moved: (moves) =>
      movedIf(hasOtherLists(moves), (subject) => {
        const [query, field = ""] = JSON.parse(subject) as [StoryQuery, string?];
        return isValued(query, [field], moves);
      }),
    label: "counts by a field or tag",
  }),
  combinations: kind({
    methods: { combinations: (query, fields) => JSON.stringify([query, fields]) },
    fingerprint(subject, { lists }) {
      const [query, fields] = JSON.parse(subject) as [StoryQuery, string[]];
      return JSON.stringify(lists.combinations(query, fields));
    },
    moved: (moves) =>
      movedIf(hasOtherLists(moves), (subject) => isValued(...(JSON.parse(subject) as [StoryQuery, string[]]), moves)),
    label: "combinations of fields",
  }),
  content: kind({
    methods: {
      content: (uuid, field) => JSON.stringify([uuid, field]),
      componentOf: (uuid) => JSON.stringify([uuid, "component"]),
    },
    fingerprint(subject, { content }) {
      const [uuid, field] = JSON.parse(subject) as [string, string];
      return JSON.stringify(content(uuid, field) ?? null);
    },
    moved: ({ contents }) =>
      movedIf(contents.size > 0, (subject) => contents.has((JSON.parse(subject) as [string])[0])),
    label: "stories whose content it reads",
  }),
  entry: kind({
    methods: { entry: (uuid) => uuid },
    fingerprint: (uuid, { anyEntry }) => JSON.stringify(anyEntry(uuid) ?? null),
    moved: ({ stories, contents }) => new Set([...stories, ...contents]),
    paths: (uuid, { entry }) => pathOf(entry(uuid)),
    label: "stories whose blocks ask for their own story",
  }),
  sourceEntry: kind({
    methods: { sourceEntry: (name, key) => JSON.stringify([name, key]) },
    fingerprint: (subject, { sourceEntry }) => sourceEntry(...(JSON.parse(subject) as [string, string])),
    moved: movedEntries,
    label: "entries of sources",
  }),
  sourceList: kind({
    methods: { sourceList: (name, filter) => JSON.stringify([name, filter]) },
    fingerprint: (subject, { sourceList }) => sourceList(...(JSON.parse(subject) as [string, SourceFilter | null])),
    moved: (moves) => movedIf(moves.sources.size > 0, (subject) => isOfSource(subject, moves)),
    label: "lists of sources",
  }),
  sourceTotal: kind({
    methods: { sourceTotal: (name) => JSON.stringify([name]) },
    fingerprint: (subject, { sourceTotal }) => String(sourceTotal((JSON.parse(subject) as [string])[0])),
    moved: (moves) => movedIf(moves.sources.size > 0, (subject) => isOfSource(subject, moves)),
    label: "numbers of entries of sources",
  }),
  asset: kind({
    methods: { image: filenameOrNone, file: filenameOrNone },
    fingerprint: (filename, { asset }) => asset(filename),
    moved: ({ assets }) => movedIf(assets, ALL),
    label: "assets",
  }),
  datasource: kind({
    methods: { options: (source) => source },
    fingerprint: (source, { datasource }) => datasource(source as DatasourceName), // recorded from a reader's call
    moved: ({ datasources }) => datasources,
    label: "datasources",
  }),
  option: kind({
    methods: { option: (source, value) => (value === "" ? null : JSON.stringify([source, value])) },
    fingerprint(subject, { option }) {
      const [source, value] = JSON.parse(subject) as [DatasourceName, string];
      return option(source, value);
    },
    moved: ({ datasources }) =>
      movedIf(datasources.size > 0, (subject) => datasources.has((JSON.parse(subject) as [DatasourceName])[0])),
    label: "entries of datasources",
  }),
  /**
   * Recorded while payloads and markup are rendered. Two kinds, since words in the markup do not change the payload.
   */
  word: kind({ ...ofWords, label: "words in its payload" }),
  shown: kind({ ...ofWords, label: "words and labels that it shows" }),
  /** Recorded while payloads and markup are rendered. Code moves with all pages compared, never by itself (what-moved.ts). */
  data: kind({
    methods: {},
    fingerprint: (name, { blockData }) => blockData(name),
    ...ofCode,
    label: "data files of its blocks",
  }),
  code: kind({ methods: {}, fingerprint: (name, { block }) => block(name), ...ofCode, label: "code of its blocks" }),
  name: kind({
    methods: { nameAt: (path) => path },
    fingerprint: (path, { nameAt }) => nameAt(path) ?? "",
    moved: ({ named }) => named,
    paths: (path) => [path],
    label: "paths of its breadcrumbs",
  }),
  live: kind({
    methods: { isLive: (path) => path },
    fingerprint: (path, { isLive }) => String(isLive(path)),
    moved: ({ live }) => live,
    paths: (path) => [path],
    label: "paths that a page may be at",
  }),
  homeImage: kind({
    methods: { homeImage: () => "" },
    fingerprint: (_, { homeImage }) => JSON.stringify(homeImage() ?? null),
    moved: ({ home }) => movedIf(home, ALL),
    label: "the home page's picture for shared links",
  }),
} as const;

export type DependencyKind = keyof typeof DEPENDENCY_KINDS;

/**
 * Methods whose result follows from the page's own story, its path and the settings, which every page is compared by
 * anyway.
 */
const INDEPENDENT_METHODS = {
  self: true,
  listingHref: true,
  dateText: true,
  problem: true,
  href: true,
  pathOf: true,
} as const satisfies { [M in ReaderMethod]?: true };

type Tracked =
  | { [K in DependencyKind]: keyof (typeof DEPENDENCY_KINDS)[K]["methods"] }[DependencyKind]
  | keyof typeof INDEPENDENT_METHODS;
/** Does not compile, and names the method, if the reader has one that is in neither table. */
export const UNTRACKED: [Exclude<ReaderMethod, Tracked>] extends [never] ? true : Exclude<ReaderMethod, Tracked> = true;

/** One dependency of a page: its kind and its subject. */
export type Dependency = `${DependencyKind}:${string}`;

/** Whether a dependency is of the page's markup, and not of its payload. */
export function isShown(dependency: string): boolean {
  return dependency.startsWith("shown:") || dependency.startsWith("code:");
}

/** Whether a dependency is of a block's code. */
export function isOfCode(dependency: string): boolean {
  return dependency.startsWith("code:") || dependency.startsWith("data:");
}

export function parseDependency(dependency: string): { kind: DependencyKind; subject: string } {
  const separator = dependency.indexOf(":");
  // Written by record-dependencies.ts; page-graph.ts reads what it wrote.
  return { kind: dependency.slice(0, separator) as DependencyKind, subject: dependency.slice(separator + 1) };
}

/** An empty field has no asset, whatever the site contains. */
function filenameOrNone(raw: unknown): string | null {
  return filenameOf(raw) || null;
}

function linkText(target: LinkTarget | undefined): string {
  return target ? `${target.path} ${target.name}` : "";
}

function pathOf(target: LinkTarget | undefined): string[] {
  return target ? [target.path] : [];
}
