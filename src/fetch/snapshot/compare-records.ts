import type { Lang } from "../../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../../site/by-language.ts";
import { compareText } from "../../util/compare-text.ts";
import { defaultLanguage, type PullPlan, slugWithoutLanguage } from "../pull-plan.ts";
import { differingUuids, isGlobal, type RecordsByLang, type StoryRecord, type StoryRecords } from "./story-records.ts";

export interface StoryChanges {
  /** New stories, and stories whose response differs from before. */
  published: string[];
  removed: string[];
}

/** Old and new slug of a live page, in the language of the response it is in. */
export interface Rename {
  lang: Lang;
  from: string;
  to: string;
  /** The story's new slug in the default language. */
  defaultSlug: string;
}

/** What changed since the snapshot, by the language of the response; without one, everything is new. */
export function compareRecords(plan: PullPlan, before: RecordsByLang, now: RecordsByLang): ByLanguage<StoryChanges> {
  return byLanguage(plan.languages, (lang) => compareLanguage(forLanguage(before, lang), forLanguage(now, lang)));
}

function compareLanguage(before: StoryRecords, now: StoryRecords): StoryChanges {
  const changes: StoryChanges = { published: [], removed: [] };
  for (const uuid of differingUuids(before, now)) {
    const [known, record] = [before.get(uuid), now.get(uuid)];
    if (known?.hash === record?.hash) continue;
    if (record === undefined) changes.removed.push(uuid);
    else changes.published.push(uuid);
  }
  changes.published.sort();
  changes.removed.sort();
  return changes;
}

/** Stories that are live in the snapshot and now, with a different path. */
export function findRenames(plan: PullPlan, before: RecordsByLang, now: RecordsByLang): Rename[] {
  const renames: Rename[] = [];
  for (const lang of plan.languages) {
    for (const uuid of differingUuids(forLanguage(before, lang), forLanguage(now, lang))) {
      const [known, record] = [forLanguage(before, lang).get(uuid), forLanguage(now, lang).get(uuid)];
      const [from, to] = [known, record].map((one) => one && pageSlug(plan, lang, one));
      if (from && to && from !== to) renames.push({ lang, from, to, defaultSlug: record?.defaultSlug ?? to });
    }
  }
  return renames.sort((a, b) => compareText(a.from, b.from) || compareText(a.lang, b.lang));
}

/** The slug of a story's page: in the default language its own, in others the translated one. */
function pageSlug(plan: PullPlan, lang: Lang, record: StoryRecord): string | null {
  if (isGlobal(plan, record)) return null;
  if (lang === defaultLanguage(plan)) return record.real ?? record.defaultSlug;
  // The page of a story in a language's folder comes from the default language's response.
  if (plan.languages.includes(record.defaultSlug.split("/")[0] ?? "")) return null;
  const own = record.paths[lang] ?? slugWithoutLanguage(plan, lang, record.slug);
  return own === record.defaultSlug ? (record.real ?? own) : own;
}
