import { allOptions } from "./card.ts";
import type { BlockCatalogue } from "./catalogue.ts";
import type { Datasources, Lang, RawStory, StoryEntry } from "./model.ts";
import type { Shared } from "./payload.ts";
import { resolveBlock } from "./resolve/block.ts";
import { withBase } from "./rules/paths.ts";
import { createReader, type ReaderSources } from "./site-reader.ts";
import type { SiteSettings } from "./site-settings.ts";

/** The state that all pages of one language share (specification §3, application-wide state). */
export function buildShared(options: {
  lang: Lang;
  global: RawStory | null;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  sources: ReaderSources;
  words: Record<string, string>;
}): Shared {
  const { lang, global, settings, catalogue, sources, words } = options;
  const used = new Set<string>();
  const reader = createReader(globalEntry(lang, global), sources);
  const context = { catalogue, reader, listing: null, used, ids: new Set<string>() };
  const datasources = sources.datasources[lang];
  return {
    lang,
    site: siteOf(settings),
    homeHref: withBase(settings.base, lang === "de" ? "/de/" : "/"),
    global: global ? resolveBlock(global.content, context, "") : null,
    blocks: [...used].sort(),
    words,
    ...lists(datasources),
  };
}

function siteOf(settings: SiteSettings): Shared["site"] {
  const { editorOrigins, ...site } = settings;
  return { ...site, previewEditorOrigins: editorOrigins };
}

function lists(
  datasources: Datasources,
): Pick<Shared, "labels" | "insightCategories" | "allIndustries" | "allSolutions"> {
  return {
    labels: datasources.labels,
    insightCategories: allOptions(datasources, "insight-categories"),
    allIndustries: allOptions(datasources, "all-industries"),
    allSolutions: allOptions(datasources, "all-solutions"),
  };
}

/** The global story has no page; its reader only needs a language and a name for reports. */
function globalEntry(lang: Lang, global: RawStory | null): StoryEntry {
  return {
    id: global?.id ?? 0,
    uuid: global?.uuid ?? "",
    lang,
    component: "Global",
    name: "global",
    slug: "global",
    path: lang === "de" ? "/de/global/" : "/global/",
    otherPath: null,
    firstPublishedAt: null,
    publishedAt: global?.published_at ?? null,
    position: 0,
    fields: {},
    words: 0,
  };
}
