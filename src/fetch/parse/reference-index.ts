import type { Lang, RawStory } from "../../content/model.ts";
import { byLanguage, forLanguage } from "../../site/by-language.ts";
import { findReferences } from "./find-references.ts";

/** Which stories the new and changed stories of this pull refer to. */
export interface ReferenceIndex {
  note(lang: Lang, story: RawStory): void;
  /** Uuids that a story refers to; undefined if it was not recorded. */
  of(lang: Lang, uuid: string): readonly string[] | undefined;
  noted(lang: Lang): Iterable<[uuid: string, targets: readonly string[]]>;
}

export function createReferenceIndex(languages: readonly Lang[]): ReferenceIndex {
  const books = byLanguage(languages, () => new Map<string, string[]>());
  // A uuid cut from a response keeps the whole response in memory, so one copy of each is kept instead.
  const copies = new Map<string, string>();
  const copyOf = (uuid: string): string => {
    const known = copies.get(uuid);
    if (known !== undefined) return known;
    const copy = Buffer.from(uuid).toString();
    copies.set(copy, copy);
    return copy;
  };
  return {
    note(lang, story) {
      const targets = new Set(findReferences(story.content).map((reference) => copyOf(reference.uuid)));
      forLanguage(books, lang).set(copyOf(story.uuid), [...targets]);
    },
    of: (lang, uuid) => forLanguage(books, lang).get(uuid),
    noted: (lang) => forLanguage(books, lang),
  };
}
