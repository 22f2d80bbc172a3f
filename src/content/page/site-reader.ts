import type { Problem } from "../../problems/problem.ts";
import type { Card } from "../../site/api/card.ts";
import type { Datasources, Lang, RawStory, StoryEntry } from "../../site/api/model.ts";
import type { DateFormat } from "../../site/api/payload.ts";
import type { LatestQuery, PageReader, StoryQuery } from "../../site/api/reader.ts";
import { stringOf } from "../../site/blocks/field-values.ts";
import type { BlockSchema } from "../../site/blocks/fields.ts";
import { fieldAt } from "../../site/blocks/head-text.ts";
import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import type { CardReader } from "../../site/definition.ts";
import { languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { inSpaceOf, isInSameSpace } from "../../site/spaces.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import type { CountWork } from "../../util/work-counter.ts";
import { type AssetLookup, fileData, imageData } from "../assets/asset.ts";
import { listingPath } from "../lists/listing.ts";
import { dateOf, orderField } from "../lists/order.ts";
import type { SourceIndex } from "../lists/source-values.ts";
import { buildEntry, type Site, storyName } from "../map/site.ts";
import { summarizeStory } from "../map/story-summary.ts";
import { dateText } from "../rules/dates.ts";
import { reportUnknown, unknownField } from "../rules/known-name.ts";
import { folderLanguage, responseLanguage, withoutFolder } from "../rules/languages.ts";
import { hrefOf, pathOfSlug, type SiteAddress } from "../rules/paths.ts";
import { allOptions, buildCard, optionOf } from "./card.ts";

/** What cards depend on besides their own stories. */
export interface CardSources {
  definition: ResolvedSite;
  datasources: ByLanguage<Datasources>;
  dates: ByLanguage<DateFormat>;
  assets: AssetLookup;
  /** Origin, base path and languages of the site. */
  address: SiteAddress;
}

export interface ReaderSources extends CardSources {
  site: Pick<Site, "entries" | "byPath" | "paths" | "lists">;
  cardOf: (entry: StoryEntry) => Card;
  /** A story of one language's response. */
  storyOf: (responseLang: Lang, uuid: string) => RawStory | undefined;
  /** The schema of a component; only where fields are told that no schema and no story has. */
  schema?: (component: string) => BlockSchema | undefined;
  /** A source of the site's own; throws if there is none. */
  values: (name: string) => SourceIndex;
  onProblem: (problem: Problem) => void;
}

/**
 * Builds each story's card once, however many pages show it. Only the cards of one language are kept, to save memory in
 * each thread, so pages should be rendered language by language.
 */
export function createCardMaker(sources: CardSources, count: CountWork = () => undefined): ReaderSources["cardOf"] {
  let made = new Map<StoryEntry, Card>();
  let madeIn: Lang | undefined;
  const readers = new Map<Lang, CardReader>();
  const readerIn = (lang: Lang) => getOrInsert(readers, lang, () => createCardReader(lang, sources));
  return (entry) => {
    if (entry.lang !== madeIn) {
      made = new Map();
      madeIn = entry.lang;
    }
    return getOrInsert(made, entry, () => {
      count("cards");
      return buildCard(entry, readerIn(entry.lang), sources.definition);
    });
  };
}

/** What a card depends on besides its own story, in one language. */
export function createCardReader(lang: Lang, sources: CardSources): CardReader {
  const { assets, definition, address } = sources;
  const datasources = forLanguage(sources.datasources, lang);
  const dates = forLanguage(sources.dates, lang);
  const option = (source: string, value: unknown) => optionOf(datasources, source, stringOf(value));
  return {
    lang,
    href: (entry) => hrefOf(address, entry.path, lang),
    image: (raw) => imageData(raw, assets),
    file: (raw) => fileData(raw, assets),
    option,
    options: (source, values) => (Array.isArray(values) ? values : []).flatMap((value) => option(source, value) ?? []),
    day: (entry) => dateOf(entry, definition.pageTypes),
    dateText: (day) => dateText(day, dates),
  };
}

/** Creates the reader of a built site for one story's pages in one language. */
export function createReader(entry: StoryEntry, sources: ReaderSources): PageReader {
  const { lang } = entry;
  const { site, assets, address, definition, cardOf } = sources;
  const datasources = forLanguage(sources.datasources, lang);
  const dates = forLanguage(sources.dates, lang);
  const entries = forLanguage(site.entries, lang);
  const onProblem = (problem: Problem) => sources.onProblem({ ...problem, story: storyName(entry) });
  const types = { known: Object.keys(definition.pageTypes), onProblem };
  const listsOf = ({ type = "" }: Partial<StoryQuery>) => {
    reportUnknown("page type", type, types);
    return forLanguage(site.lists, lang);
  };
  const listsWith = (query: StoryQuery, fields: readonly string[]) => {
    const lists = listsOf(query);
    const schema = sources.schema?.(query.type);
    for (const field of schema ? fields : [])
      if (!Object.hasOwn(schema?.fields ?? {}, field) && lists.combinations({ type: query.type }, [field]).length === 0)
        onProblem(unknownField(`story of the page type "${query.type}"`, field));
    return lists;
  };
  const listsFor = (query: LatestQuery) => listsWith(query, orderField(query.order));
  const datasource = (name: string) => {
    reportUnknown("datasource", name, { known: definition.datasources, onProblem });
    return name;
  };
  return {
    lang,
    base: address.base,
    languages: address.languages,
    pathOf: (slug) => pathOfUnknown(slug, inSpaceOf(definition, lang)),
    href: (path) => hrefOf(address, path, lang),
    self: () => entry,
    story: (uuid) => entries.get(uuid),
    storyElsewhere: (uuid) => entryInOtherLanguage(sources, lang, uuid),
    card: (uuid) => {
      const found = entries.get(uuid);
      return found ? cardOf(found) : null;
    },
    latest: (query) => listsFor(query).latest(query).map(cardOf),
    pages: (query) =>
      listsFor(query)
        .latest(query)
        .map(({ path, name }) => ({ path, name })),
    total: (query) => listsOf(query).total(query),
    counts: (query, field) => listsWith(query, [field]).counts(query, field),
    combinations: (query, fields) => listsWith(query, fields).combinations(query, fields),
    tags: (query) => listsOf(query).tags(query),
    listingHref: (route) => hrefOf(address, listingPath(entry.path, route), lang),
    image: (raw) => imageData(raw, assets),
    file: (raw) => fileData(raw, assets),
    option: (source, value) => optionOf(datasources, datasource(source), value),
    options: (source) => allOptions(datasources, datasource(source)),
    dateText: (date) => dateText(date, dates),
    problem: (problem) => sources.onProblem({ story: storyName(entry), ...problem }),
    content(uuid, field) {
      const content = storyIn(lang, uuid, sources)?.content;
      return content && { component: content.component, value: Object.hasOwn(content, field) ? content[field] : null };
    },
    componentOf: (uuid) => storyIn(lang, uuid, sources)?.content.component,
    sourceEntry: (name, key) => sources.values(name).get(key),
    sourceList: (name, filter) => {
      const values = sources.values(name);
      for (const field of Object.keys(filter ?? {}))
        if (values.lacks(field)) onProblem(unknownField(`entry of the source "${name}"`, field));
      return values.list(filter);
    },
    sourceTotal: (name) => sources.values(name).rows.length,
    entry: (uuid) => anyEntry(lang, uuid, sources),
    nameAt: (path) => site.byPath.get(path)?.name,
    isLive: (path) => site.paths.has(path),
    homeImage: () => homeImage(site, definition, lang),
  };
}

type StorySources = Pick<ReaderSources, "definition" | "storyOf"> & { site: Pick<Site, "entries"> };

/** A story in a language: one with a page there, or one of a component that is no page type. */
export function storyIn(lang: Lang, uuid: string, { site, definition, storyOf }: StorySources): RawStory | undefined {
  const entry = forLanguage(site.entries, lang).get(uuid);
  if (entry) return storyOf(responseLanguage(entry, definition), uuid);
  const { translation, languages } = inSpaceOf(definition, lang);
  const found = storyOf(translation === "folders" ? languages[0].code : lang, uuid);
  return found && Object.hasOwn(definition.pageTypes, found.content.component) ? undefined : found;
}

/** The entry of such a story. If it has no page, the entry is in no list. */
export function anyEntry(lang: Lang, uuid: string, sources: StorySources): StoryEntry | undefined {
  const entry = forLanguage(sources.site.entries, lang).get(uuid);
  const story = entry ? undefined : storyIn(lang, uuid, sources);
  return story ? buildEntry(summarizeStory(story, sources.definition), lang, sources.definition) : entry;
}

function pathOfUnknown(slug: string, site: ResolvedSite): string {
  const folder = folderLanguage(slug, site);
  return pathOfSlug(folder ? withoutFolder(slug, folder) : slug, folder ?? site.languages[0], site.home);
}

/** The first image field of a language's home page. */
export function homeImage({ byPath }: Pick<Site, "byPath">, definition: ResolvedSite, lang: Lang): unknown {
  const home = byPath.get(languageOf(definition.languages, lang).home);
  const [field = ""] = definition.pageTypes[home?.component ?? ""]?.head.image ?? [];
  return fieldAt(home?.fields, field);
}

/** A story in the first other language of its space that has it. */
export function entryInOtherLanguage(
  { site: { entries }, definition }: { site: Pick<Site, "entries">; definition: Pick<ResolvedSite, "languages"> },
  lang: Lang,
  uuid: string,
): StoryEntry | undefined {
  for (const [other, stories] of Object.entries(entries)) {
    const found = other === lang || !isInSameSpace(definition, lang, other) ? undefined : stories.get(uuid);
    if (found) return found;
  }
  return undefined;
}
