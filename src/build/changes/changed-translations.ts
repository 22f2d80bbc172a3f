/** Where stories are in other languages, after some pages have come or gone. */
import { bareSlug } from "../../content/link-translations.ts";
import type { StoryEntry } from "../../content/model.ts";
import type { StorySummary } from "../../content/story-summary.ts";
import { KEYS } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { entryKey, type StoredSite } from "./stored-site.ts";

/** Stories that are not as the store has them, by language and uuid; null for those without a page. */
export type MovedEntries = ReadonlyMap<string, StoryEntry | null>;

/** Pages that come, go, and stay, without their translations; some of those that stay are at another path. */
export interface MovedPages {
  came: StoryEntry[];
  gone: StoryEntry[];
  stayed: StoryEntry[];
  renamed: { before: StoryEntry; now: StoryEntry }[];
}

/** What is at paths where these stories had no page. */
export function arriving({ came, renamed }: Pick<MovedPages, "came" | "renamed">): StoryEntry[] {
  return [...came, ...renamed.map(({ now }) => now)];
}

/** What was at paths that these stories leave. */
export function leaving({ gone, renamed }: Pick<MovedPages, "gone" | "renamed">): StoryEntry[] {
  return [...gone, ...renamed.map(({ before }) => before)];
}

export interface TranslationsInput {
  store: Store;
  definition: ResolvedSite;
  /** The last build's site. */
  past: StoredSite;
  /** The same with the new summaries of stories that keep their place. */
  staying: StoredSite;
}

/** The stories with their translations, and those of other stories at the same place in their languages' folders. */
export function withTranslations(pages: MovedPages, input: TranslationsInput): MovedEntries {
  const { came, gone, stayed } = pages;
  const { definition, past, staying } = input;
  const moved = new Map<string, StoryEntry | null>();
  for (const entry of [...came, ...stayed]) moved.set(entryKey(entry.lang, entry.uuid), entry);
  for (const entry of gone) moved.set(entryKey(entry.lang, entry.uuid), null);
  const at = new Map(arriving(pages).map((entry) => [entry.path, entry]));
  const entry = (lang: string, uuid: string) => {
    const known = moved.get(entryKey(lang, uuid));
    return known === undefined ? past.entry(lang, uuid) : (known ?? undefined);
  };
  const atPath = (lang: string, path: string) => {
    const found = at.get(path) ?? past.site.byPath.get(path);
    const now = found?.lang === lang ? entry(lang, found.uuid) : undefined;
    return now?.path === path ? now : undefined;
  };
  const homeOf = (lang: string) => languageOf(definition.languages, lang).home;
  const samePlace = (of: StoryEntry, lang: string) =>
    definition.translation === "folders"
      ? atPath(lang, homeOf(lang) + of.path.slice(homeOf(of.lang).length))
      : undefined;
  const others = (of: StoryEntry) => definition.languages.filter(({ code }) => code !== of.lang);
  const twinsOf = (of: StoryEntry): ByLanguage<string> =>
    Object.fromEntries(
      others(of).flatMap(({ code }) => {
        const twin = entry(code, of.uuid) ?? samePlace(of, code);
        return twin ? [[code, requireUntied(twin, input).path]] : [];
      }),
    );
  for (const one of [...arriving(pages), ...leaving(pages)]) {
    for (const { code } of others(one)) {
      const neighbour = samePlace(one, code);
      const now = neighbour && staying.entry(code, neighbour.uuid);
      if (now && !moved.has(entryKey(code, now.uuid))) moved.set(entryKey(code, now.uuid), requireUntied(now, input));
    }
  }
  for (const [key, one] of moved) if (one) moved.set(key, { ...one, twins: twinsOf(one) });
  return moved;
}

/** Linked alternates take precedence over a place, and they may be linked to any story. */
function requireUntied(entry: StoryEntry, { store, definition }: TranslationsInput): StoryEntry {
  if (definition.translation !== "folders") return entry;
  const key = KEYS.story(definition.languages[0].code, entry.uuid);
  const summary = store.get(key) as StorySummary | undefined; // written by save-site.ts
  const isTied = summary && (summary.alternates.length > 0 || store.get(KEYS.alternate(bareSlug(summary.fullSlug))));
  if (isTied) throw new FullBuildNeeded();
  return entry;
}
