import type { Lang, Listed, StoryEntry } from "../../site/api/model.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { categoryOf, isUnindexed, linkOf } from "../lists/listing.ts";
import { typedDate } from "../lists/order.ts";
import { buildEntry, type MapRules } from "./site.ts";
import type { StorySummary } from "./story-summary.ts";

/** A story of the site's map; its summary may be parsed only when it is used. */
export interface SiteStory {
  /** The language that the response was requested in. */
  readonly responseLang: Lang;
  readonly uuid: string;
  readonly id: number;
  /** Ids of the stories that it lists as alternates. */
  readonly alternates: readonly number[];
  readonly summary: StorySummary;
}

export function siteStory(responseLang: Lang, summary: StorySummary): SiteStory {
  return { responseLang, uuid: summary.uuid, id: summary.id, alternates: summary.alternates, summary };
}

/** A story's page in one language before and after; undefined where it has none. */
export interface MovedEntry {
  lang: Lang;
  uuid: string;
  before: ModelEntry | undefined;
  now: ModelEntry | undefined;
}

/** An entry as a row of text: its values, in this order. */
type Row = readonly [
  id: number,
  component: string,
  name: string,
  slug: string,
  path: string,
  translations: Readonly<ByLanguage<string>>,
  firstPublishedAt: string | null,
  publishedAt: string | null,
  position: number,
  words: number,
  tags: readonly string[],
  listed: Listed,
  shownIn?: Readonly<ByLanguage<Lang>> | null,
  unindexedIn?: readonly Lang[],
];

/** What follows from the story's pages in other languages. */
export type LinkedEntry = Pick<StoryEntry, "translations" | "shownIn" | "unindexedIn">;

export function isLinkedAs(entry: LinkedEntry, linked: LinkedEntry): boolean {
  const text = (of: LinkedEntry) => JSON.stringify([of.translations, of.shownIn, of.unindexedIn]);
  return text(entry) === text(linked);
}

/**
 * An entry of the site's map. Its fields are read from the story's summary, since lists, links and routes need none.
 */
export class ModelEntry implements StoryEntry {
  readonly id: number;
  readonly uuid: string;
  readonly lang: Lang;
  readonly component: string;
  readonly name: string;
  readonly slug: string;
  readonly path: string;
  readonly translations: Readonly<ByLanguage<string>>;
  readonly firstPublishedAt: string | null;
  readonly publishedAt: string | null;
  readonly position: number;
  readonly words: number;
  readonly tags: readonly string[];
  readonly listed: Listed;
  declare readonly shownIn?: Readonly<ByLanguage<Lang>>;
  declare readonly unindexedIn?: readonly Lang[];
  #story: SiteStory;

  constructor(row: Row, lang: Lang, story: SiteStory) {
    this.uuid = story.uuid;
    this.lang = lang;
    [this.id, this.component, this.name, this.slug, this.path, this.translations] = row;
    [, , , , , , this.firstPublishedAt, this.publishedAt, this.position, this.words, this.tags, this.listed] = row;
    if (row[12]) this.shownIn = row[12];
    if (row[13]) this.unindexedIn = row[13];
    this.#story = story;
  }

  static of(story: SiteStory, lang: Lang, rules: MapRules): ModelEntry {
    const entry = buildEntry(story.summary, lang, rules);
    const link = linkOf(entry, rules);
    const listed = {
      date: typedDate(entry, rules.pageTypes),
      category: categoryOf(entry, rules.pageTypes),
      unindexed: isUnindexed(entry, rules.pageTypes),
      ...(link !== "" && { link }),
    };
    return new ModelEntry(rowOf({ ...entry, listed }), lang, story);
  }

  /** Restores an entry from its `row`. */
  static read(text: string, { lang, story }: { lang: Lang; story: SiteStory }): ModelEntry {
    return new ModelEntry(JSON.parse(text) as Row, lang, story);
  }

  get fields(): Record<string, unknown> {
    return this.#story.summary.fields;
  }

  get story(): SiteStory {
    return this.#story;
  }

  /** The same page, made from the story of another response: its row names that one. */
  set story(story: SiteStory) {
    this.#story = story;
  }

  linkedAs(linked: LinkedEntry): ModelEntry {
    const { shownIn: _, unindexedIn: __, ...values } = this;
    return new ModelEntry(rowOf({ ...values, ...linked }), this.lang, this.#story);
  }

  row(): string {
    return JSON.stringify(rowOf(this));
  }

  equals(other: ModelEntry): boolean {
    return this.row() === other.row() && JSON.stringify(this.fields) === JSON.stringify(other.fields);
  }
}

function rowOf(entry: Omit<StoryEntry, "fields" | "listed"> & { listed: Listed }): Row {
  const { id, component, name, slug, path, translations, firstPublishedAt, publishedAt, position } = entry;
  const { words, tags, listed, shownIn, unindexedIn } = entry;
  const dates = [firstPublishedAt, publishedAt] as const;
  const row = [id, component, name, slug, path, translations, ...dates, position, words, tags, listed] as const;
  if (unindexedIn) return [...row, shownIn ?? null, unindexedIn];
  return shownIn ? [...row, shownIn] : row;
}
