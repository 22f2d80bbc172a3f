import type { Lang, RawStory, StoryEntry } from "../../site/api/model.ts";
import type { Shared } from "../../site/api/payload.ts";
import type { PageReader } from "../../site/api/reader.ts";
import type { SiteSettings } from "../../site/api/site-settings.ts";
import type { BlockCatalogue } from "../../site/blocks/catalogue.ts";
import { forLanguage } from "../../site/by-language.ts";
import { type Language, languageOf } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { UNKNOWN_ENTRY } from "../map/site.ts";
import { resolveBlock } from "../resolve/block.ts";
import { nothingResolved } from "../resolve/context.ts";
import { blockReader } from "../resolve/story-blocks.ts";
import { hrefOf } from "../rules/paths.ts";
import { requirePlain } from "../rules/plain-json.ts";
import { allOptions } from "./card.ts";
import { createReader, type ReaderSources } from "./site-reader.ts";

/** Builds the state that all pages of a language share: site, global story, labels, options and words. */
export function buildShared(options: {
  lang: Lang;
  global: RawStory | null;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  sources: ReaderSources;
  words: Record<string, string>;
  /** Wraps the reader, to record dependencies. */
  watched?: (reader: PageReader) => PageReader;
}): Shared {
  const { lang, global, settings, catalogue, sources, words, watched = (reader) => reader } = options;
  const { environment: _, ...site } = settings;
  const used = new Set<string>();
  const { definition } = sources;
  const language = languageOf(definition.languages, lang);
  const reader = watched(createReader(globalEntry(language, definition.global, global), sources));
  const { pageTypes, crops } = definition;
  const outer = { catalogue, pageTypes, crops, ...nothingResolved(), used };
  const context = { ...outer, reader: blockReader(reader, outer) };
  const data = definition.layout.data?.(context.reader);
  requirePlain(data, '"layout.data"');
  return {
    lang,
    site,
    homeHref: reader.isLive(language.home) ? hrefOf(settings, language.home, lang) : "",
    dates: forLanguage(sources.dates, lang),
    global: global ? resolveBlock(global.content, context, "") : null,
    blocks: [...used].sort(),
    words,
    ...(data !== undefined && { data: JSON.parse(JSON.stringify(data)) }),
    ...lists(definition, sources.datasources[lang] ?? {}),
  };
}

function lists(
  { datasources: names, labels }: ResolvedSite,
  datasources: ReaderSources["datasources"][string],
): Pick<Shared, "labels" | "options"> {
  const others = names.filter((name) => name !== labels);
  return {
    labels: datasources[labels] ?? [],
    options: Object.fromEntries(others.map((name) => [name, allOptions(datasources, name)])),
  };
}

/** The global story, which has no page, as `self()` of its data file and of `layout.data`; unknown where there is none. */
function globalEntry({ code, home }: Language, slug: string, global: RawStory | null): StoryEntry {
  const place = { ...UNKNOWN_ENTRY, lang: code, name: slug, slug, path: `${home}${slug}/` };
  if (!global) return place;
  const { id, uuid, name, position, tag_list: tags } = global;
  const { body: _, ...fields } = global.content;
  const dates = { firstPublishedAt: global.first_published_at, publishedAt: global.published_at };
  return { ...place, id, uuid, name, position, tags, fields, ...dates, component: global.content.component };
}
