/**
 * What the live preview in the browser needs of the other stories, for links, cards and lists. Published once per
 * language as a hashed file that only the preview loads.
 */

import type { Lang, StoryEntry } from "../../site/api/model.ts";
import { fieldOf } from "../../site/blocks/head-text.ts";
import { forLanguage } from "../../site/by-language.ts";
import type { CardReader } from "../../site/definition.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { inSpaceOf, isInSameSpace } from "../../site/spaces.ts";
import { keptWith } from "../../util/kept-with.ts";
import type { AssetLookup } from "../assets/asset.ts";
import { remoteAsset } from "../assets/remote-asset.ts";
import type { Site, StorySummaries } from "../map/site.ts";
import type { StorySummary } from "../map/story-summary.ts";
import { buildCard } from "../page/card.ts";
import { type FolderRules, folderLanguage } from "../rules/languages.ts";
import { type PartSizes, partCount, splitIntoParts } from "../rules/split-into-parts.ts";
import { type AssetCode, encodeAsset } from "./asset-code.ts";

/** Increase this when the format changes; an older client then ignores the file. */
export const INDEX_VERSION = 4;
/** Version of an index whose stories are in separate files. */
export const SPLIT_VERSION = 5;
/** A publish rewrites the files with its stories, and the short file that lists them. */
const DIVISION: PartSizes = { whole: 1_000, part: 200 };

/** The index of a large site: URLs of the files with its stories, and of one with everything else. */
export interface SplitIndex {
  version: typeof SPLIT_VERSION;
  lang: Lang;
  rest: string;
  parts: string[];
}

/** Number of files that the stories of an index are divided into; 1 means the index is a single file. */
export function previewParts(stories: number): number {
  return partCount(stories, DIVISION);
}

export interface PreviewIndex {
  version: typeof INDEX_VERSION;
  lang: Lang;
  /** Every story with a page in this language. */
  stories: IndexedStory[];
  /** Stories with a page only in other languages, each in the first of them. */
  elsewhere: Pick<StoryEntry, "uuid" | "lang" | "path" | "name">[];
  /** Paths of the other languages' listing routes. */
  listingsElsewhere: string[];
  /** By the content service's URL; assets that are not mirrored are computed from it. */
  assets: Record<string, AssetCode>;
  /** Further asset hosts; omitted if there are none. */
  assetHosts?: readonly string[];
  /** Id of the global story; 0 if there is none. */
  globalId: number;
  /** How to request drafts; null on a host that has none. */
  drafts: DraftAccess | null;
}

/** A function at the edge, or the content service itself with a token that the owner published. */
export type DraftAccess = { address: string } | { endpoint: string; token: string };

/** Without tags for a story that has none. */
export type IndexedStory = Omit<StoryEntry, "lang" | "tags"> & Partial<Pick<StoryEntry, "tags">>;

export interface PreviewIndexInput {
  lang: Lang;
  site: Pick<Site, "entries" | "routes">;
  definition: ResolvedSite;
  cards: CardReader;
  /** URLs of the assets in stories of this language. */
  filenames: Iterable<string>;
  assets: AssetLookup;
  assetHosts?: readonly string[] | undefined;
  globalId: number;
  drafts: DraftAccess | null;
  /** Fields that lists are ordered by; null if they are not known, so that all fields are kept. */
  orders: readonly string[] | null;
}

export function buildPreviewIndex(input: PreviewIndexInput): PreviewIndex {
  const { version, lang, ...rest } = previewRest(input);
  return { version, lang, stories: previewStories(input), ...rest };
}

/** The stories of a language in the order of the site, or those of one of so many parts. */
export function previewStories(
  { lang, site, ...input }: Pick<PreviewIndexInput, "lang" | "site" | "definition" | "cards" | "orders">,
  { part, of }: { part: number; of: number } = { part: 0, of: 1 },
): IndexedStory[] {
  const entries = forLanguage(site.entries, lang);
  return (uuidsOfParts(site, lang, of)[part] ?? []).flatMap((uuid) => {
    const entry = entries.get(uuid);
    return entry ? [toIndexedStory(entry, input)] : [];
  });
}

/** The stories of each part, by language and number of parts, as long as the site has no other routes. */
const divided = keptWith<PreviewIndexInput["site"]["routes"], string, string[][]>();

function uuidsOfParts({ entries, routes }: PreviewIndexInput["site"], lang: Lang, count: number): string[][] {
  const uuids = () => forLanguage(entries, lang).keys();
  return divided(routes, `${lang} ${count}`, () => splitIntoParts(uuids(), count, (uuid) => uuid));
}

