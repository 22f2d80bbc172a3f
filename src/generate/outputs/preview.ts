/**
 * Indexes of all stories for the live preview of a static host, as hashed files: one for each language, or for a large
 * site several with stories, one with everything else, and one that lists them.
 */
import type { Config } from "../../config/config.ts";
import type { MovedEntry } from "../../content/map/model-entry.ts";
import type { StorySummaries } from "../../content/map/site.ts";
import { collectAssets } from "../../content/map/story-summary.ts";
import { createCardReader } from "../../content/page/site-reader.ts";
import {
  assetsOfLanguage,
  buildPreviewIndex,
  type DraftAccess,
  type PreviewIndexInput,
  previewParts,
  previewRest,
  previewStories,
  SPLIT_VERSION,
  type SplitIndex,
} from "../../content/preview/preview-index.ts";
import { withBase } from "../../content/rules/paths.ts";
import { partOf } from "../../content/rules/split-into-parts.ts";
import { contentHash } from "../../files/hash.ts";
import type { Lang } from "../../site/api/model.ts";
import { forLanguage } from "../../site/by-language.ts";
import { domainPath } from "../../site/domains.ts";
import { languageOf } from "../../site/languages.ts";
import { inSpaceOf, MAIN_SPACE, spaceOf } from "../../site/spaces.ts";
import type { RenderContext } from "../render-context.ts";
import type { Moved } from "../what-moved.ts";
import { hasOtherWords, type MadeOutput, type Output, type OutputInput, partsOfKey } from "./output.ts";

const INDEX = "head";
/**
 * Marks a key that makes no files: it only remembers by which fields the stories of the last build's index can be
 * ordered.
 */
const ORDERED = ":ordered";

export const preview: Output = {
  name: "preview",
  *keys(input) {
    const { config, context } = input;
    if (config.preview.editorOrigins.length === 0) return;
    for (const { code } of context.definition.languages) {
      const count = countOf(code, context);
      yield `${code} ${orderedBy(code, input).join()}${ORDERED}`;
      if (count > 1) for (let part = 0; part < count; part += 1) yield `${code} ${partKey(part, count)}`;
      if (count > 1) yield `${code} rest`;
      yield `${code} ${INDEX}`;
    }
  },
  isMoved(key, input, moved) {
    const { context, wasMade } = input;
    const [lang, part] = partsOfKey(key);
    if (part.endsWith(ORDERED)) return false;
    const count = countOf(lang, context);
    if (part === INDEX) return true;
    if (part === "rest") return changesRest(lang, moved);
    if (!wasMade(preview.name, `${lang} ${orderedBy(lang, input).join()}${ORDERED}`)) return true;
    const number = Number.parseInt(part, 10);
    return (
      moved.assets ||
      hasOtherWords(lang, moved) ||
      moved.entries.some((one) => one.lang === lang && partOf(one.uuid, count) === number)
    );
  },
  make(key, input) {
    const [lang, part] = partsOfKey(key);
    if (part.endsWith(ORDERED)) return { files: [] };
    const { config, context, stories } = input;
    const orders = orderedBy(lang, input);
    const count = countOf(lang, context);
    const given = () => previewInput(lang, { config, context, summaries: stories.summaries(), orders });
    if (count === 1) return made(lang, JSON.stringify(buildPreviewIndex(given())), context);
    if (part === INDEX) return made(lang, JSON.stringify(splitIndex(lang, count, input)), context);
    if (part === "rest") return made(lang, JSON.stringify({ ...previewRest(given()), stories: [] }), context);
    const own = previewStories(previewInput(lang, { config, context, summaries: {}, orders }), {
      part: Number.parseInt(part, 10),
      of: count,
    });
    return made(lang, JSON.stringify({ stories: own }), context);
  },
};

