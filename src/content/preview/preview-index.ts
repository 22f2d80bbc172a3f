/**
 * What the live preview in the browser needs of the stories that are not on the page: what links, cards and lists
 * are made from. Published once per language as a hashed file that only the preview loads.
 */
import type { AssetLookup } from "../asset.ts";
import type { Lang, StoryEntry } from "../model.ts";
import { remoteAsset } from "../remote-asset.ts";
import type { Digests, Site } from "../site.ts";
import { type AssetCode, encodeAsset } from "./asset-code.ts";

/** Raised when the file's form changes: an older client then does without. */
export const INDEX_VERSION = 1;

export interface PreviewIndex {
  version: typeof INDEX_VERSION;
  lang: Lang;
  /** Every story with a page in this language. */
  stories: IndexedStory[];
  /** Stories with a page in the other language only. */
  elsewhere: { uuid: string; path: string; name: string }[];
  /** Paths of the other language's listing routes. */
  listingsElsewhere: string[];
  /** By the address the content service gives; those that are not mirrored follow from it. */
  assets: Record<string, AssetCode>;
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

/** Fields of a root block that cards, lists and their order are made from (src/content/card.ts, order.ts). */
const FIELDS = [
  "author",
  "author_image",
  "category",
  "customer",
  "customer_logo",
  "date",
  "date_posted",
  "department",
  "employment_type",
  "icon",
  "industries",
  "industry",
  "location",
  "meta_description",
  "og_image",
  "results",
  "salary",
  "solution",
  "solutions",
  "teaser_image",
  "teaser_text",
  "teaser_title",
];

export interface PreviewIndexInput {
  lang: Lang;
  site: Pick<Site, "entries" | "routes">;
  /** Addresses of the assets that stories of this language refer to. */
  filenames: Iterable<string>;
  assets: AssetLookup;
  globalId: number;
  drafts: DraftAccess | null;
}

export function buildPreviewIndex(input: PreviewIndexInput): PreviewIndex {
  const { lang, site, globalId, drafts } = input;
  const other = lang === "en" ? "de" : "en";
  return {
    version: INDEX_VERSION,
    lang,
    stories: [...site.entries[lang].values()].map(indexed),
    elsewhere: [...site.entries[other].values()]
      .filter((entry) => !site.entries[lang].has(entry.uuid))
      .map(({ uuid, path, name }) => ({ uuid, path, name })),
    listingsElsewhere: site.routes.filter((route) => route.lang === other && route.listing).map(({ path }) => path),
    assets: encodeAssets(input),
    globalId,
    drafts,
  };
}

/** Addresses of the assets of one language's stories, sorted. Folder-level German ones lie in the default answer. */
export function assetsOfLanguage(digests: Digests, lang: Lang, globalAssets: readonly string[]): string[] {
  const lists = lang === "de" ? [...digests.de, ...digests.en.filter(isGerman)] : digests.en;
  return [...new Set([...lists.flatMap((digest) => digest.assets), ...globalAssets])].sort();
}

function isGerman({ fullSlug }: { fullSlug: string }): boolean {
  return fullSlug.startsWith("de/");
}

/** Written out: a large site has ten thousands of entries, and copying by rest and spread takes several times as long. */
function indexed(entry: StoryEntry): IndexedStory {
  const fields: Record<string, unknown> = {};
  for (const name of FIELDS) {
    const value = entry.fields[name];
    if (value !== undefined) fields[name] = value;
  }
  return {
    id: entry.id,
    uuid: entry.uuid,
    component: entry.component,
    name: entry.name,
    slug: entry.slug,
    path: entry.path,
    otherPath: entry.otherPath,
    firstPublishedAt: entry.firstPublishedAt,
    publishedAt: entry.publishedAt,
    position: entry.position,
    fields,
    words: entry.words,
  };
}

function encodeAssets({ filenames, assets }: PreviewIndexInput): Record<string, AssetCode> {
  const codes: Record<string, AssetCode> = {};
  for (const filename of filenames) {
    const record = assets(filename);
    if (record && record.src !== remoteAsset(filename, "")?.src) codes[filename] = encodeAsset(record);
  }
  return codes;
}
