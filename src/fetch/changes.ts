import type { Lang } from "../content/model.ts";
import type { StoryRecord } from "./snapshot/story-record.ts";
import { isGlobal } from "./snapshot/story-record.ts";
import type { RecordsByLang } from "./snapshot/story-store.ts";

export interface StoryChanges {
  /** New, or answered differently than before. */
  published: string[];
  /** Slug changed; `from` is the old slug as the service gave it. They are among `published` too. */
  renamed: { uuid: string; from: string }[];
  removed: string[];
}

/** What changed since the snapshot; without one everything is new. */
export interface Changes {
  en: StoryChanges;
  de: StoryChanges;
  datasources: boolean;
  global: boolean;
}

/** Old and new path of a live page, each with its language prefix and without a leading slash. */
export interface Rename {
  lang: Lang;
  from: string;
  to: string;
}

export function compareRecords(before: RecordsByLang, now: RecordsByLang): Pick<Changes, "en" | "de" | "global"> {
  const globals = (records: RecordsByLang) =>
    (["en", "de"] as const).map((lang) => [...records[lang].values()].find(isGlobal)?.hash).join();
  return {
    en: compareLanguage(before.en, now.en),
    de: compareLanguage(before.de, now.de),
    global: globals(before) !== globals(now),
  };
}

function compareLanguage(before: Map<string, StoryRecord>, now: Map<string, StoryRecord>): StoryChanges {
  const changes: StoryChanges = { published: [], renamed: [], removed: [] };
  for (const [uuid, record] of now) {
    const known = before.get(uuid);
    if (known?.hash === record.hash) continue;
    changes.published.push(uuid);
    if (known !== undefined && known.slug !== record.slug) changes.renamed.push({ uuid, from: known.slug });
  }
  for (const uuid of before.keys()) if (!now.has(uuid)) changes.removed.push(uuid);
  changes.published.sort();
  changes.removed.sort();
  changes.renamed.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  return changes;
}

/** Stories that were live in the snapshot, are live now, and have another path. */
export function findRenames(before: RecordsByLang, now: RecordsByLang): Rename[] {
  const renames: Rename[] = [];
  for (const lang of ["en", "de"] as const) {
    for (const [uuid, record] of now[lang]) {
      const known = before[lang].get(uuid);
      const [from, to] = [known && pagePath(lang, known), pagePath(lang, record)];
      if (from && to && from !== to) renames.push({ lang, from, to });
    }
  }
  return renames.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Specification §3: the English page has the default slug, the German one `de/` and the translated path. */
function pagePath(lang: Lang, record: StoryRecord): string | null {
  if (isGlobal(record)) return null;
  if (lang === "en") return record.defaultSlug;
  // A story in the folder `de` is German by its place; its page is the one of the default language's answer.
  if (/^de(\/|$)/.test(record.defaultSlug)) return null;
  return record.germanPath === null ? record.slug : `de/${record.germanPath}`;
}
