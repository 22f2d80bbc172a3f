import type { Lang } from "../../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { inSpaceOf } from "../../site/spaces.ts";
import { appendTo } from "../../util/append-to.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import type { CountWork } from "../../util/work-counter.ts";
import { isSameInLists, sortEntries } from "../lists/order.ts";
import { createTypeLists, listsOfTypes, type TypeLists } from "../lists/story-lists.ts";
import type { ModelEntry, MovedEntry } from "./model-entry.ts";
import type { MapRules } from "./site.ts";

/** The stories of each page type; their lists, in listing order, are created on demand. */
export function createModelLists(of: {
  rules: MapRules;
  entries: ByLanguage<ReadonlyMap<string, ModelEntry>>;
  count: CountWork | undefined;
}) {
  const { rules, entries, count } = of;
  const codes = Object.keys(entries);
  const byType = byLanguage(codes, () => new Map<string, ModelEntry[]>());
  /** Those in listing order: a list is sorted when somebody asks for it. */
  const sorted = new WeakSet<ModelEntry[]>();
  const listOf = (lang: Lang, type: string): readonly ModelEntry[] => {
    const list = forLanguage(byType, lang).get(type) ?? [];
    if (!sorted.has(list)) sortEntries(list, rules.pageTypes);
    sorted.add(list);
    return list;
  };
  const known = byLanguage(codes, () => new Map<string, TypeLists>());
  const ofType = (lang: Lang, type: string): TypeLists => {
    const own = forLanguage(known, lang);
    return getOrInsert(own, type, () => createTypeLists(listOf(lang, type), inSpaceOf(rules, lang), count));
  };
  const replaceType = (
    list: ModelEntry[],
    { lang, type, isOther }: { lang: Lang; type: string; isOther: boolean },
  ): void => {
    if (!isOther) sorted.add(list);
    if (list.length > 0) forLanguage(byType, lang).set(type, list);
    else forLanguage(byType, lang).delete(type);
    if (isOther) forLanguage(known, lang).delete(type);
    else forLanguage(known, lang).get(type)?.replace(list);
  };
  return {
    of: byLanguage(codes, (lang) => listsOfTypes((type) => ofType(lang, type))),
    /** Groups all entries. */
    replaceAll(): void {
      for (const lang of codes) {
        const own = forLanguage(byType, lang);
        for (const entry of forLanguage(entries, lang).values()) appendTo(own, entry.component, entry);
      }
    },
    /** Replaces the stories that moved; returns the page types whose lists have other stories or another order. */
    replace(moved: readonly MovedEntry[]): ByLanguage<Set<string>> {
      const types = byLanguage(codes, () => new Set<string>());
      const shown = byLanguage(codes, () => new Set<string>());
      for (const { lang, before, now } of moved)
        for (const { component } of [before, now].flatMap((entry) => entry ?? [])) {
          forLanguage(shown, lang).add(component);
          if (!isSameInLists(before, now, rules.pageTypes)) forLanguage(types, lang).add(component);
        }
      for (const lang of codes)
        for (const type of forLanguage(shown, lang))
          replaceType(membersAfter(listOf(lang, type), { lang, type, moved }), {
            lang,
            type,
            isOther: forLanguage(types, lang).has(type),
          });
      return types;
    },
  };
}

/** The stories of a type after these moved: in their former order, with new ones at the end. */
function membersAfter(
  before: readonly ModelEntry[],
  { lang, type, moved }: { lang: Lang; type: string; moved: readonly MovedEntry[] },
): ModelEntry[] {
  const isMember = (entry: ModelEntry | undefined) => entry?.lang === lang && entry.component === type;
  const next = new Map(moved.map((one) => [one.before, one.now]));
  const stayed = before.map((entry) => (next.has(entry) ? next.get(entry) : entry));
  const added = moved.flatMap((one) => (isMember(one.before) ? [] : [one.now]));
  return [...stayed, ...added].flatMap((entry) => (entry && isMember(entry) ? [entry] : []));
}
