import type { Lang } from "../../content/model.ts";
import { compareText } from "../../content/rules/compare-text.ts";
import { createProblem, type Problem } from "../../problems/problem.ts";
import { forLanguage } from "../../site/by-language.ts";
import { findReferences } from "../parse/find-references.ts";
import { fetchByUuids } from "../requests/fetch-stories.ts";
import type { Snapshot, Unresolved } from "../snapshot/snapshot-table.ts";
import type { StoryRecord } from "../snapshot/story-records.ts";
import { differingUuids } from "../snapshot/story-records.ts";
import { readLineOf } from "../snapshot/story-store.ts";
import type { CvTracker, PullState } from "./pull-state.ts";

/** Requests every story that is referenced but was not pulled, in batches of 50 (specification §7). */
export async function fetchMissing(state: PullState, tracker: CvTracker, known: readonly Unresolved[]): Promise<void> {
  const requested = new Set(known.map((one) => one.target));
  // A returned story may refer to further ones.
  for (;;) {
    const missing = new Set<string>();
    for (const lang of state.plan.languages) {
      for (const [, targets] of state.references.noted(lang)) {
        for (const target of targets) if (!exists(state, target) && !requested.has(target)) missing.add(target);
      }
    }
    if (missing.size === 0) return;
    for (const uuid of missing) requested.add(uuid);
    await fetchByUuids(state, tracker, [...missing]);
  }
}

function exists({ plan, store, rejected }: PullState, uuid: string): boolean {
  return plan.languages.some(
    (lang) => forLanguage(store.records, lang).has(uuid) || forLanguage(rejected, lang).has(uuid),
  );
}

/**
 * Every broken reference, as a full pull would find it: those of new and changed stories, those known before in
 * unchanged stories, and those whose target has been removed since.
 */
export function findUnresolved(state: PullState, base: Snapshot | null): Unresolved[] {
  const { plan, store, references } = state;
  const absent = (uuid: string) => plan.languages.every((lang) => !forLanguage(store.records, lang).has(uuid));
  const gone = goneStories(state, base).filter(absent);
  const found: Unresolved[] = [];
  for (const lang of plan.languages) {
    for (const record of suspects(state, lang, gone)) {
      const targets = references.of(lang, record.uuid);
      const suspect = targets === undefined ? mentions(record, gone) : targets.some(absent);
      if (!suspect) continue;
      for (const { uuid, path } of findReferences(store.read(record).content)) {
        if (absent(uuid)) found.push({ lang, uuid: record.uuid, slug: record.slug, path, target: uuid });
      }
    }
  }
  for (const one of base?.manifest.unresolved ?? []) {
    const record = forLanguage(store.records, one.lang).get(one.uuid);
    const unchanged = record !== undefined && references.of(one.lang, one.uuid) === undefined;
    if (unchanged && absent(one.target)) found.push({ ...one, slug: record.slug });
  }
  return ordered(found, plan.languages);
}

/** Stories of the snapshot that no longer exist in a language. */
function goneStories({ store }: PullState, base: Snapshot | null): string[] {
  const found = Object.entries(base?.records ?? {}).flatMap(([lang, before]) => {
    const now = forLanguage(store.records, lang);
    return [...differingUuids(before, now)].filter((uuid) => before.has(uuid) && !now.has(uuid));
  });
  return [...new Set(found)];
}

/** Stories that may have a broken reference: all of them if a story is gone, otherwise those that were read. */
function* suspects({ store, references }: PullState, lang: Lang, gone: readonly string[]): Iterable<StoryRecord> {
  const records = forLanguage(store.records, lang);
  if (gone.length > 0) yield* records.values();
  else {
    for (const [uuid] of references.noted(lang)) {
      const record = records.get(uuid);
      if (record) yield record;
    }
  }
}

/** Searching the stored line for a uuid is much faster than parsing it. */
function mentions(record: StoryRecord, uuids: readonly string[]): boolean {
  const line = readLineOf(record);
  for (const uuid of uuids) if (line.includes(uuid)) return true;
  return false;
}

function ordered(list: Unresolved[], languages: readonly Lang[]): Unresolved[] {
  const keyed = list.map(
    (one) => [[languages.indexOf(one.lang), one.slug, one.path, one.target].join("\n"), one] as const,
  );
  return [...new Map(keyed.sort(([a], [b]) => compareText(a, b))).values()];
}

/** One problem per story and field, since each language repeats the references of the first. */
export function unresolvedProblems(list: readonly Unresolved[]): Problem[] {
  const unique = new Map<string, Unresolved>();
  for (const one of list) {
    const key = `${one.uuid} ${one.path} ${one.target}`;
    if (!unique.has(key)) unique.set(key, one);
  }
  return [...unique.values()].map(({ slug, path, target }) =>
    createProblem("warning", "CONTENT_UNRESOLVED_RELATION", {
      message: `The field refers to a story that is not published or does not exist (${target}).`,
      story: slug,
      path,
      hint: "Publish that story, or choose another one in this field.",
    }),
  );
}