/** The fields that pages order lists by. */
function orderedBy(lang: string, { context, dependenciesWith }: OutputInput): string[] {
  const known = orders.get(context) ?? {};
  orders.set(context, known);
  known[lang] ??= [
    ...new Set(
      [...dependenciesWith('"order":"'), ...context.sharedDependencies.map((one) => one.join(" "))]
        .filter((key) => key.startsWith(`${lang} `))
        .flatMap((key) => [...key.matchAll(/"order":"([^":]+)/g)].map(([, field = ""]) => field)),
    ),
  ].sort();
  return known[lang];
}

const orders = new WeakMap<OutputInput["context"], Record<string, string[]>>();

function splitIndex(lang: string, count: number, input: OutputInput): SplitIndex {
  const address = (part: string) => previewAddress(lang, input, part) ?? "";
  const parts = Array.from({ length: count }, (_, part) => address(partKey(part, count)));
  return { version: SPLIT_VERSION, lang, rest: address("rest"), parts };
}

/** URL of a language's index, or of a part of it; undefined if there is none. */
export function previewAddress(
  lang: string,
  { filesOf, context }: Pick<OutputInput, "filesOf" | "context">,
  part = INDEX,
): string | undefined {
  const [file] = filesOf(preview.name, `${lang} ${part}`);
  const folder = domainPath(languageOf(context.definition.languages, lang), "");
  return file === undefined ? undefined : withBase(context.settings.base, file.slice(folder.length));
}

function made(lang: string, text: string, { definition }: OutputInput["context"]): MadeOutput {
  const hash = contentHash(text).slice(0, 16);
  const path = domainPath(languageOf(definition.languages, lang), `_assets/preview-${lang}-${hash}.json`);
  return { files: [{ path, content: text }] };
}

/** Of another number of parts, each has other stories. */
function partKey(part: number, of: number): string {
  return `${part}/${of}`;
}

function countOf(lang: string, { site }: OutputInput["context"]): number {
  return previewParts(forLanguage(site.entries, lang).size);
}

/** The file without stories names assets, stories that only other languages have, and the pages of their listings. */
function changesRest(lang: string, moved: Moved): boolean {
  const isNamed = ({ before, now }: MovedEntry) => before?.path !== now?.path || before?.name !== now?.name;
  const isListing = (route: Moved["added"][number]) =>
    (route.lang !== lang && route.listing !== null) || route.uuid === "";
  return (
    moved.assets || moved.uses || moved.entries.some(isNamed) || [...moved.added, ...moved.removed].some(isListing)
  );
}

export interface PreviewIndexOptions {
  config: Pick<Config, "preview" | "storyblok" | "assetHosts">;
  context: Pick<RenderContext, "site" | "space" | "sources" | "definition">;
  summaries: StorySummaries;
  orders: PreviewIndexInput["orders"];
}

/** The index as a single file. */
export function previewText(lang: Lang, options: PreviewIndexOptions): string {
  return JSON.stringify(buildPreviewIndex(previewInput(lang, options)));
}

function previewInput(lang: Lang, { config, context, summaries, orders }: PreviewIndexOptions): PreviewIndexInput {
  const { site, space, sources, definition } = context;
  const globalAssets = collectAssets(space.global[lang]?.content, definition.crops);
  return {
    lang,
    site,
    definition,
    cards: createCardReader(lang, sources),
    filenames: assetsOfLanguage(summaries, { lang, rules: definition }, globalAssets),
    assets: sources.assets,
    assetHosts: config.assetHosts,
    globalId: (space.global[lang] ?? space.global[inSpaceOf(definition, lang).languages[0].code])?.id ?? 0,
    drafts: draftAccess(config, spaceOf(languageOf(definition.languages, lang))),
    orders,
  };
}

/** The function at the edge, or the public draft token, the only token that is published, if the configuration allows it. */
function draftAccess({ preview, storyblok }: PreviewIndexOptions["config"], space: string): DraftAccess | null {
  if (preview.drafts !== undefined) return { address: preview.drafts };
  if (!preview.publicDraftToken || space !== MAIN_SPACE || storyblok.endpoint === "") return null;
  return { endpoint: storyblok.endpoint, token: preview.publicDraftToken };
}
