import type { Lang, StoryEntry } from "../../content/model.ts";
import type { Dependency } from "../../incremental/dependency-kinds.ts";
import { KEYS, type StoredDependents, type StoredSiteFacts } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { queriesShowing } from "./affected-queries.ts";
import { leftRoutes } from "./changed-listings.ts";
import type { ChangedEntry, ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded, orFullBuild } from "./full-build-needed.ts";
import { maxCheckedPages } from "./save-site.ts";
import { numberedPages } from "./stored-paths.ts";

export interface AffectedPagesInput {
  store: Store;
  head: Pick<StoredSiteFacts, "pages">;
  context: { definition: ResolvedSite; sources: { cardOf(entry: StoryEntry): unknown } };
}

type AffectedSite = Pick<
  ChangedSite,
  "entries" | "came" | "gone" | "routes" | "lists" | "changedRoutes" | "changedLists"
>;

/**
 * Paths of the pages that may change: those of the stories themselves, and those made from a query result that has
 * changed. Throws FullBuildNeeded if there are too many.
 */
export function affectedPages(
  { entries, came, gone, routes, lists, changedRoutes, changedLists }: AffectedSite,
  { store, head, context }: AffectedPagesInput,
): string[] {
  const { added, removed } = changedRoutes;
  const paths = new Set(added.map(({ path }) => path));
  const most = maxCheckedPages(head.pages);
  const addUsers = (answers: Iterable<Answer>) => {
    for (const [asking, dependency] of answers)
      for (const path of pagesAt(KEYS.users(asking, dependency), store)) paths.add(path);
    if (paths.size > most) throw new FullBuildNeeded();
  };
  for (const change of entries) {
    for (const { path } of routes(change.now)) paths.add(path);
    addUsers(changedAnswers(change, { store, context, lists }));
  }
  for (const entry of [...came, ...gone]) addUsers(answersAbout(entry, context.definition));
  for (const { path } of [...added, ...removed]) addUsers(answersAboutPath(path, context.definition));
  addUsers(changedLists.affected);
  for (const { path } of leftRoutes(changedRoutes)) paths.delete(path);
  return [...paths].sort();
}

/** A dependency, and the language of the pages that use it. */
type Answer = readonly [lang: Lang, dependency: Dependency];

/** What pages may have asked about a story that had no page, or has none any more. */
function answersAbout({ lang, uuid }: StoryEntry, { languages }: ResolvedSite): Answer[] {
  const others = languages.filter(({ code }) => code !== lang);
  return [
    [lang, `link:${uuid}`],
    [lang, `card:${uuid}`],
    ...others.map(({ code }): Answer => [code, `elsewhere:${uuid}`]),
  ];
}

/** What pages may have asked about a path that had no page, or has none any more. */
function answersAboutPath(path: string, { languages }: ResolvedSite): Answer[] {
  return languages.flatMap(({ code }): Answer[] => [
    [code, `name:${path}`],
    [code, `live:${path}`],
  ]);
}

/** Dependencies whose value changed with a story, each with the language of the pages that use it. */
function* changedAnswers(
  { before, now }: ChangedEntry,
  { store, context, lists }: Pick<AffectedPagesInput, "store" | "context"> & Pick<AffectedSite, "lists">,
): Iterable<Answer> {
  const { definition, sources } = context;
  const { lang, uuid, path } = now;
  const isLinkedOtherwise = before.name !== now.name || before.path !== now.path;
  if (isLinkedOtherwise) {
    yield [lang, `link:${uuid}`];
    for (const { code } of definition.languages) {
      if (code !== lang) yield [code, `elsewhere:${uuid}`];
      yield [code, `name:${path}`];
    }
  }
  if (isLinkedOtherwise || shownOf(before, sources) !== shownOf(now, sources)) {
    yield [lang, `card:${uuid}`];
    for (const query of queriesShowing(now, { store, definition, lists: lists(lang) })) yield [lang, query];
  }
  if (homePicture(before, definition) !== homePicture(now, definition)) yield [lang, "homeImage:"];
}

/** What other pages show of a story. A card that fails is left to a full build, which reports it. */
function shownOf(entry: StoryEntry, { cardOf }: AffectedPagesInput["context"]["sources"]): string {
  return JSON.stringify(orFullBuild(() => cardOf(entry)));
}

/** The picture that a language's home page provides for pages without one; "" for any other page. */
function homePicture(entry: StoryEntry, { languages, pageTypes }: ResolvedSite): string {
  if (entry.path !== languageOf(languages, entry.lang).home) return "";
  const [field = ""] = pageTypes[entry.component]?.head.image ?? [];
  return JSON.stringify(entry.fields[field] ?? null);
}

/** Paths of the pages whose numbers a row has. Throws FullBuildNeeded if they are too many. */
export function pagesAt(key: string, store: Store): string[] {
  const numbers = store.get(key) as StoredDependents | undefined; // written by save-site.ts
  if (numbers === null) throw new FullBuildNeeded();
  const { pathOf } = numberedPages(store);
  return (numbers ?? []).map((number) => {
    const path = pathOf(number);
    if (path === undefined) throw new FullBuildNeeded();
    return path;
  });
}
