/** Where stories are in other languages, after some pages have come or gone. */
import { placeOf, type TranslationSources, twinsOf } from "../../content/link-translations.ts";
import type { StoryEntry } from "../../content/model.ts";
import type { Store } from "../../incremental/store/store.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { entryKey, type StoredSite } from "./stored-site.ts";
import type { StoryVersion } from "./story-versions.ts";

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

/** Whether a story's pages in other languages have moved, come or gone. */
export function hasOtherTranslations(before: StoryEntry, now: StoryEntry): boolean {
  return JSON.stringify(before.twins) !== JSON.stringify(now.twins);
}

export interface TranslationsInput {
  store: Store;
  definition: ResolvedSite;
  /** The last build's site. */
  past: StoredSite;
  /** The same with the new summaries of stories that keep their place. */
  staying: StoredSite;
  now: StoryVersion;
}

/** The stories with their translations, and those of other stories at the same place in their languages' folders. */
export function withTranslations(pages: MovedPages, input: TranslationsInput): MovedEntries {
  const { came, gone, stayed } = pages;
  const { definition, staying } = input;
  const moved = new Map<string, StoryEntry | null>();
  for (const entry of [...came, ...stayed]) moved.set(entryKey(entry.lang, entry.uuid), entry);
  for (const entry of gone) moved.set(entryKey(entry.lang, entry.uuid), null);
  const sources = translationSources(pages, moved, input);
  for (const one of definition.translation === "folders" ? [...came, ...stayed, ...leaving(pages)] : []) {
    for (const { code } of definition.languages) {
      const neighbour = code === one.lang ? undefined : sources.atPlace(code, placeOf(one, definition));
      const now = neighbour && staying.entry(code, neighbour.uuid);
      if (now && !moved.has(entryKey(code, now.uuid))) moved.set(entryKey(code, now.uuid), now);
    }
  }
  for (const [key, one] of moved) if (one) moved.set(key, { ...one, twins: twinsOf(one, sources) });
  return moved;
}

function translationSources(
  pages: MovedPages,
  moved: MovedEntries,
  { definition, past, now: { alternates } }: TranslationsInput,
): TranslationSources {
  const at = new Map(arriving(pages).map((entry) => [entry.path, entry]));
  const entry = (lang: string, uuid: string) => {
    const known = moved.get(entryKey(lang, uuid));
    return known === undefined ? past.entry(lang, uuid) : (known ?? undefined);
  };
  const atPlace = (lang: string, place: string) => {
    const path = languageOf(definition.languages, lang).home + place;
    const found = at.get(path) ?? past.site.byPath.get(path);
    const now = found?.lang === lang ? entry(lang, found.uuid) : undefined;
    return now?.path === path ? now : undefined;
  };
  return { rules: definition, alternates, entry, atPlace };
}
