/**
 * What the live preview in the browser needs of the stories that are not on the page: what links, cards and lists
 * are made from. Published once per language as a hashed file that only the preview loads.
 */
import { forLanguage } from "../../site/by-language.ts";
import type { CardReader } from "../../site/definition.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import type { AssetLookup } from "../asset.ts";
import { buildCard } from "../card.ts";
import type { Lang, StoryEntry } from "../model.ts";
import { remoteAsset } from "../remote-asset.ts";
import { type FolderRules, folderLanguage } from "../rules/languages.ts";
import { type PartSizes, partCount, splitIntoParts } from "../rules/split-into-parts.ts";
import type { Site, StorySummaries } from "../site.ts";
import { type AssetCode, encodeAsset } from "./asset-code.ts";

/** Raised when the file's form changes: an older client then does without. */
export const INDEX_VERSION = 2;
/** Of an index whose stories are in files of their own. */
export const SPLIT_VERSION = 3;
/** A publish rewrites the parts of its stories, and the short file that names the parts. */
const DIVISION: PartSizes = { whole: 1_000, part: 500 };

/** The index of a large site: the addresses of its parts, and of what it has beside the stories. */
export interface SplitIndex {
  version: typeof SPLIT_VERSION;
  lang: Lang;
  rest: string;
  parts: string[];
}

/** Stories of a part, and what an index has beside the stories. */
export interface IndexParts {
  rest: PreviewIndex;
  parts: IndexedStory[][];
}

/** Null where the stories are so few that they stay in one file. */
export function splitIndex({ stories, ...rest }: PreviewIndex, division: PartSizes = DIVISION): IndexParts | null {
  const count = partCount(stories.length, division);
  return count === 1
    ? null
    : { rest: { ...rest, stories: [] }, parts: splitIntoParts(stories, count, ({ uuid }) => uuid) };
}

export interface PreviewIndex {
  version: typeof INDEX_VERSION;
  lang: Lang;
  /** Every story with a page in this language. */
  stories: IndexedStory[];
  /** Stories with a page in other languages only, each in the first that has it. */
  elsewhere: { uuid: string; lang: Lang; path: string; name: string }[];
  /** Paths of the other languages' listing routes. */
  listingsElsewhere: string[];
  /** By the address the content service gives; those that are not mirrored follow from it. */
  assets: Record<string, AssetCode>;
  /** Further hosts that assets may be on; left out where there are none. */
  assetHosts?: readonly string[];
  /** Id of the global story; 0 when there is none. */
  globalId: number;
  /** Where drafts can be asked for, where the owner published a token for it; else null. */
  drafts: DraftAccess | null;
}

export interface DraftAccess {
  /** Ends in /v2. */
  endpoint: string;
  token: string;
}

export type IndexedStory = Omit<StoryEntry, "lang">;

export interface PreviewIndexInput {
  lang: Lang;
  site: Pick<Site, "entries" | "routes">;
  definition: ResolvedSite;
  cards: CardReader;
  /** Addresses of the assets that stories of this language refer to. */
  filenames: Iterable<string>;
  assets: AssetLookup;
  assetHosts?: readonly string[] | undefined;
  globalId: number;
  drafts: DraftAccess | null;
}

export function buildPreviewIndex(input: PreviewIndexInput): PreviewIndex {
  const { lang, site, globalId, drafts, assetHosts = [] } = input;
  const own = forLanguage(site.entries, lang);
  return {
    version: INDEX_VERSION,
    lang,
    stories: [...own.values()].map((entry) => indexed(entry, input)),
    elsewhere: elsewhereOf(site, lang),
    listingsElsewhere: site.routes.filter((route) => route.lang !== lang && route.listing).map(({ path }) => path),
    assets: encodeAssets(input),
    ...(assetHosts.length > 0 && { assetHosts }),
    globalId,
    drafts,
  };
}

function elsewhereOf({ entries }: PreviewIndexInput["site"], lang: Lang): PreviewIndex["elsewhere"] {
  const own = forLanguage(entries, lang);
  const found = new Map<string, PreviewIndex["elsewhere"][number]>();
  for (const stories of Object.values(entries)) {
    for (const { uuid, path, name, lang: other } of stories.values()) {
      if (!own.has(uuid) && !found.has(uuid)) found.set(uuid, { uuid, lang: other, path, name });
    }
  }
  return [...found.values()];
}

/** Addresses of the assets of one language's stories, sorted. Stories of its folder are in the default answer. */
export function assetsOfLanguage(
  summaries: StorySummaries,
  { lang, rules }: { lang: Lang; rules: FolderRules },
  globalAssets: readonly string[],
): string[] {
  const first = rules.languages[0].code;
  const inFolder = (summaries[first] ?? []).filter(({ fullSlug }) => folderLanguage(fullSlug, rules)?.code === lang);
  const own = rules.translation === "folders" && lang !== first ? [] : (summaries[lang] ?? []);
  return [...new Set([...[...own, ...inFolder].flatMap((summary) => summary.assets), ...globalAssets])].sort();
}

/** The fields that the story's card, its order and its lists are made from: what the card function reads of them. */
function fieldsOf(
  entry: StoryEntry,
  { definition, cards }: Pick<PreviewIndexInput, "definition" | "cards">,
): Record<string, unknown> {
  const type = definition.pageTypes[entry.component];
  const read = new Set<string | symbol>([type?.date ?? "", type?.category?.field ?? "", ...(type?.head.image ?? [])]);
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
  const names = Object.keys(entry.fields).filter((name) => read.has(name) || isChoice(entry.fields[name]));
  return Object.fromEntries(names.sort().map((name) => [name, entry.fields[name]]));
}

/** The value of an option field, or of several: what lists are filtered and counted by. */
function isChoice(value: unknown): boolean {
  const values = Array.isArray(value) ? value : [value];
  return values.every((one) => typeof one === "string" && /^\S{1,60}$/.test(one));
}

/**
 * What the index holds of a story. Written out: a large site has ten thousands of entries, and copying by rest and
 * spread takes several times as long.
 */
export function indexed(entry: StoryEntry, input: Pick<PreviewIndexInput, "definition" | "cards">): IndexedStory {
  return {
    id: entry.id,
    uuid: entry.uuid,
    component: entry.component,
    name: entry.name,
    slug: entry.slug,
    path: entry.path,
    twins: entry.twins,
    firstPublishedAt: entry.firstPublishedAt,
    publishedAt: entry.publishedAt,
    position: entry.position,
    fields: fieldsOf(entry, input),
    words: entry.words,
  };
}

function encodeAssets({ filenames, assets }: PreviewIndexInput): Record<string, AssetCode> {
  const codes: Record<string, AssetCode> = {};
  for (const filename of filenames) {
    const record = assets(filename);
    const usual = remoteAsset(filename, { origin: "" });
    if (record && (record.src !== usual?.src || record.foreign !== usual.foreign))
      codes[filename] = encodeAsset(record);
  }
  return codes;
}