/** Everything except the stories. */
export function previewRest(input: PreviewIndexInput): Omit<PreviewIndex, "stories"> {
  const { lang, site, globalId, drafts, assetHosts = [] } = input;
  return {
    version: INDEX_VERSION,
    lang,
    elsewhere: elsewhereOf(input),
    listingsElsewhere: site.routes
      .filter((route) => (route.lang !== lang && route.listing) || route.own)
      .map(({ path }) => path),
    assets: encodeAssets(input),
    ...(assetHosts.length > 0 && { assetHosts }),
    globalId,
    drafts,
  };
}

function elsewhereOf({ site: { entries }, lang, definition }: PreviewIndexInput): PreviewIndex["elsewhere"] {
  const own = forLanguage(entries, lang);
  const found = new Map<string, PreviewIndex["elsewhere"][number]>();
  for (const [code, stories] of Object.entries(entries)) {
    if (!isInSameSpace(definition, lang, code)) continue;
    for (const { uuid, path, name, lang: other } of stories.values()) {
      if (!own.has(uuid) && !found.has(uuid)) found.set(uuid, { uuid, lang: other, path, name });
    }
  }
  return [...found.values()];
}

export function assetsOfLanguage(
  summaries: StorySummaries,
  { lang, rules }: { lang: Lang; rules: LanguageRules },
  globalAssets: readonly string[],
): string[] {
  const filenames = new Set(globalAssets);
  for (const [responseLang, stories] of Object.entries(summaries)) {
    for (const story of stories) {
      if (languagesOfStory(responseLang, story, rules).includes(lang))
        for (const one of story.assets) filenames.add(one);
    }
  }
  return [...filenames].sort();
}

type LanguageRules = FolderRules & Pick<ResolvedSite, "pageTypes">;

/** The languages whose pages show a story of a response. Stories in a language's folder are in the default response. */
function languagesOfStory(lang: Lang, { fullSlug, component }: StorySummary, site: LanguageRules): Lang[] {
  const rules = inSpaceOf(site, lang);
  const first = rules.languages[0].code;
  const isInFolders = rules.translation === "folders";
  if (lang !== first) return isInFolders ? [] : [lang];
  // One without a page, such as an author, is chosen in every language.
  if (isInFolders && !Object.hasOwn(rules.pageTypes, component)) return rules.languages.map(({ code }) => code);
  const folder = folderLanguage(fullSlug, rules)?.code ?? first;
  return folder === first ? [first] : [first, folder];
}

/** The fields that the story's card, order and lists depend on; those of the card are found by calling its function. */
function fieldsOf(
  entry: StoryEntry,
  { definition, cards, orders }: Pick<PreviewIndexInput, "definition" | "cards" | "orders">,
): Record<string, unknown> {
  const type = definition.pageTypes[entry.component];
  const read = new Set<string | symbol>([
    type?.date ?? "",
    type?.category?.field ?? "",
    ...(type?.head.image ?? []).map(fieldOf),
    ...(orders ?? []),
  ]);
  const fields = new Proxy(entry.fields, {
    get: (all, name) => {
      read.add(name);
      return all[name as string];
    },
    ownKeys: (all) => {
      for (const name of Object.keys(all)) read.add(name);
      return Reflect.ownKeys(all);
    },
  });
  buildCard({ ...entry, fields }, cards, definition);
  const names = Object.keys(entry.fields).filter(
    (name) => orders === null || read.has(name) || isChoice(entry.fields[name]),
  );
  return Object.fromEntries(names.sort().map((name) => [name, entry.fields[name]]));
}

/** True for an option field's value, or several: what lists are filtered and counted by. */
function isChoice(value: unknown): boolean {
  const values = Array.isArray(value) ? value : [value];
  return values.every((one) => typeof one === "string" && /^\S{1,60}$/.test(one));
}

/**
 * What the index stores of a story. Written out, since rest and spread are several times slower with ten thousands of
 * entries.
 */
function toIndexedStory(
  entry: StoryEntry,
  input: Pick<PreviewIndexInput, "definition" | "cards" | "orders">,
): IndexedStory {
  return {
    id: entry.id,
    uuid: entry.uuid,
    component: entry.component,
    name: entry.name,
    slug: entry.slug,
    path: entry.path,
    translations: entry.translations,
    firstPublishedAt: entry.firstPublishedAt,
    publishedAt: entry.publishedAt,
    position: entry.position,
    ...(entry.tags.length > 0 && { tags: entry.tags }),
    fields: fieldsOf(entry, input),
    words: entry.words,
  };
}

/** Assets by URL; those whose address is computed from it are left out. */
function encodeAssets({
  filenames,
  assets,
}: Pick<PreviewIndexInput, "filenames" | "assets">): Record<string, AssetCode> {
  const codes: Record<string, AssetCode> = {};
  for (const filename of filenames) {
    const record = assets(filename);
    const usual = remoteAsset(filename, { origin: "" });
    if (record && (record.src !== usual?.src || record.foreign !== usual.foreign))
      codes[filename] = encodeAsset(record);
  }
  return codes;
}
